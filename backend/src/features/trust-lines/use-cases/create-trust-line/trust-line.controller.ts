import { Body, Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateTrustLineRequest, type TrustLinePayloadView, type TrustLineRequestView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { mustMayAskOf } from '../../own-wallet.js';
import { CreateTrustLine } from './create-trust-line.command.js';
import { FollowTrustLine } from './follow-trust-line.query.js';

@Controller('api/rlusd')
export class TrustLineController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Asks the wallet app for the signature that opens an RLUSD line (REQ-2.7.12). Only that wallet can sign it. */
  @Post('create-trust-line')
  @HttpCode(200)
  @RateLimited(LIMITS.paymentStart)
  async create(
    @CurrentSession() session: Session,
    @Body() request: CreateTrustLineRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<TrustLineRequestView> {
    mustMayAskOf(session, request.walletAddress);
    return this.commands.execute(new CreateTrustLine(session, request, key));
  }

  /** Whether it was signed, and whether a validated ledger has the trust line (REQ-2.7.12). */
  @Get('trust-status-payload/:payloadUuid')
  follow(@CurrentSession() session: Session, @Param('payloadUuid') payloadUuid: string): Promise<TrustLinePayloadView> {
    return this.queries.execute(new FollowTrustLine(session, payloadUuid));
  }
}
