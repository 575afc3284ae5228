import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ScreenNameRequest, type ScreeningResult } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '#platform/config/config.js';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { Refused } from '#platform/domain/refused.js';
import { RateLimiter } from '#platform/sessions/rate-limiter.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { ScreenName } from './screen-name.query.js';

const OFFICERS: ReadonlySet<string> = new Set(['compliance', 'admin']);

@Controller('api/kyc')
export class ScreenNameController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) private readonly config: Pick<Config, 'sandbox'>,
    private readonly standing: ToldStanding,
  ) {}

  /**
   * Screens one name (REQ-1.7.13). Outside the sandbox it is for verified people only: twenty a day per wallet, and
   * only the status. Only officers see how a name matched; others could otherwise try out which spelling is not found.
   * @throws Refused (403) if the wallet is not verified
   */
  @Post('screen-name')
  @HttpCode(200)
  async screen(@CurrentSession() session: Session, @Body() body: ScreenNameRequest): Promise<ScreeningResult> {
    const officer = OFFICERS.has(session.role);
    const explained = officer || this.config.sandbox;
    if (!explained && !(await this.standing.isVerified(session.wallet, 'any')))
      throw new Refused('forbidden', 'Only verified people can test names. Complete your verification first.');
    await this.limiter.take(explained ? LIMITS.screening : LIMITS.screeningService, session.wallet);
    return this.queries.execute(new ScreenName(body.name.trim(), explained));
  }
}
