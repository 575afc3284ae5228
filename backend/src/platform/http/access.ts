import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { UserRole } from '@tknest/contracts/api';
import type { Request } from 'express';
import { Refused } from '../domain/refused.js';
import type { Session } from '../sessions/session.js';

export interface SessionRequest extends Request {
  session?: Session;
  rawBody?: Buffer;
  /** Set if the call was counted against a rate limit: reverts that count. */
  uncount?: () => Promise<void>;
}

export const ACCESS = 'access';

/**
 * `public`: everybody; no argument: any session; roles: one of these. Without this decorator a call needs a session.
 */
export const Access = (...who: ('public' | UserRole)[]) => SetMetadata(ACCESS, who);

export const FRESH_SIGNATURE = 'fresh-signature';

/** Requires a sign-in within the last ten minutes, if FRESH_SIGNATURE is on. */
export const FreshSignature = () => SetMetadata(FRESH_SIGNATURE, true);

export const READING = 'reading';

/**
 * A call that is not a GET, so that no other site's link can trigger it, but changes no stored state: users who may
 * only read may make it too, without a fresh signature.
 */
export const Reading = () => SetMetadata(READING, true);

/** The session of the call. @throws Refused if there is none */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): Session => {
  const session = context.switchToHttp().getRequest<SessionRequest>().session;
  if (!session) throw new Refused('unauthenticated', 'Please sign in with your wallet first');
  return session;
});

/** The session, or null for a visitor. */
export const MaybeSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): Session | null =>
    context.switchToHttp().getRequest<SessionRequest>().session ?? null,
);
