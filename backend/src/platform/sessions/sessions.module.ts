import { Global, Injectable, Module } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Jobs } from '../consumers/jobs.js';
import { Causation } from './causation.js';
import { RateLimiter } from './rate-limiter.js';
import { Recorder } from './recorder.js';
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
  providers: [SessionService, RateLimiter, Causation, Recorder, SessionSweeper],
  exports: [SessionService, RateLimiter, Causation, Recorder],
})
export class SessionsModule {}
