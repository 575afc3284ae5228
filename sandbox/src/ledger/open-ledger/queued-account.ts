import { compareSequence, sameSequence, type SequenceProxy, type Transaction } from '../engine/transaction.js';
import type { Consequences } from '../transactors/transactor.js';

/** A transaction waiting for a ledger with room at its fee. */
export interface QueuedTransaction {
  readonly tx: Transaction;
  readonly level: bigint;
  readonly consequences: Consequences;
  /** Times it may still fail to get in before it is dropped. */
  retries: number;
}

/** One account's waiting transactions in their order (rippled: TxQ::TxQAccount). */
export class QueuedAccount {
  readonly transactions: QueuedTransaction[] = [];
  /** A transaction of this account used up its retries, or was dropped: the others get fewer chances. */
  retryPenalty = false;
  dropPenalty = false;

  /** Those not yet overtaken by the account's sequence. */
  relevant(accountSequence: number): QueuedTransaction[] {
    return this.transactions.filter((q) => q.tx.sequence.ticket || q.tx.sequence.value >= accountSequence);
  }

  at(sequence: SequenceProxy): QueuedTransaction | undefined {
    return this.transactions.find((q) => sameSequence(q.tx.sequence, sequence));
  }

  add(queued: QueuedTransaction): void {
    this.transactions.push(queued);
    this.transactions.sort((a, b) => compareSequence(a.tx.sequence, b.tx.sequence));
  }

  remove(queued: QueuedTransaction): void {
    this.transactions.splice(this.transactions.indexOf(queued), 1);
  }

  /** The first sequence number that neither the account has used nor a waiting transaction will use. */
  nextSequence(accountSequence: number): number {
    let next = accountSequence;
    for (const { tx, consequences } of this.transactions) {
      if (tx.sequence.ticket || tx.sequence.value < next) continue;
      if (tx.sequence.value > next) break;
      next = tx.sequence.value + consequences.sequences;
    }
    return next;
  }
}
