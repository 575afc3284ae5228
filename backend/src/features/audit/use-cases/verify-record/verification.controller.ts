import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { RecordVerificationView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { Access, Reading } from '#platform/http/access.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { RecordVerifier, type Check } from './record-verifier.js';

/**
 * The same checks as `npm run replay -- --verify`, begun on the auditor's page. They change no stored data, but they
 * are expensive, so a link on another site must not begin them.
 */
@Controller('api/audit/verification')
@Access('admin', 'auditor')
export class VerificationController {
  constructor(private readonly verifier: RecordVerifier) {}

  /** The state of the checks: the last result, or the progress of a running one. */
  @Get()
  show(): Promise<RecordVerificationView> {
    return this.verifier.report();
  }

  /** Begins a check of the `chain` or the `read-models`, or joins the one in progress. */
  @Post(':check')
  @HttpCode(200)
  @Reading()
  @RateLimited(LIMITS.exports)
  async begin(@Param('check') name: string): Promise<RecordVerificationView> {
    const check = checkOf(name);
    this.verifier.begin(check);
    return this.verifier.report();
  }

  /** Stops a check in progress: on a long log it takes a long time. */
  @Post(':check/stop')
  @HttpCode(200)
  @Reading()
  async stop(@Param('check') name: string): Promise<RecordVerificationView> {
    await this.verifier.stop(checkOf(name));
    return this.verifier.report();
  }
}

function checkOf(name: string): Check {
  if (name !== 'chain' && name !== 'read-models')
    throw new Refused('not-found', 'The checks are chain and read-models');
  return name;
}
