import { transactorFor } from '../transactors/registry.js';
import { readAccount } from '../state/accounts.js';
import type { AccountRoot } from '../state/entries.js';
import { ticketKey } from '../state/keylets.js';
import { checkAuthority } from './authority.js';
import { baseFee } from './fees.js';
import type { LedgerView } from './ledger-view.js';
import type { ResultName } from './results.js';
import type { Transaction } from './transaction.js';

/**
 * Compares a transaction with the ledger without changing it (rippled: invoke_preclaim). The order decides which of
 * several faults is answered: sequence, expiry, authority, fee, then the type's own rules.
 */
export function preclaim(ledger: LedgerView, tx: Transaction, retry: boolean): ResultName {
  const account = readAccount(ledger.state, tx.account);
  if (!account) return 'terNO_ACCOUNT';
  return (
    sequenceFault(ledger, tx, account) ??
    priorFault(ledger, tx, account) ??
    authorityFault(ledger, tx) ??
    feeFault(ledger, tx, BigInt(account.Balance)) ??
    transactorFor(tx)?.preclaim?.({ ledger, tx, retry }) ??
    'tesSUCCESS'
  );
}

/** rippled: Transactor::checkSeqProxy. */
function sequenceFault(ledger: LedgerView, tx: Transaction, account: AccountRoot): ResultName | undefined {
  const { ticket, value } = tx.sequence;
  if (!ticket) {
    if (tx.json.TicketSequence !== undefined) return 'temSEQ_AND_TICKET';
    return value < account.Sequence ? 'tefPAST_SEQ' : value > account.Sequence ? 'terPRE_SEQ' : undefined;
  }
  if (value >= account.Sequence) return 'terPRE_TICKET';
  return ledger.state.read(ticketKey(tx.account, value)) ? undefined : 'tefNO_TICKET';
}

/** rippled: Transactor::checkPriorTxAndLastLedger. */
function priorFault(ledger: LedgerView, tx: Transaction, account: AccountRoot): ResultName | undefined {
  const prior = tx.json.AccountTxnID;
  if (prior !== undefined && prior !== account.AccountTxnID) return 'tefWRONG_PRIOR';
  if (tx.lastLedger !== undefined && ledger.index > tx.lastLedger) return 'tefMAX_LEDGER';
  return ledger.has(tx.id) ? 'tefALREADY' : undefined;
}

function authorityFault(ledger: LedgerView, tx: Transaction): ResultName | undefined {
  if (ledger.unsigned) return undefined;
  const result = checkAuthority(ledger.state, tx);
  return result === 'tesSUCCESS' ? undefined : result;
}

/** rippled: Transactor::checkFee. */
function feeFault(ledger: LedgerView, tx: Transaction, balance: bigint): ResultName | undefined {
  if (ledger.open && tx.fee < baseFee(ledger.state, tx)) return 'telINSUF_FEE_P';
  if (tx.fee === 0n || balance >= tx.fee) return undefined;
  return balance > 0n && !ledger.open ? 'tecINSUFF_FEE' : 'terINSUF_FEE_B';
}
