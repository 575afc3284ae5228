import type { Transaction } from '../engine/transaction.js';

/** Transactions remembered although no ledger holds them. */
const LIMIT = 100_000;

/**
 * Transactions this node has looked at, applied or refused: `tx` finds them too, so being found proves nothing
 * (rippled: TransactionMaster).
 */
export class SeenTransactions {
  private readonly byId = new Map<string, Transaction>();

  add(tx: Transaction): void {
    this.byId.set(tx.id, tx);
    if (this.byId.size <= LIMIT) return;
    const oldest = this.byId.keys().next().value;
    if (oldest !== undefined) this.byId.delete(oldest);
  }

  /** It is in a closed ledger, which answers for it from now on, as long as it is kept. */
  drop(id: string): void {
    this.byId.delete(id);
  }

  get(id: string): Transaction | undefined {
    return this.byId.get(id);
  }

  clear(): void {
    this.byId.clear();
  }
}
