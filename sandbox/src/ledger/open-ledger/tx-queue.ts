import { applyTransaction } from '../engine/apply.js';
import type { ApplyFlags } from '../engine/ledger-view.js';
import { preflight } from '../engine/preflight.js';
import { isFailure, isMalformed, isSuccess, type ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { readAccount } from '../state/accounts.js';
import { transactorFor } from '../transactors/registry.js';
import type { Consequences } from '../transactors/transactor.js';
import { feeLevelPaid } from './fee-level.js';
import { FeeMetrics } from './fee-metrics.js';
import type { OpenLedger } from './open-ledger.js';
import { QueuedAccount, type QueuedTransaction } from './queued-account.js';
import { queueFault } from './queue-rules.js';

/** rippled's defaults: ledgers_in_queue, minimum_queue_size; MaybeTx::retriesAllowed. */
const LEDGERS_IN_QUEUE = 20;
const LEAST_QUEUE_SIZE = 2000;
const RETRIES = 10;

export interface QueueResult {
  readonly result: ResultName;
  readonly applied: boolean;
  readonly queued: boolean;
}

const notApplied = (result: ResultName): QueueResult => ({ result, applied: false, queued: false });

/** What a transaction may do to those queued behind it. */
export function consequencesOf(tx: Transaction): Consequences {
  return {
    blocker: false,
    potentialSpend: 0n,
    sequences: tx.sequence.ticket ? 0 : 1,
    ...transactorFor(tx)?.consequences?.(tx),
  };
}

/**
 * Decides whether a transaction goes straight into the open ledger, waits for a later one, or is refused; and fills a
 * new open ledger from those that wait, best paid first (rippled: TxQ.cpp).
 */
export class TransactionQueue {
  readonly metrics = new FeeMetrics();
  private readonly accounts = new Map<string, QueuedAccount>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  get maxSize(): number {
    return Math.max(this.metrics.expectedSize * LEDGERS_IN_QUEUE, LEAST_QUEUE_SIZE);
  }

  isFull(percent = 100): boolean {
    return this.count >= (this.maxSize * percent) / 100;
  }

  of(account: string): QueuedAccount | undefined {
    return this.accounts.get(account);
  }

  /** Applies a transaction, or queues it. */
  submit(ledger: OpenLedger, tx: Transaction, flags: ApplyFlags = {}): QueueResult {
    const flight = preflight(tx, ledger.parent);
    if (!isSuccess(flight)) return notApplied(flight);
    const account = readAccount(ledger.state, tx.account);
    if (!account) return notApplied('terNO_ACCOUNT');
    const level = feeLevelPaid(ledger.state, tx);
    const inTurn = tx.sequence.ticket || tx.sequence.value === account.Sequence;
    if (inTurn && level >= this.metrics.requiredLevel(ledger.size)) {
      const { result, applied } = applyTransaction(ledger, tx, flags);
      const replaced = applied && this.of(tx.account)?.at(tx.sequence);
      if (replaced) this.remove(replaced);
      return { result, applied, queued: false };
    }
    const consequences = consequencesOf(tx);
    const verdict = queueFault({ queue: this, ledger, tx, flags, account, level, consequences });
    if (verdict.result !== 'terQUEUED') return { queued: false, applied: false, ...verdict };
    if (verdict.replaces) this.remove(verdict.replaces);
    this.add({ tx, level, consequences, retries: RETRIES });
    return { result: 'terQUEUED', applied: false, queued: true };
  }

  clear(): void {
    this.accounts.clear();
    this.count = 0;
  }

  private add(queued: QueuedTransaction): void {
    let account = this.accounts.get(queued.tx.account);
    if (!account) this.accounts.set(queued.tx.account, (account = new QueuedAccount()));
    account.add(queued);
    this.count++;
  }

  remove(queued: QueuedTransaction): void {
    this.accounts.get(queued.tx.account)!.remove(queued);
    this.count--;
  }

  /** All waiting transactions, best paid first; equals in an order that the parent ledger's hash decides. */
  byFee(parentHash: string): QueuedTransaction[] {
    const salt = BigInt(`0x${parentHash}`);
    const all = [...this.accounts.values()].flatMap((a) => a.transactions);
    const keyed = all.map((queued) => ({ queued, key: BigInt(`0x${queued.tx.id}`) ^ salt }));
    keyed.sort((a, b) =>
      a.queued.level !== b.queued.level ? (a.queued.level > b.queued.level ? -1 : 1) : a.key < b.key ? -1 : 1,
    );
    return keyed.map(({ queued }) => queued);
  }

  /** Learns from a closed ledger and drops what its LastLedgerSequence has passed (rippled: processClosedLedger). */
  ledgerClosed(index: number, levels: readonly bigint[]): void {
    this.metrics.update(levels);
    for (const [name, account] of this.accounts) {
      for (const queued of account.transactions.filter(
        (q) => q.tx.lastLedger !== undefined && q.tx.lastLedger <= index,
      )) {
        account.dropPenalty = true;
        this.remove(queued);
      }
      if (account.transactions.length === 0) this.accounts.delete(name);
    }
  }

  /** Moves what pays enough into a new open ledger (rippled: TxQ::accept). */
  fill(ledger: OpenLedger): void {
    const waiting = this.byFee(ledger.parent.header.hash);
    for (let i = 0; i < waiting.length;) {
      const queued = waiting[i]!;
      const account = this.accounts.get(queued.tx.account)!;
      const firstInLine = account.transactions[0]!;
      if (!queued.tx.sequence.ticket && queued !== firstInLine) {
        i++; // its turn comes when the one before it has gone in
        continue;
      }
      if (queued.level < this.metrics.requiredLevel(ledger.size)) break;
      const { result, applied } = applyTransaction(ledger, queued.tx);
      if (!applied && !this.isHopeless(queued, account, result)) {
        i++;
        continue;
      }
      this.remove(queued);
      waiting.splice(i, 1);
      // The account's next transaction may pay more than the following ones here: start again from the best paid.
      if (account.transactions.length > 0) i = 0;
    }
  }

  /** Counts a failed attempt; true if the transaction is to be dropped. */
  private isHopeless(queued: QueuedTransaction, account: QueuedAccount, result: ResultName): boolean {
    if (isFailure(result) || isMalformed(result) || queued.retries <= 0) {
      if (queued.retries <= 0) account.retryPenalty = true;
      else account.dropPenalty = true;
      return true;
    }
    queued.retries = account.retryPenalty && queued.retries > 2 ? 1 : queued.retries - 1;
    return account.dropPenalty && account.transactions.length > 1 && this.isFull(95);
  }
}
