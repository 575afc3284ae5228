/** What a borrower may pay on a day, and the interest that each choice saves. Every figure can be computed again. */
import { daysBetween, moveToBusinessDay, type Day } from './business-days.js';
import { arrearsOf, dueOf, isPaidOff, nextToPay, totalOf, type LoanAccount } from './loan-account.js';
import { allocateRepayment, payoffQuote } from './loan-allocation.js';
import { interestToCome } from './loan-schedule.js';
import { CENT, MICRO, type Micro } from './rlusd.js';

export interface Recommended {
  paymentType: 'regular' | 'catch_up' | 'round_up' | 'extra' | 'payoff';
  amount: Micro;
  urgency: 'high' | 'medium' | 'low';
  /** The interest saved over the rest of the loan, compared with paying only what is due. */
  savings: Micro;
  /** The nominal due date that it covers; null if there is none. */
  dueDate: Day | null;
}

/** REQ-2.9.4: the form's step. */
const STEP: Micro = 100n * MICRO;
const SOON_DAYS = 7;

const roundUp = (amount: Micro): Micro => ((amount + STEP - 1n) / STEP) * STEP;

/** Interest from this day to the end of the loan if an amount is paid now, and then each installment when due. */
export function interestIfPaid(account: LoanAccount, amount: Micro, today: Day): Micro {
  const { parts, account: after } = allocateRepayment(account, amount, { today, earlyPrincipal: 'term' });
  const now = parts.filter(({ of }) => of === 'interest').reduce((sum, part) => sum + part.amount, 0n);
  return now + interestToCome(after);
}

/** The account must be up to date for the day, with all due installments. Empty if nothing is owed. */
export function recommendations(account: LoanAccount, today: Day): Recommended[] {
  if (isPaidOff(account)) return [];
  const due = totalOf(dueOf(account));
  // Nothing if the next installment is paid already: what is paid now repays principal early.
  const base = wholeCents(due > 0n ? due : totalOf(nextToPay(account)));
  const payoff = wholeCents(payoffQuote(account, today).amount);
  const plain = base > 0n ? interestIfPaid(account, base, today) : interestToCome(account);
  const saved = (amount: Micro) => {
    const savings = plain - interestIfPaid(account, amount, today);
    return savings > 0n ? savings : 0n;
  };
  const dueDate = base > 0n ? (account.due[0]?.dueDate ?? account.nextDue) : null;
  const first: Recommended = {
    paymentType: totalOf(arrearsOf(account)) > 0n ? 'catch_up' : 'regular',
    amount: base,
    urgency: due > 0n ? 'high' : dueDate && isSoon(today, dueDate) ? 'medium' : 'low',
    savings: 0n,
    dueDate,
  };
  const rounded = roundUp(base);
  const extra = rounded + roundUp(account.level);
  const more = [
    { paymentType: 'round_up' as const, amount: rounded },
    { paymentType: 'extra' as const, amount: extra },
  ].filter(({ amount }) => amount > base && amount < payoff);
  return [
    ...(base > 0n && base < payoff ? [first] : []),
    ...more.map((one) => ({ ...one, urgency: 'low' as const, savings: saved(one.amount), dueDate })),
    {
      paymentType: 'payoff',
      amount: payoff,
      urgency: base < payoff ? 'low' : first.urgency,
      savings: saved(payoff),
      dueDate: null,
    },
  ];
}

/** An amount that people can enter; a deposit may have paid a fraction of a cent. */
const wholeCents = (amount: Micro): Micro => ((amount + CENT - 1n) / CENT) * CENT;

const isSoon = (today: Day, dueDate: Day) => daysBetween(today, moveToBusinessDay(dueDate)) <= SOON_DAYS;
