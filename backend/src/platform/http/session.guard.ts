import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { UserRole } from '@tknest/contracts/api';
import { CLOCK, type Clock } from '../clock/clock.js';
import { CONFIG, type Config } from '../config/config.js';
import { ACCESS, FRESH_SIGNATURE, READING, type SessionRequest } from './access.js';
import type { Session } from '../sessions/session.js';
import { Refused } from '../domain/refused.js';
import { readCookie, SESSION_COOKIE } from '../sessions/cookies.js';
import { SessionService } from '../sessions/session-service.js';

/** How long a sign-in counts as fresh, in milliseconds. */
export const FRESH_MS = 10 * 60_000;
/** Changes that affect only the caller's own sessions and read marks. */
const OWN_MATTERS =
  /^\/api\/(auth\/logout|sessions\/end-others|sessions\/[0-9a-f]{16}\/end|notifications\/(read|preferences))$/;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Finds the caller's session and enforces the requirements of the handler. No session: 401; wrong role: 403. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionService,
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SessionRequest>();
    request.session = (await this.sessionOf(request)) ?? undefined;
    this.refuseForgery(request);
    const who = this.told<('public' | UserRole)[]>(ACCESS, context) ?? [];
    if (who.includes('public')) return true;
    if (!request.session) throw new Refused('unauthenticated', 'Please sign in with your wallet first');
    if (who.length > 0 && !who.includes(request.session.role))
      throw new Refused('forbidden', 'Access Denied: your role can’t do this');
    const reads = SAFE_METHODS.has(request.method) || this.told<boolean>(READING, context) === true;
    // Auditors can read everything and change nothing.
    if (request.session.role === 'auditor' && !reads && !OWN_MATTERS.test(request.path))
      throw new Refused('forbidden', 'Access Denied: auditors can read but not change anything');
    // Protects changes by admins from somebody who finds their unlocked browser.
    const powers = who.includes('admin') && !reads;
    if (powers || this.told<boolean>(FRESH_SIGNATURE, context)) this.mustBeFresh(request.session);
    return true;
  }

  private told<T>(key: string, context: ExecutionContext): T | undefined {
    return this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
  }

  private mustBeFresh({ openedAt }: Session): void {
    if (!this.config.freshSignature || this.clock.now().getTime() - openedAt.getTime() < FRESH_MS) return;
    throw new Refused('forbidden', 'For your security, sign in again to continue', {
      code: 'fresh-signature-required',
    });
  }

  private async sessionOf(request: SessionRequest) {
    const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (bearer) return this.sessions.find(bearer, false);
    const cookie = readCookie(request, SESSION_COOKIE);
    return cookie ? this.sessions.find(cookie, true) : null;
  }

  /**
   * A page on another site can make a browser send its cookies, but it can neither read the token nor set the header.
   */
  private refuseForgery(request: SessionRequest): void {
    if (SAFE_METHODS.has(request.method)) return;
    if (
      request.session?.fromCookie &&
      !this.sessions.isCsrfToken(request.session, request.headers['x-csrf-token'] as string | undefined)
    ) {
      throw new Refused('forbidden', 'The anti-forgery header X-CSRF-Token is missing or wrong: reload the page', {
        code: 'anti-forgery',
      });
    }
  }
}
