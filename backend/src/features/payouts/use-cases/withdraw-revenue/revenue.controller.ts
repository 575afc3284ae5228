import { Body, Controller, Get, Headers, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  WithdrawRevenueRequest,
  type ProposalAnswer,
  type RevenueOrdered,
  type RevenueView,
} from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { randomUUID } from 'node:crypto';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import type { Session } from '#platform/sessions/session.js';
import { TwoPeople } from '#features/proposals/module.public.js';
import { CancelRevenue } from './cancel-revenue.command.js';
import { RevenueAct, revenueOrderId } from './revenue.act.js';
import { ShowRevenue } from './revenue.query.js';
import { WithdrawRevenue } from './withdraw-revenue.command.js';

@Controller('api/admin/revenue')
@Access('admin')
export class RevenueController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly twoPeople: TwoPeople,
    private readonly act: RevenueAct,
  ) {}

  /** The platform's fees: what can be withdrawn, why not the rest, and what was withdrawn. */
  @Get()
  @Access('admin', 'auditor')
  show(): Promise<RevenueView> {
    return this.queries.execute(new ShowRevenue());
  }

  /**
   * Withdraws revenue to the address and tag of the settings, 24 hours after the second person has approved it: 202
   * with the proposal. In a sandbox without two people, it is ordered at once.
   */
  @Post('withdrawals')
  @HttpCode(HttpStatus.ACCEPTED)
  @FreshSignature()
  @RateLimited(LIMITS.paymentStart)
  async withdraw(
    @CurrentSession() session: Session,
    @Body() request: WithdrawRevenueRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<RevenueOrdered | ProposalAnswer> {
    const proposed = await this.twoPeople.propose('revenue', { session, request, key });
    if (proposed) return proposed;
    const what = await this.act.withdrawalOf(request.amount);
    const operationId = key ? revenueOrderId(session.wallet, key) : randomUUID();
    const { payoutId } = await this.commands.execute(new WithdrawRevenue(session, operationId, what));
    return { success: true, id: payoutId };
  }

  /** Cancels a withdrawal that is not signed yet; one admin alone may do it. */
  @Post('withdrawals/:id/cancel')
  @HttpCode(HttpStatus.OK)
  @FreshSignature()
  async cancel(@CurrentSession() session: Session, @Param('id') id: string): Promise<{ success: true }> {
    await this.commands.execute(new CancelRevenue(session, id));
    return { success: true };
  }
}
