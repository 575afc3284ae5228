import type { EntryReader } from '../state/overlay.js';
import { transactorFor } from '../transactors/registry.js';
import { defaultBaseFee } from './signature-fee.js';
import type { Transaction } from './transaction.js';

/** The least fee a transaction must offer to get into an open ledger that is not crowded. */
export const baseFee = (view: EntryReader, tx: Transaction): bigint =>
  transactorFor(tx)?.baseFee?.(view, tx) ?? defaultBaseFee(view, tx);
