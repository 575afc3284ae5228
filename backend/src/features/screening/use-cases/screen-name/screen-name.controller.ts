import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ScreenNameRequest, type ScreeningResult } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { ScreenName } from './screen-name.query.js';

@Controller('api/kyc')
export class ScreenNameController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limiter: RateLimiter,
  ) {}

  /** Screens one name (D1 §7); for everybody who is signed in. */
  @Post('screen-name')
  @HttpCode(200)
  async screen(@CurrentSession() session: Session, @Body() body: ScreenNameRequest): Promise<ScreeningResult> {
    await this.limiter.take(LIMITS.screening, session.wallet);
    return this.queries.execute(new ScreenName(body.name.trim()));
  }
}
