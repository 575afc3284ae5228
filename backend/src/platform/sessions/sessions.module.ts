import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Interval } from '@nestjs/schedule';
import { Injectable } from '@nestjs/common';
import { Jobs } from '../consumers/jobs.js';
import { Causation } from './causation.js';
import { RateLimitGuard } from '../http/rate-limited.js';
import { RateLimiter } from './rate-limiter.js';
import { Recorder } from './recorder.js';
import { SessionGuard } from './session.guard.js';
import { SessionService } from './session-service.js';

/** Deletes expired sessions and sign-ins. */
@Injectable()
class SessionSweeper {
  constructor(
    private readonly sessions: SessionService,
    private readonly jobs: Jobs,
  ) {}

  @Interval(60_000)
  async sweep(): Promise<void> {
    await this.jobs.once('expired-sessions', () => this.sessions.removeExpired()).catch(() => undefined);
  }
}

@Global()
@Module({
  providers: [
    SessionService,
    RateLimiter,
    Causation,
    Recorder,
    SessionSweeper,
    // Nest runs global guards in this order.
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
  exports: [SessionService, RateLimiter, Causation, Recorder],
})
export class SessionsModule {}
