import { canonicalOrder } from '../chain/canonical-order.js';
import type { ResultName } from '../engine/results.js';
import { compareSequence, type Transaction } from '../engine/transaction.js';
import { readAccount } from '../state/accounts.js';
import { ticketKey } from '../state/keylets.js';
import type { OpenLedger } from './open-ledger.js';

/** Ledgers for which a transaction that got nowhere is kept (rippled: LocalTxs::holdLedgers). */
const HOLD_LEDGERS = 5;

/**
 * Transactions that were handed in here and could not be applied yet. They are tried again in every new open ledger,
 * and as soon as a transaction before them gets in (rippled: LocalTxs, and the held transactions of LedgerMaster).
 */
export class KeptTransactions {
  private readonly kept = new Map<string, { tx: Transaction; until: number; lacksFee: boolean }>();

  keep(tx: Transaction, ledgerIndex: number, result: ResultName): void {
    if (this.kept.has(tx.id)) return;
    const until = Math.min(ledgerIndex + HOLD_LEDGERS, tx.lastLedger ?? Infinity);
    this.kept.set(tx.id, { tx, until, lacksFee: result === 'telINSUF_FEE_P' });
  }

  /**
   * The first number from `sequence` on that is not used by a transaction kept because of its fee. The recorded node
   * counts those as waiting in `account_sequence_available`.
   */
  available(account: string, sequence: number): number {
    const taken = new Set(
      [...this.kept.values()].filter((k) => k.lacksFee && k.tx.account === account).map((k) => k.tx.json.Sequence),
    );
    let next = sequence;
    while (taken.has(next)) next++;
    return next;
  }

  drop(id: string): void {
    this.kept.delete(id);
  }

  clear(): void {
    this.kept.clear();
  }

  /** What a transaction of its account made possible: the next sequence, or else the lowest ticket. */
  takeNext(after: Transaction): Transaction | undefined {
    const followers = [...this.kept.values()]
      .map(({ tx }) => tx)
      .filter((tx) => tx.account === after.account && compareSequence(tx.sequence, after.sequence) > 0)
      .sort((a, b) => compareSequence(a.sequence, b.sequence));
    const next = followers[0];
    if (!next || (!next.sequence.ticket && next.sequence.value !== after.sequence.value + 1)) return undefined;
    this.kept.delete(next.id);
    return next;
  }

  /**
   * Drops what can no longer succeed and gives the rest in the order to try it (rippled: LocalTxs::sweep, getTxSet).
   */
  forNewLedger(ledger: OpenLedger): Transaction[] {
    for (const { tx, until } of this.kept.values())
      if (until < ledger.index || isOvertaken(ledger, tx)) this.kept.delete(tx.id);
    return this.kept.size === 0 ? [] : canonicalOrder([...this.kept.values()].map(({ tx }) => tx));
  }
}

/** Whether the transaction's sequence has passed, or its ticket is used. */
function isOvertaken(ledger: OpenLedger, tx: Transaction): boolean {
  const account = readAccount(ledger.state, tx.account);
  if (!account) return false;
  const { ticket, value } = tx.sequence;
  if (!ticket) return account.Sequence > value;
  return account.Sequence > value && !ledger.state.read(ticketKey(tx.account, value));
}
