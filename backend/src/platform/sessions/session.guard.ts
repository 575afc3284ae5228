import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { UserRole } from '@tknest/contracts/api';
import { ACCESS, type SessionRequest } from '../http/access.js';
import { Refused } from '../domain/refused.js';
import { readCookie, SESSION_COOKIE } from './cookies.js';
import { SessionService } from './session-service.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Finds the caller's session and holds every call to what its handler asks for. No session: 401; wrong role: 403. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SessionRequest>();
    request.session = (await this.sessionOf(request)) ?? undefined;
    this.refuseForgery(request);
    const who =
      this.reflector.getAllAndOverride<('public' | UserRole)[] | undefined>(ACCESS, [
        context.getHandler(),
        context.getClass(),
      ]) ?? [];
    if (who.includes('public')) return true;
    if (!request.session) throw new Refused('unauthenticated', 'Please sign in with your wallet first');
    if (who.length > 0 && !who.includes(request.session.role))
      throw new Refused('forbidden', 'Access Denied: your role may not do this');
    // The auditor reads everything and changes nothing.
    if (request.session.role === 'auditor' && !SAFE_METHODS.has(request.method) && request.path !== '/api/auth/logout')
      throw new Refused('forbidden', 'Access Denied: auditors read, they change nothing');
    return true;
  }

  private async sessionOf(request: SessionRequest) {
    const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (bearer) return this.sessions.find(bearer, false);
    const cookie = readCookie(request, SESSION_COOKIE);
    return cookie ? this.sessions.find(cookie, true) : null;
  }

  /** A page elsewhere can make a browser send its cookies, but can read neither the token nor set the header. */
  private refuseForgery(request: SessionRequest): void {
    if (SAFE_METHODS.has(request.method)) return;
    if (
      request.session?.fromCookie &&
      !this.sessions.isCsrfToken(request.session, request.headers['x-csrf-token'] as string | undefined)
    ) {
      throw new Refused('forbidden', 'The anti-forgery header X-CSRF-Token is missing or wrong: reload the page');
    }
  }
}
