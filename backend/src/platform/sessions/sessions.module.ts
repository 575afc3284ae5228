import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Interval } from '@nestjs/schedule';
import { Injectable } from '@nestjs/common';
import { Causation } from './causation.js';
import { RateLimiter } from './rate-limiter.js';
import { SessionGuard } from './session.guard.js';
import { SessionService } from './session-service.js';

/** Forgets what has expired; every instance may do it. */
@Injectable()
class SessionSweeper {
  constructor(private readonly sessions: SessionService) {}

  @Interval(60_000)
  async sweep(): Promise<void> {
    await this.sessions.removeExpired().catch(() => undefined);
  }
}

@Global()
@Module({
  providers: [SessionService, RateLimiter, Causation, SessionSweeper, { provide: APP_GUARD, useClass: SessionGuard }],
  exports: [SessionService, RateLimiter, Causation],
})
export class SessionsModule {}
