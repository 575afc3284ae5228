/** How a loan begins, and how its installments fall due: pure, the business day comes in. */
import type { LoanEvent } from '@tknest/contracts/events';
import {
  addBusinessDays,
  addDays,
  dayInWords,
  dueDayOf,
  firstDueDate,
  moveToBusinessDay,
  nextToFallDue,
  paymentOf,
  percent,
  toDecimal,
  withFallen,
  type Day,
  type DueInstalment,
  type Micro,
} from '@tknest/contracts/money';
import { LOAN } from '@tknest/contracts/rules';
import { Refused } from '../../../platform/domain/refused.js';
import { evolveLoan, type LoanState } from './loan.state.js';

export const loanNotFound = () => new Refused('not-found', 'This property has no loan');

/** The property whose sale has ended. */
export interface SoldProperty {
  propertyId: number;
  name: string;
  owner: string;
  sold: number;
  tokenPrice: Micro;
  annualRate: string;
  termMonths: number;
}

/**
 * What was sold is owed. Nothing where nothing was sold, or the loan is open already.
 * @param collection rent automation may have named the due day before
 * @param openedOn the business day on which the sale ended
 */
export function openLoan(
  property: SoldProperty,
  { automation }: { automation: { payoutDay: number } | null },
  openedOn: Day,
  state: LoanState,
): LoanEvent[] {
  const { propertyId, name, owner, sold, tokenPrice, annualRate, termMonths } = property;
  if (state.status !== 'none' || sold === 0) return [];
  const principal = tokenPrice * BigInt(sold);
  const dueDay = automation?.payoutDay ?? dueDayOf(openedOn);
  return [
    {
      type: 'LoanOpened',
      data: {
        propertyId,
        propertyName: name,
        owner,
        principal: toDecimal(principal),
        tokens: sold,
        annualRate,
        termMonths,
        monthlyPayment: toDecimal(paymentOf(principal, percent(annualRate), termMonths)),
        openedOn,
        dueDay,
        firstDueDate: firstDueDate(dueDay, openedOn),
      },
    },
  ];
}

/**
 * The loan has one due day. Before the first due date it can be moved.
 * @throws Refused (409) where another day is wanted later, or its first due date has passed
 */
export function moveDueDay(dueDay: number, today: Day, state: LoanState): LoanEvent[] {
  if (state.status === 'none' || state.dueDay === dueDay) return [];
  if (state.fallen.length > 0 || state.account.nextDue <= today || state.account.nextNumber > 1)
    throw new Refused('conflict', `This loan is due on day ${state.dueDay} of the month, which can’t be changed now`, {
      paymentDueDay: state.dueDay,
    });
  // Counted from the opening, not from today: who moves it again and again would never pay.
  const first = firstDueDate(dueDay, state.openedOn);
  if (first <= today)
    throw new Refused(
      'conflict',
      `Day ${dueDay} of the month would have been due on ${dayInWords(first)}: choose a later one`,
      {
        paymentDueDay: state.dueDay,
      },
    );
  return [{ type: 'DueDayMoved', data: { propertyId: state.propertyId, dueDay, firstDueDate: first, date: today } }];
}

/** Lets everything fall due up to a day. What overdue principal costs goes on after the last installment. */
export function fallDue(through: Day, state: LoanState): LoanEvent[] {
  const events: LoanEvent[] = [];
  for (let { account } = state; state.status === 'open' && account.nextDue <= through;) {
    const fallen = nextToFallDue(account);
    if (fallen.interest + fallen.principal === 0n) break;
    account = withFallen(account, fallen);
    events.push(fellDue(state.propertyId, fallen, account.undue));
  }
  return events;
}

const fellDue = (propertyId: number, fallen: DueInstalment, balance: Micro): LoanEvent => ({
  type: 'InstalmentFellDue',
  data: {
    propertyId,
    number: fallen.number,
    dueDate: fallen.dueDate,
    collectOn: moveToBusinessDay(fallen.dueDate),
    interest: toDecimal(fallen.interest),
    principal: toDecimal(fallen.principal),
    interestPaid: toDecimal(fallen.interestPaid),
    principalPaid: toDecimal(fallen.principalPaid),
    balance: toDecimal(balance),
  },
});

/** The day on which an unpaid installment is in arrears. */
export const arrearsOn = (dueDate: Day): Day => addBusinessDays(moveToBusinessDay(dueDate), LOAN.graceBusinessDays);

export const unpaidOf = ({ interest, principal, interestPaid, principalPaid }: DueInstalment): Micro =>
  interest + principal - interestPaid - principalPaid;

/** What a deposit is needed for on a day: everything that fell due and is not paid. */
export const withheldOf = (today: Day, state: LoanState): Micro =>
  upTo(today, state).state.account.due.reduce((sum, one) => sum + unpaidOf(one), 0n);

/** Says of each installment once that it is in arrears. */
export function markArrears(today: Day, state: LoanState): LoanEvent[] {
  return state.account.due
    .filter(({ inArrears, dueDate }) => !inArrears && today >= arrearsOn(dueDate))
    .map((one) => ({
      type: 'LoanInArrears',
      data: { propertyId: state.propertyId, dueDate: one.dueDate, amount: toDecimal(unpaidOf(one)), date: today },
    }));
}

/** Everything that the calendar alone brings up to a day. Decisions about money rest on the account as it is then. */
export function upTo(today: Day, state: LoanState): { events: LoanEvent[]; state: LoanState } {
  const fallen = fallDue(today, state);
  const after = fallen.reduce(evolveLoan, state);
  const late = markArrears(today, after);
  return { events: [...fallen, ...late], state: late.reduce(evolveLoan, after) };
}

/** The owner will redeem the tokens: everybody knows 30 days ahead. @throws Refused */
export function noticeRedemption(today: Day, state: LoanState): LoanEvent[] {
  if (state.status !== 'open') throw new Refused('conflict', 'This loan is paid off');
  if (state.redemption)
    throw new Refused(
      'conflict',
      `Notice was already given: redemption is possible from ${state.redemption.redeemableFrom}`,
      {
        redeemableFrom: state.redemption.redeemableFrom,
      },
    );
  const redeemableFrom = addDays(today, LOAN.redemptionNoticeDays);
  return [{ type: 'RedemptionNoticed', data: { propertyId: state.propertyId, date: today, redeemableFrom } }];
}
