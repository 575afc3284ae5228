/** The statements to choose from. Pure. */
import { STATEMENT_PERIOD, type StatementPeriodView } from '@tknest/contracts/api';
import type { Day } from '@tknest/contracts/money';
import { monthOf } from '../../shared/format/time';

export const isYear = (period: string): boolean => period.length === 4;

/** The month of a day. */
export const monthAt = (today: Day): string => today.slice(0, 7);

/** `November 2026`, `2026` */
export const periodName = (period: string): string => (isYear(period) ? period : monthOf(period));

/** The period in the address; the current month if there is none. */
export const chosenPeriod = (asked: string | null, today: Day): string =>
  asked && STATEMENT_PERIOD.test(asked) ? asked : monthAt(today);

/** Months or years, newest first: those with movements, the current one, and the one shown. */
export function choices(known: readonly StatementPeriodView[], chosen: string, today: Day) {
  const present = isYear(chosen) ? monthAt(today).slice(0, 4) : monthAt(today);
  const alike = known.map(({ period }) => period).filter((period) => isYear(period) === isYear(chosen));
  const periods = [...new Set([...alike, present, chosen])];
  return periods.toSorted((a, b) => (a < b ? 1 : -1)).map((value) => ({ value, label: periodName(value) }));
}

/** The year of a month; for a year, its last month with movements, otherwise its current or last one. */
export function otherPeriod(period: string, known: readonly StatementPeriodView[], today: Day): string {
  if (!isYear(period)) return period.slice(0, 4);
  const months = known.map((one) => one.period).filter((one) => !isYear(one) && one.startsWith(period));
  const present = monthAt(today);
  return months.toSorted().at(-1) ?? (present.startsWith(period) ? present : `${period}-12`);
}
