/** Calendar months and years, UTC. */
import type { Day } from '@tknest/contracts/money';
import { STATEMENT_PERIOD } from '@tknest/contracts/api';

export interface Period {
  /** `2026` or `2026-11`. */
  name: string;
  /** The first and the last day. */
  from: Day;
  to: Day;
  /** ISO 8601: the time at which it ends. */
  end: string;
}

/** The period with this name; null if there is none. */
export function periodOf(name: string): Period | null {
  if (!STATEMENT_PERIOD.test(name)) return null;
  const [year, month] = name.split('-').map(Number) as [number, number | undefined];
  const end = month === undefined ? Date.UTC(year + 1, 0, 1) : Date.UTC(year, month, 1);
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10) as Day;
  return {
    name,
    from: `${name}${month === undefined ? '-01' : ''}-01` as Day,
    to: day(end - 1),
    end: new Date(end).toISOString(),
  };
}

/** Whether it has begun, and whether it has ended, at a given time. */
export const stateOf = ({ from, end }: Period, now: Date): 'future' | 'running' | 'ended' =>
  now.toISOString() < from ? 'future' : now.toISOString() < end ? 'running' : 'ended';
