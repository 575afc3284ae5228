import type { Pool, PoolClient } from 'pg';

/** What is added to a count of tries in fixed windows. */
export interface Counting {
  key: string;
  windowMs: number;
  by: number;
  /** Counts nothing where the count would exceed it; counts on without end where it is left out. */
  max?: number;
  now: number;
}

export interface Counted {
  count: number;
  ends: Date;
}

/** When the window of a moment ends. */
export const windowEnd = (now: number, windowMs: number): number => (Math.floor(now / windowMs) + 1) * windowMs;

/**
 * Adds to a count that all instances share. Their clocks differ, so a count that another one has begun for the window
 * after this one goes on: otherwise each would begin anew after the other, and between two windows nobody would be
 * limited.
 * @returns null if the count would exceed its maximum, and nothing was counted
 */
export async function countInWindow(
  sql: Pick<Pool | PoolClient, 'query'>,
  { key, windowMs, by, max, now }: Counting,
): Promise<Counted | null> {
  const end = windowEnd(now, windowMs);
  const { rows } = await (sql as Pool).query<Counted>(
    `insert into platform.rate_limits as l (key, window_end, count)
     select $1, $2, $3::int where $4::int is null or $3::int <= $4::int
     on conflict (key) do update set
       window_end = case when l.window_end = $5 then $5 else excluded.window_end end,
       count = case when l.window_end in (excluded.window_end, $5) then l.count else 0 end + excluded.count
     where $4::int is null or l.window_end not in (excluded.window_end, $5) or l.count + excluded.count <= $4::int
     returning count, window_end as ends`,
    [key, new Date(end), by, max ?? null, new Date(end + windowMs)],
  );
  return rows[0] ?? null;
}
