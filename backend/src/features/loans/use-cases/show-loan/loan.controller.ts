import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { LoanView } from '@tknest/contracts/api';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { PropertyId } from '../../../listings/listings.public.js';
import { ShowLoan } from './show-loan.query.js';

@Controller('api/loan')
export class LoanController {
  constructor(private readonly queries: QueryBus) {}

  /** The loan's account with schedule, deposit, the day's payoff quote and claims; nulls before it begins. */
  @Get(':propertyId')
  show(@CurrentSession() session: Session, @Param('propertyId', PropertyId) propertyId: number): Promise<LoanView> {
    return this.queries.execute(new ShowLoan(session, propertyId));
  }
}
