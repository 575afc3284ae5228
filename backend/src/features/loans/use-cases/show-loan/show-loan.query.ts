import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { LoanView } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import { LoanReader } from '../../loan-reader.js';
import { loanViewOf } from './loan-view.js';

/** A property's loan, for its landlord, admins and auditors. */
export class ShowLoan extends Query<LoanView> {
  constructor(
    readonly session: Session,
    readonly propertyId: number,
  ) {
    super();
  }
}

@QueryHandler(ShowLoan)
export class ShowLoanHandler implements IQueryHandler<ShowLoan> {
  constructor(@Inject(LoanReader) private readonly loans: LoanReader) {}

  /** @throws Refused (404) */
  async execute({ session, propertyId }: ShowLoan): Promise<LoanView> {
    return loanViewOf(await this.loans.seenBy(session, propertyId));
  }
}
