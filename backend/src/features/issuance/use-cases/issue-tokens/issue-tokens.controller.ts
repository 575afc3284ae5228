import { Body, Controller, Headers, HttpStatus, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { IssueTokensRequest, type IssuanceAnswer } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access, CurrentSession, FreshSignature, type Session } from '../../../../platform/http/access.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { answerOf } from '../show-operations/operation.view.js';
import { IssueTokens } from './issue-tokens.command.js';

@Controller('api/tokens/issue')
@Access('admin')
export class IssueTokensController {
  constructor(
    private readonly commands: CommandBus,
    private readonly limiter: RateLimiter,
  ) {}

  /** Issues TKNEST by hand (D2 §7): 200 once a validated ledger says so, 202 where that takes longer. */
  @Post()
  @FreshSignature()
  async issue(
    @CurrentSession() session: Session,
    @Body() request: IssueTokensRequest,
    @Res({ passthrough: true }) response: Response,
    @Headers('idempotency-key') key?: string,
  ): Promise<IssuanceAnswer> {
    await this.limiter.take(LIMITS.paymentStart, session.wallet);
    const issuance = await this.commands.execute(new IssueTokens(session, request, key));
    response.status(issuance.phase === 'open' ? HttpStatus.ACCEPTED : HttpStatus.OK);
    return answerOf(issuance);
  }
}
