import { feesOf } from '../state/accounts.js';
import type { EntryReader } from '../state/overlay.js';
import type { Transaction } from './transaction.js';

/** One base fee, and one more for every signer (rippled: Transactor::calculateBaseFee). */
export const defaultBaseFee = (view: EntryReader, tx: Transaction): bigint =>
  feesOf(view).base * BigInt(1 + (tx.json.Signers?.length ?? 0));
