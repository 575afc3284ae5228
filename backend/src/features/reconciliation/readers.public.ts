/** What other features read of the hashes that the log has recorded. */
import type { Reads } from '#platform/projections/readers.js';

/** Every hash is journaled before its blob is sent: once this read model is where the log is, it knows them all. */
export { legHashesProjection } from './read-models/leg-hashes/leg-hashes.projection.js';

/** What a hash is for. */
export interface JournaledHash {
  /** A payment, or a manual issuance or a redemption where the leg says so; null for set-ups of the accounts. */
  paymentId: string | null;
  leg: string;
}

/** Those among these hashes that were journaled. */
export async function journaledAmong(
  hashes: readonly string[],
  db: Reads,
): Promise<ReadonlyMap<string, JournaledHash>> {
  if (hashes.length === 0) return new Map();
  const rows = await db.query<({ hash: string } & JournaledHash)[]>(
    'select hash, payment_id as "paymentId", leg from leg_hashes where hash = any($1)',
    [hashes],
  );
  return new Map(rows.map(({ hash, ...journaled }) => [hash, journaled]));
}
