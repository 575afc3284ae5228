import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ScreenNameRequest, type ScreeningResult } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { ScreenName } from './screen-name.query.js';

const OFFICERS: ReadonlySet<string> = new Set(['compliance', 'admin']);

@Controller('api/kyc')
export class ScreenNameController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Screens one name (D1 §7). Outside the sandbox it is a service: twenty a day for a wallet, status only; how a name
   * matched is for officers.
   */
  @Post('screen-name')
  @HttpCode(200)
  async screen(@CurrentSession() session: Session, @Body() body: ScreenNameRequest): Promise<ScreeningResult> {
    const officer = OFFICERS.has(session.role);
    const explained = officer || this.config.sandbox;
    await this.limiter.take(explained ? LIMITS.screening : LIMITS.screeningService, session.wallet);
    return this.queries.execute(new ScreenName(body.name.trim(), explained));
  }
}
