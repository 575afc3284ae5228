/** The business day of a ledger: the only place that turns a ledger into a day. Pure. */
import type { BusinessDate } from '@tknest/contracts/events';
import { dayAt } from '@tknest/contracts/money';

/** Somebody moved the calendar; `ledgerIndex`: the last validated ledger at that moment. */
export interface CalendarMove {
  to: BusinessDate;
  ledgerIndex: number;
}

export interface ClosedLedger {
  ledgerIndex: number;
  closedAt: Date;
}

/**
 * The New York day on which the ledger closed, or the day to which the calendar had been moved by then, whichever is
 * later. In production nobody moves the calendar.
 * @param moves oldest first
 */
export function dayOfLedger({ ledgerIndex, closedAt }: ClosedLedger, moves: readonly CalendarMove[]): BusinessDate {
  const closedOn = dayAt(closedAt);
  const moved = moves.findLast((move) => move.ledgerIndex <= ledgerIndex);
  return moved && moved.to > closedOn ? moved.to : closedOn;
}

/**
 * The day on which a signed transaction counts: that of its ledger, never before the day on which it was journaled as
 * signed, and never after today.
 * @param signedOn null if the log does not contain the signature
 */
export function dayOfSigned(
  ledgerDay: BusinessDate,
  { signedOn, today }: { signedOn: BusinessDate | null; today: BusinessDate },
): BusinessDate {
  const day = signedOn !== null && signedOn > ledgerDay ? signedOn : ledgerDay;
  return day < today ? day : today;
}
