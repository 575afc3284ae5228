/** Months and years of the business calendar. */
import type { Day } from '@tknest/contracts/money';
import { STATEMENT_PERIOD } from '@tknest/contracts/api';

export interface Period {
  /** `2026` or `2026-11`. */
  name: string;
  /** The first and the last day. */
  from: Day;
  to: Day;
}

/** The period with this name; null if there is none. */
export function periodOf(name: string): Period | null {
  if (!STATEMENT_PERIOD.test(name)) return null;
  const [year, month] = name.split('-').map(Number) as [number, number | undefined];
  const end = month === undefined ? Date.UTC(year + 1, 0, 1) : Date.UTC(year, month, 1);
  return {
    name,
    from: `${name}${month === undefined ? '-01' : ''}-01` as Day,
    to: new Date(end - 1).toISOString().slice(0, 10) as Day,
  };
}

/**
 * Whether it has begun, and whether it has ended.
 * @param today the last completed business day
 * @param now the wall clock, which can be a few hours into the next month already
 */
export const stateOf = ({ from, to }: Period, today: Day, now: Date): 'future' | 'running' | 'ended' =>
  to < today ? 'ended' : today < from && now.toISOString() < from ? 'future' : 'running';
