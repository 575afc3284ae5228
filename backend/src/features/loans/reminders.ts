/** The calendar's reminders to landlords. Pure: the business day is a parameter. */
import type { NoticeKind, NotificationSent } from '@tknest/contracts/events';
import {
  addDays,
  arrearsOf,
  businessDaysBetween,
  isBusinessDay,
  moveToBusinessDay,
  nextToPay,
  payoffQuote,
  toDecimal,
  totalOf,
  type Day,
  type Micro,
} from '@tknest/contracts/money';
import { LOAN } from '@tknest/contracts/rules';
import { unpaidOf } from './account/loan.decider.js';
import type { Loan, LoanState } from './account/loan.state.js';

export type Notice = NotificationSent['data'];

/** A notice about a loan; its id names its subject, so that it is given only once. */
export function noticeOf(
  { propertyId, propertyName, owner }: Pick<Loan, 'propertyId' | 'propertyName' | 'owner'>,
  notice: Pick<Notice, 'kind' | 'audience' | 'date'> & Partial<Pick<Notice, 'about' | 'amount' | 'missing'>>,
): Notice {
  const { kind, date, about = null, amount = null, missing = null, audience } = notice;
  const notificationId = `${propertyId}/${kind}/${about ?? date}/${date}`;
  return { notificationId, propertyId, propertyName, owner, audience, kind, date, about, amount, missing };
}

/** @param collected whether the platform collects due installments */
export function remindersOn(today: Day, loan: LoanState, collected: boolean): Notice[] {
  if (loan.status !== 'open') return [];
  const notice = (kind: NoticeKind, about: Day, amount: Micro) =>
    noticeOf(loan, { kind, audience: ['owner'], date: today, about, amount: toDecimal(amount) });
  const dates = openDates(loan).flatMap(({ dueDate, amount }) => {
    const kind = reminderOn(today, moveToBusinessDay(dueDate), collected);
    return kind ? [notice(kind, dueDate, amount)] : [];
  });
  if (today === loan.redemption?.redeemableFrom)
    dates.push(notice('redemption-due', today, payoffQuote(loan.account, today).amount));
  const oldest = loan.account.due.find(({ inArrears }) => inArrears);
  return oldest && isArrearsReminderOn(today, oldest.dueDate)
    ? [...dates, notice('payment-overdue', oldest.dueDate, totalOf(arrearsOf(loan.account)))]
    : dates;
}

function reminderOn(today: Day, collectOn: Day, collected: boolean): NoticeKind | null {
  const [week, eve] = LOAN.reminderDaysBefore;
  if (addDays(today, eve) === collectOn) return collected ? 'collection-coming' : 'payment-due-soon';
  if (addDays(today, week) === collectOn) return 'payment-due-soon';
  return today === collectOn ? 'payment-due' : null;
}

/** Every five business days, for everything in arrears at once. */
function isArrearsReminderOn(today: Day, dueDate: Day): boolean {
  if (!isBusinessDay(today)) return false;
  const late = businessDaysBetween(moveToBusinessDay(dueDate), today);
  return late > 0 && late % LOAN.reminderBusinessDays === 0;
}

/** The unpaid amount, including the next installment. */
function openDates({ account }: Loan): { dueDate: Day; amount: Micro }[] {
  const due = account.due.map((one) => ({ dueDate: one.dueDate, amount: unpaidOf(one) }));
  const next = totalOf(nextToPay(account));
  return next > 0n ? [...due, { dueDate: account.nextDue, amount: next }] : due;
}
