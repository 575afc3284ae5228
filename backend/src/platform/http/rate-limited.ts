import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RateLimiter, type Limit } from '../sessions/rate-limiter.js';
import type { SessionRequest } from './access.js';
import { networkOfClient } from './network-of.js';

/**
 * What calls are counted by. `caller`: the signed-in wallet, or a visitor's network; `network`: the network, signed in
 * or not; `visitor`: the network of a visitor, while calls of a signed-in wallet are not limited.
 */
type CountedFor = 'caller' | 'network' | 'visitor';

interface RateLimit {
  limit: Limit;
  countedFor: CountedFor;
}

export const RATE_LIMIT = 'rate-limit';

/**
 * Limits how often a call may be made. It counts after the session and role checks and before the body is validated, so
 * that requests with missing or wrong fields count too. Beyond the limit the call is answered with 429 and
 * `Retry-After`.
 */
export const RateLimited = (limit: Limit, countedFor: CountedFor = 'caller') =>
  SetMetadata(RATE_LIMIT, { limit, countedFor } satisfies RateLimit);

/** Enforces `@RateLimited`. Registered after the session guard, because it counts by the session's wallet. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly reflector: Reflector,
  ) {}

  /** @throws Refused (429) */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const told = this.reflector.getAllAndOverride<RateLimit | undefined>(RATE_LIMIT, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<SessionRequest>();
    if (!told || (told.countedFor === 'visitor' && request.session)) return true;
    const wallet = told.countedFor === 'network' ? undefined : request.session?.wallet;
    const who = wallet ?? networkOfClient(request);
    request.uncount = await this.limiter.take(told.limit, who);
    return true;
  }
}
