/** How a loan begins and its installments fall due. Pure: the business day is a parameter. */
import type { LoanEvent } from '@tknest/contracts/events';
import {
  addDays,
  dayInWords,
  dueDayOf,
  dueOf,
  firstDueDate,
  moveToBusinessDay,
  nextToFallDue,
  paymentOf,
  percent,
  toDecimal,
  withFallen,
  type Day,
  type DueInstallment,
  type Micro,
} from '@tknest/contracts/money';
import { LOAN } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { arrearsOn, isPastGrace } from './grace.js';
import { evolveLoan, type Loan, type LoanState } from './loan.state.js';

/** A loan that was opened. @throws Refused (404) if it was not */
export function openedLoan(state: LoanState): Loan {
  if (state.status === 'none') throw new Refused('not-found', 'This property has no loan');
  return state;
}

/** The property with the ended sale. */
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
 * Opens the loan for the amount that the sold tokens raised; does nothing if none were sold or the loan is already
 * open.
 * @param collection rent automation may already have set the due day
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
 * Moves the loan's due day, which is possible before the first due date only.
 * @throws Refused (409) if it is too late, or the first due date on the new day has passed
 */
export function moveDueDay(dueDay: number, today: Day, state: Loan): LoanEvent[] {
  if (state.dueDay === dueDay) return [];
  if (state.fallen.length > 0 || state.account.nextDue <= today || state.account.nextNumber > 1)
    throw new Refused('conflict', `This loan is due on day ${state.dueDay} of the month, which can’t be changed now`, {
      paymentDueDay: state.dueDay,
    });
  // Counted from the opening, not from today: otherwise a landlord could postpone the first payment forever.
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

/** Lets everything fall due up to a day. Overdue principal bears interest even after the last installment. */
function fallDue(through: Day, state: Loan): LoanEvent[] {
  const events: LoanEvent[] = [];
  for (let { account } = state; state.status === 'open' && account.nextDue <= through;) {
    const fallen = nextToFallDue(account);
    if (fallen.interest + fallen.principal === 0n) break;
    const overdue = dueOf(account).principal;
    account = withFallen(account, fallen);
    events.push(fellDue(state.propertyId, fallen, overdue, account.undue));
  }
  return events;
}

const fellDue = (propertyId: number, fallen: DueInstallment, overdue: Micro, balance: Micro): LoanEvent => ({
  type: 'InstalmentFellDue',
  data: {
    propertyId,
    number: fallen.number,
    dueDate: fallen.dueDate,
    collectOn: moveToBusinessDay(fallen.dueDate),
    interest: toDecimal(fallen.interest),
    principal: toDecimal(fallen.principal),
    overdue: toDecimal(overdue),
    interestPaid: toDecimal(fallen.interestPaid),
    principalPaid: toDecimal(fallen.principalPaid),
    balance: toDecimal(balance),
  },
});

export const unpaidOf = ({ interest, principal, interestPaid, principalPaid }: DueInstallment): Micro =>
  interest + principal - interestPaid - principalPaid;

/** The part of the deposit that can't be withdrawn on a day: the total that is due and unpaid. */
export const withheldOf = (today: Day, state: LoanState): Micro =>
  state.status === 'none' ? 0n : upTo(today, state).state.account.due.reduce((sum, one) => sum + unpaidOf(one), 0n);

/** Records, once per installment, that it is in arrears. */
function markArrears(today: Day, state: Loan): LoanEvent[] {
  return state.account.due
    .filter(({ inArrears, dueDate }) => !inArrears && isPastGrace(today, dueDate, state))
    .map((one) => ({
      type: 'LoanInArrears',
      data: { propertyId: state.propertyId, dueDate: one.dueDate, amount: toDecimal(unpaidOf(one)), date: today },
    }));
}

/** Everything that the calendar alone causes up to a day. Decisions about money are based on the resulting account. */
export function upTo(today: Day, state: Loan): { events: LoanEvent[]; state: Loan } {
  const fallen = fallDue(today, state);
  const after = evolved(state, fallen);
  const late = markArrears(today, after);
  return { events: [...fallen, ...late], state: evolved(after, late) };
}

/** The next day on which the calendar alone changes something; in the past if days were missed. Null if none does. */
export function nextOnCalendar(state: Loan): Day | null {
  const { status, account } = state;
  if (status !== 'open') return null;
  const late = account.due.filter(({ inArrears }) => !inArrears).map(({ dueDate }) => arrearsOn(dueDate, state));
  const fallen = nextToFallDue(account);
  const days = (fallen.interest + fallen.principal > 0n ? [account.nextDue, ...late] : late).filter(
    (day) => day !== null,
  );
  return days.length > 0 ? days.reduce((a, b) => (a < b ? a : b)) : null;
}

/** Whether days on which the calendar changes something have passed without this loan: it waits for them. */
export function isBehind(today: Day, state: LoanState): boolean {
  const missed = state.status === 'none' ? null : nextOnCalendar(state);
  return missed !== null && missed <= today;
}

/** The loan after these events. */
export const evolved = (loan: Loan, events: readonly LoanEvent[]): Loan =>
  events.reduce((state, event) => evolveLoan(state, event), loan);

/** Gives notice that the landlord will redeem the tokens in 30 days. @throws Refused */
export function noticeRedemption(today: Day, state: Loan): LoanEvent[] {
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
