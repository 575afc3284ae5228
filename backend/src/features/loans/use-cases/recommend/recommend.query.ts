import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { LoanRecommendation } from '@tknest/contracts/api';
import { formatRlusd, moveToBusinessDay, recommendations, toNumber, type Recommended } from '@tknest/contracts/money';
import type { Session } from '#platform/sessions/session.js';
import { upTo } from '../../account/loan.decider.js';
import { LoanReader } from '../../loan-reader.js';

/** What the landlord of a loan may pay today, and why. */
export class RecommendRepayments extends Query<{ recommendations: LoanRecommendation[] }> {
  constructor(
    readonly session: Session,
    readonly propertyId: number,
  ) {
    super();
  }
}

@QueryHandler(RecommendRepayments)
export class RecommendRepaymentsHandler implements IQueryHandler<RecommendRepayments> {
  constructor(private readonly loans: LoanReader) {}

  /** @throws Refused (404) */
  async execute({ session, propertyId }: RecommendRepayments): Promise<{ recommendations: LoanRecommendation[] }> {
    const { loan, collection, today } = await this.loans.seenBy(session, propertyId);
    if (loan.status !== 'open') return { recommendations: [] };
    const { account } = upTo(today, loan).state;
    const isCollected = collection.autopay || collection.automation !== null;
    return { recommendations: recommendations(account, today).map((one) => viewOf(one, isCollected)) };
  }
}

/** @param isCollected whether something is collected from the landlord already */
export const viewOf = (one: Recommended, isCollected: boolean): LoanRecommendation => ({
  paymentType: one.paymentType,
  recommendedAmount: toNumber(one.amount),
  urgency: one.urgency,
  reasoning: reasonOf(one),
  savings: toNumber(one.savings),
  dueDate: one.dueDate && moveToBusinessDay(one.dueDate),
  autoPaySuggestion: one.paymentType === 'regular' && !isCollected,
});

/** What the payment does. Due date and savings are separate fields. */
function reasonOf({ paymentType, amount, dueDate }: Recommended): string {
  switch (paymentType) {
    case 'regular':
      return 'Follows the plan.';
    case 'catch_up':
      return 'Everything that is due and in arrears: the loan is current again.';
    case 'round_up':
      return `Rounded up to ${formatRlusd(amount, 0)} RLUSD. Anything above what is due repays principal early.`;
    case 'extra':
      return dueDate
        ? 'What is due plus one more installment, each rounded up to the next 100 RLUSD, so fewer are left.'
        : `One more installment, rounded up to ${formatRlusd(amount, 0)} RLUSD, so fewer are left.`;
    case 'payoff':
      return 'Pays the loan off today.';
  }
}
