import { FEES } from '../state/accounts.js';
import type { Transaction } from './transaction.js';

/** One base fee, and one more for every signer (rippled: Transactor::calculateBaseFee). */
export const defaultBaseFee = (tx: Transaction): bigint => FEES.base * BigInt(1 + (tx.json.Signers?.length ?? 0));
