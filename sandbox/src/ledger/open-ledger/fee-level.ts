import { baseFee } from '../engine/fees.js';
import { defaultBaseFee } from '../engine/signature-fee.js';
import type { Transaction } from '../engine/transaction.js';
import type { EntryReader } from '../state/overlay.js';

/** Fees of different transactions compare by level: 256 is exactly the least fee (rippled: TxQ::baseLevel). */
export const BASE_LEVEL = 256n;

/**
 * The level a transaction pays (rippled: getFeeLevelPaid). A transaction that may be free is measured against the
 * ordinary fee.
 */
export function feeLevelPaid(view: EntryReader, tx: Transaction): bigint {
  const base = baseFee(view, tx);
  const extra = base > 0n ? 0n : defaultBaseFee(view, tx);
  return ((tx.fee + extra) * BASE_LEVEL) / (base + extra);
}

export const toDrops = (level: bigint, base: bigint): bigint => (level * base) / BASE_LEVEL;
