import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { RecordVerificationView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { Access, Reading } from '#platform/http/access.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { RecordVerifier, type Check } from './record-verifier.js';

/**
 * The same checks as `npm run replay -- --verify`, asked for from the auditor's page. They read the record and change
 * nothing that is kept; they cost time, so a link on another page must not begin them.
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

  /** Begins a check of the `chain` or the `read-models`, or joins the one under way. */
  @Post(':check')
  @HttpCode(200)
  @Reading()
  @RateLimited(LIMITS.exports)
  async begin(@Param('check') name: string): Promise<RecordVerificationView> {
    const check = checkOf(name);
    this.verifier.begin(check);
    return this.verifier.report();
  }

  /** Ends a check that is under way: a large record takes long, and not everybody can wait. */
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
