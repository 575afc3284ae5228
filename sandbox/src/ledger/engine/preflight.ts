import { keyType } from '../codec/verify.js';
import { transactorFor } from '../transactors/registry.js';
import type { ResultName } from './results.js';
import type { Transaction } from './transaction.js';

/** tfFullyCanonicalSig: allowed everywhere, and without effect since all signatures must be canonical. */
const UNIVERSAL_FLAGS = 0x80000000;
const ALL_DROPS = 10n ** 17n;

/**
 * What can be said about a transaction without any ledger (rippled: Transactor::preflight1 and the types' own
 * preflight). The outcome cannot change, so it is kept on the transaction.
 */
export function preflight(tx: Transaction): ResultName {
  return (tx.preflight ??= firstFault(tx));
}

function firstFault(tx: Transaction): ResultName {
  const transactor = transactorFor(tx);
  if (!transactor) return 'temDISABLED';
  if (tx.json.NetworkID !== undefined) return 'telNETWORK_ID_MAKES_TX_NON_CANONICAL';
  if (tx.flags & ~(UNIVERSAL_FLAGS | transactor.flags)) return 'temINVALID_FLAG';
  if (tx.fee < 0n || tx.fee > ALL_DROPS) return 'temBAD_FEE';
  if (tx.json.SigningPubKey !== '' && !keyType(tx.json.SigningPubKey)) return 'temBAD_SIGNATURE';
  if (tx.sequence.ticket && tx.json.AccountTxnID !== undefined) return 'temINVALID';
  return transactor.preflight?.(tx) ?? 'tesSUCCESS';
}
