import { Body, Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  RedemptionRequest,
  type LoanRecommendation,
  type LoanView,
  type RedemptionAnswer,
} from '@tknest/contracts/api';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { PropertyId } from '#features/listings/module.public.js';
import { GiveNotice } from '../give-notice/give-notice.command.js';
import { RecommendRepayments } from '../recommend/recommend.query.js';
import { ShowLoan } from './show-loan.query.js';

@Controller('api/loan')
export class LoanController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** The loan's account with schedule, deposit, the day's payoff quote and claims; nulls before it begins. */
  @Get(':propertyId')
  show(@CurrentSession() session: Session, @Param('propertyId', PropertyId) propertyId: number): Promise<LoanView> {
    return this.queries.execute(new ShowLoan(session, propertyId));
  }

  /** What may be paid today, what it saves, and why. */
  @Get('recommendations/:propertyId')
  recommend(
    @CurrentSession() session: Session,
    @Param('propertyId', PropertyId) propertyId: number,
  ): Promise<{ recommendations: LoanRecommendation[] }> {
    return this.queries.execute(new RecommendRepayments(session, propertyId));
  }

  /** Gives notice that all tokens will be redeemed 30 days from now. */
  @Post('redemption')
  @HttpCode(200)
  redeem(
    @CurrentSession() session: Session,
    @Body() { propertyId }: RedemptionRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<RedemptionAnswer> {
    return this.commands.execute(new GiveNotice(session, propertyId, key));
  }
}
