import { Body, Controller, Headers, HttpStatus, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { IssueTokensRequest, type IssuanceAnswer, type ProposalAnswer } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { TwoPeople } from '#features/proposals/module.public.js';
import { answerOf } from '../show-operations/operation.view.js';
import { IssueTokens } from './issue-tokens.command.js';

@Controller('api/tokens/issue')
@Access('admin')
export class IssueTokensController {
  constructor(
    private readonly commands: CommandBus,
    private readonly twoPeople: TwoPeople,
  ) {}

  /**
   * Issues TKNEST manually (REQ-2.7.3): 200 once a validated ledger shows it, 202 if it takes longer or needs two
   * people.
   */
  @Post()
  @FreshSignature()
  @RateLimited(LIMITS.paymentStart)
  async issue(
    @CurrentSession() session: Session,
    @Body() request: IssueTokensRequest,
    @Res({ passthrough: true }) response: Response,
    @Headers('idempotency-key') key?: string,
  ): Promise<IssuanceAnswer | ProposalAnswer> {
    const proposed = await this.twoPeople.propose('hand-issuance', { session, request, key });
    if (proposed) response.status(HttpStatus.ACCEPTED);
    if (proposed) return proposed;
    const issuance = await this.commands.execute(new IssueTokens(session, request, key));
    response.status(issuance.phase === 'open' ? HttpStatus.ACCEPTED : HttpStatus.OK);
    return answerOf(issuance);
  }
}
