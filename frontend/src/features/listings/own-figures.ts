import type { PropertyView } from '@tknest/contracts/api';
import { sumOf } from '../../shared/format/format';

/** The page on which a property's loan is repaid. */
export const repayAt = ({ id }: PropertyView) => `/landlord-payback?propertyId=${id}`;

/** What a landlord's properties owe, have raised and have sold. Amounts in RLUSD. */
export function figuresOf(rows: readonly PropertyView[]) {
  const late = rows.filter(({ arrears }) => (arrears ?? 0) > 0);
  // A loan in arrears has its oldest unpaid installment as its next; that one is counted under arrears.
  const coming = rows
    .filter(({ loanStatus, nextPaymentDue }) => loanStatus === 'current' && nextPaymentDue)
    .sort((a, b) => Date.parse(a.nextPaymentDue!) - Date.parse(b.nextPaymentDue!));
  const [next] = coming;
  const sameDay = coming.filter(({ nextPaymentDue }) => nextPaymentDue === next!.nextPaymentDue);
  return {
    next,
    /** Of every loan that is due on that day. */
    due: sumOf(...sameDay.map(({ monthlyPaymentAmount }) => monthlyPaymentAmount ?? 0)),
    late,
    arrears: sumOf(...late.map(({ arrears }) => arrears!)),
    raised: sumOf(...rows.map(({ tokensSold, tokenPrice }) => tokensSold * tokenPrice)),
    goal: sumOf(...rows.map(({ fundingGoal }) => fundingGoal)),
    sold: rows.reduce((sum, { tokensSold }) => sum + tokensSold, 0),
    tokens: rows.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
    /** What to repay first: arrears before what is due next. */
    urgent: late[0] ?? next,
  };
}
