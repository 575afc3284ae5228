import { Body, Controller, Headers, HttpStatus, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { TokenPayoutRequest, type IssuanceAnswer, type ProposalAnswer } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { TwoPeople } from '#features/proposals/module.public.js';
import { PayByHand } from './pay-by-hand.command.js';

@Controller('api/tokens/payout')
@Access('admin')
export class PayByHandController {
  constructor(
    private readonly commands: CommandBus,
    private readonly twoPeople: TwoPeople,
  ) {}

  /**
   * Pays RLUSD manually (REQ-2.7.3): 200 once a validated ledger shows it, 202 if it takes longer or needs two people.
   */
  @Post()
  @FreshSignature()
  @RateLimited(LIMITS.paymentStart)
  async pay(
    @CurrentSession() session: Session,
    @Body() request: TokenPayoutRequest,
    @Res({ passthrough: true }) response: Response,
    @Headers('idempotency-key') key?: string,
  ): Promise<IssuanceAnswer | ProposalAnswer> {
    const proposed = await this.twoPeople.propose('hand-payout', { session, request, key });
    if (proposed) response.status(HttpStatus.ACCEPTED);
    if (proposed) return proposed;
    const answer = await this.commands.execute(new PayByHand(session, request, key));
    response.status(answer.success && answer.txHash === null ? HttpStatus.ACCEPTED : HttpStatus.OK);
    return answer;
  }
}
