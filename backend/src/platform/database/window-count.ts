import type { Pool, PoolClient } from 'pg';
import { firstRow } from './first-row.js';

/** An increment to a count of attempts in fixed windows. */
export interface Counting {
  key: string;
  windowMs: number;
  by: number;
  now: number;
}

export interface Counted {
  count: number;
  ends: Date;
}

/** When the window of a given time ends. */
export const windowEnd = (now: number, windowMs: number): number => (Math.floor(now / windowMs) + 1) * windowMs;

type Sql = Pick<Pool | PoolClient, 'query'>;

/**
 * Adds to a count shared by all instances, without a maximum. Their clocks differ, so a count that another instance has
 * already begun for the next window is continued: otherwise instances would keep resetting each other's counts between
 * two windows, and nobody would be limited.
 */
export const countInWindow = async (sql: Sql, counting: Counting): Promise<Counted> =>
  firstRow(await counted(sql, counting, null));

/** Adds to such a count only up to its maximum. @returns whether it was counted */
export const countUpTo = async (sql: Sql, max: number, counting: Counting): Promise<boolean> =>
  (await counted(sql, counting, max)).length > 0;

async function counted(sql: Sql, { key, windowMs, by, now }: Counting, max: number | null): Promise<Counted[]> {
  const end = windowEnd(now, windowMs);
  const { rows } = await (sql as Pool).query<Counted>(
    `insert into platform.rate_limits as l (key, window_end, count)
     select $1, $2, $3::int where $4::int is null or $3::int <= $4::int
     on conflict (key) do update set
       window_end = case when l.window_end = $5 then $5 else excluded.window_end end,
       count = case when l.window_end in (excluded.window_end, $5) then l.count else 0 end + excluded.count
     where $4::int is null or l.window_end not in (excluded.window_end, $5) or l.count + excluded.count <= $4::int
     returning count, window_end as ends`,
    [key, new Date(end), by, max, new Date(end + windowMs)],
  );
  return rows;
}
