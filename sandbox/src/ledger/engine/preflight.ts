import { keyType } from '../codec/verify.js';
import { AMENDMENT_OF, isEnabled } from '../chain/amendments.js';
import type { ClosedLedger } from '../chain/ledger.js';
import { readerOf } from '../state/overlay.js';
import { transactorFor } from '../transactors/registry.js';
import type { ResultName } from './results.js';
import type { Transaction } from './transaction.js';

/** tfFullyCanonicalSig: allowed everywhere, and without effect since all signatures must be canonical. */
const UNIVERSAL_FLAGS = 0x80000000;
/**
 * Transactions of networks up to this number must not have a NetworkID (rippled: preflight0).
 */
const LAST_UNNAMED = 1024;

function networkFault(named: number | undefined, networkId: number): ResultName | undefined {
  if (networkId <= LAST_UNNAMED) return named === undefined ? undefined : 'telNETWORK_ID_MAKES_TX_NON_CANONICAL';
  if (named === undefined) return 'telREQUIRES_NETWORK_ID';
  return named === networkId ? undefined : 'telWRONG_NETWORK';
}

const ALL_DROPS = 10n ** 17n;

/**
 * Checks a transaction by its own fields, the network and its amendments alone (rippled: Transactor::preflight1 and the
 * types' own preflight). The outcome cannot change, so it is kept on the transaction.
 */
export function preflight(tx: Transaction, on: ClosedLedger): ResultName {
  return (tx.preflight ??= firstFault(tx, on));
}

function firstFault(tx: Transaction, on: ClosedLedger): ResultName {
  const transactor = transactorFor(tx);
  if (!transactor) return 'temDISABLED';
  const amendment = AMENDMENT_OF[tx.json.TransactionType];
  if (amendment !== undefined && !isEnabled(readerOf(on.state), amendment)) return 'temDISABLED';
  const stray = networkFault(tx.json.NetworkID, on.header.networkId);
  if (stray) return stray;
  if (tx.flags & ~(UNIVERSAL_FLAGS | transactor.flags)) return 'temINVALID_FLAG';
  if (tx.fee < 0n || tx.fee > ALL_DROPS) return 'temBAD_FEE';
  if (tx.json.SigningPubKey !== '' && !keyType(tx.json.SigningPubKey)) return 'temBAD_SIGNATURE';
  if (tx.sequence.ticket && tx.json.AccountTxnID !== undefined) return 'temINVALID';
  return transactor.preflight?.(tx) ?? 'tesSUCCESS';
}
