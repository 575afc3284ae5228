import type { Request, Response } from 'express';

/** `__Host-` binds a cookie to this host, to `/` and to TLS (localhost counts as safe in browsers). */
export const SESSION_COOKIE = '__Host-session';
export const LOGIN_COOKIE = '__Host-login';
/** Marks a browser that has signed in before, without saying who. */
export const DEVICE_COOKIE = '__Host-device';

/** The raw value, because values set here need no escaping. */
export function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** Lax, not Strict, because returning from the wallet app is a cross-site navigation. */
export function setCookie(response: Response, name: string, value: string, maxAgeMs: number): void {
  response.cookie(name, value, { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: maxAgeMs });
}

export function clearCookie(response: Response, name: string): void {
  response.cookie(name, '', { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 0 });
}
