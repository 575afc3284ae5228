/** Unclaimed money has an age: its owner is told again after a month, a quarter and a year. Pure. */
import type { BusinessDate, UnclaimedAged } from '@tknest/contracts/events';
import { addDays, toDecimal } from '@tknest/contracts/money';
import type { BatchState } from './batch.state.js';

/** Days of the business calendar, weekends included. */
export const NOTICE_DAYS = [30, 90, 365] as const;

/**
 * The notice that is due for a line, once for each of the days; if several have passed meanwhile, only for the last.
 * The money stays where it is.
 * @param since the business day on which the line could not be paid for the first time
 */
export function noticeAge(
  { wallet, since, today }: { wallet: string; since: BusinessDate; today: BusinessDate },
  { runId, batch, lines }: BatchState,
): UnclaimedAged[] {
  const line = lines.get(wallet);
  const days = NOTICE_DAYS.findLast((one) => addDays(since, one) <= today) ?? 0;
  if (line?.state !== 'unclaimed' || days <= line.toldDays) return [];
  const reason = line.unpayable!;
  return [
    { type: 'UnclaimedAged', data: { runId, batch, wallet, amount: toDecimal(line.amount), reason, days, since } },
  ];
}
