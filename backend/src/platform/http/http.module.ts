import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ProblemFilter } from './problem.filter.js';
import { RateLimitGuard } from './rate-limited.js';
import { SessionGuard } from './session.guard.js';
import { ValidationPipe } from './validation.js';

/** The global guards, pipes and filters of every call. Nest runs global guards in this order. */
@Module({
  providers: [
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_PIPE, useClass: ValidationPipe },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class HttpModule {}
