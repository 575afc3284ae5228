/** Journaled hashes for other features. */
import type { Reads } from '#platform/projections/readers.js';
import { ARRIVED } from './read-models/leg-hashes/leg-hashes.projection.js';

/**
 * Every hash is journaled before its blob is sent, so once this read model has reached the log's head, it knows all
 * hashes.
 */
export { legHashesProjection } from './read-models/leg-hashes/leg-hashes.projection.js';

/** The purpose of a hash. */
export interface JournaledHash {
  /** The payment, manual issuance or redemption, depending on the leg; null for the accounts' own setup. */
  paymentId: string | null;
  leg: string;
}

/** Those of these hashes that events tell as moved, for the payout escrow or for all other accounts. */
export async function movedAmong(
  hashes: readonly string[],
  inEscrow: boolean,
  db: Reads,
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db.query<{ hash: string }[]>(
    'select hash from moved_hashes where hash = any($1) and in_escrow = $2',
    [hashes, inEscrow],
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** Those of these hashes that were journaled as signed: a fee that the escrow paid also arrives in other books. */
export async function signedAmong(hashes: readonly string[], db: Reads): Promise<ReadonlySet<string>> {
  const journaled = await journaledAmong(hashes, db);
  return new Set([...journaled].filter(([, { leg }]) => !ARRIVED.includes(leg)).map(([hash]) => hash));
}

/** Those of these hashes that were journaled. */
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
