/** Proposals for other features. */
import type { Reads } from '#platform/projections/readers.js';

/** How many open proposals of others this wallet could approve or refuse. */
export async function countForSecondSignature(wallet: string, now: Date, db: Reads): Promise<number> {
  const [row] = await db.query<[{ count: number }]>(
    "select count(*)::int as count from proposals where status = 'open' and by <> $1 and expires_at > $2",
    [wallet, now.toISOString()],
  );
  return row.count;
}
