import type { Journal } from '../disk/journal.js';
import type { ApplyFlags } from '../engine/ledger-view.js';
import { isMalformed, isSuccess, type ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { feeLevelPaid } from '../open-ledger/fee-level.js';
import { KeptTransactions } from '../open-ledger/kept-transactions.js';
import { OpenLedger } from '../open-ledger/open-ledger.js';
import { type QueueResult, TransactionQueue } from '../open-ledger/tx-queue.js';
import { closeLedger } from './close-ledger.js';
import { History } from './history.js';
import { readerOf } from '../state/overlay.js';
import type { ClosedLedger } from './ledger.js';
import { SeenTransactions } from './seen-transactions.js';

/** Held transactions that one success may pull in (rippled: maxPoppedTransactions). */
const MAX_POPPED = 10;

export interface NodeOptions {
  readonly ledgers: readonly ClosedLedger[];
  readonly journal: Journal | undefined;
  /** Seconds of ledger time from one ledger to the next. */
  readonly closeTimeStep: number;
  /** How many of the newest closed ledgers it keeps; null or absent for all. */
  readonly history?: number | null;
}

export interface NodeListener {
  closed(ledger: ClosedLedger): void;
  /** A transaction got into the open ledger. */
  proposed(tx: Transaction, result: ResultName, ledgerIndex: number): void;
}

/** A stand-alone node: the chain of closed ledgers, the open ledger on top, and waiting transactions. */
export class LedgerNode {
  history: History;
  readonly queue = new TransactionQueue();
  readonly kept = new KeptTransactions();
  readonly seen = new SeenTransactions();
  listener: NodeListener | undefined;
  private current: OpenLedger;
  private keeps: number | null = null;

  constructor(private readonly options: NodeOptions) {
    this.history = historyOf(options.ledgers);
    this.keepHistory(options.history ?? null);
    this.current = new OpenLedger(this.history.last);
  }

  get open(): OpenLedger {
    return this.current;
  }

  get validated(): ClosedLedger {
    return this.history.last;
  }

  /** Takes a transaction whose signature was checked. `settled` is called before what it sets free is applied. */
  submit(tx: Transaction, flags: ApplyFlags, settled: (result: QueueResult) => void): void {
    this.seen.add(tx);
    const result = this.tryOn(tx, flags);
    if (!flags.failHard && !result.applied && !result.queued && !isMalformed(result.result))
      this.kept.keep(tx, this.current.index, result.result);
    settled(result);
    if (result.applied && isSuccess(result.result)) this.applyFollowers(tx);
  }

  private tryOn(tx: Transaction, flags: ApplyFlags = {}): QueueResult {
    const result = this.queue.submit(this.current, tx, flags);
    if (result.applied || result.queued) this.kept.drop(tx.id);
    if (result.applied) this.listener?.proposed(tx, result.result, this.current.index);
    return result;
  }

  /** Transactions that only waited for this one's sequence to be used. */
  private applyFollowers(first: Transaction): void {
    let last = first;
    for (let i = 0; i < MAX_POPPED; i++) {
      const next = this.kept.takeNext(last);
      if (!next) return;
      const { result, applied, queued } = this.tryOn(next);
      if (!applied && !queued && !isMalformed(result)) this.kept.keep(next, this.current.index, result);
      last = next;
    }
  }

  /** Closes the open ledger. It is written to disk before it is announced. */
  accept(): ClosedLedger {
    const parent = this.history.last;
    const { ledger, changes, applied, left } = closeLedger(
      parent,
      this.current.transactions,
      parent.header.closeTime + this.options.closeTimeStep,
    );
    this.options.journal?.append(ledger, changes);
    this.history.append(ledger);
    for (const { id } of ledger.transactions) {
      this.kept.drop(id);
      this.seen.drop(id);
    }
    const view = readerOf(ledger.state);
    this.queue.ledgerClosed(
      ledger.header.index,
      applied.map((tx) => feeLevelPaid(view, tx)),
    );
    this.current = new OpenLedger(ledger);
    for (const tx of left) this.tryOn(tx);
    this.queue.fill(this.current);
    for (const tx of this.kept.forNewLedger(this.current)) this.tryOn(tx);
    this.listener?.closed(ledger);
    return ledger;
  }

  /** Continues from other ledgers, like a node that starts with them. */
  goOnFrom(ledgers: readonly ClosedLedger[]): void {
    this.history = historyOf(ledgers);
    this.history.limitTo(this.keeps);
    this.loseOpenLedger();
  }

  /** Keeps only this many of the newest closed ledgers, null for all. */
  keepHistory(ledgers: number | null): void {
    this.keeps = ledgers;
    this.history.limitTo(ledgers);
  }

  /** Drops everything that is in no closed ledger, like a node that is killed. */
  loseOpenLedger(): void {
    this.current = new OpenLedger(this.history.last);
    this.queue.clear();
    this.kept.clear();
    this.seen.clear();
  }
}

function historyOf(ledgers: readonly ClosedLedger[]): History {
  const history = new History();
  for (const ledger of ledgers) history.append(ledger);
  return history;
}
