import type { UnexplainedTransaction } from '@tknest/contracts/events';

/** One way of comparing a stretch of the ledger with the log. */
export interface LedgerComparison {
  /** The name of its cursor, `reconciliation-<name>`. */
  readonly name: string;
  /** @param everything includes what the continuous comparison skips because nothing is expected there any more */
  compare(from: number, to: number, everything: boolean): Promise<Outcome>;
}

export interface Outcome {
  /** The number of ledger transactions that the log should contain. */
  transactions: number;
  matched: number;
  findings: number;
  /** Transactions that moved money or tokens although no event says so. */
  unexplained: UnexplainedTransaction[];
  /** The first ledger with a transaction whose payment is still in progress: the cursor stays before it. */
  heldAt: number | null;
}

/** Counts verdicts as they are made. */
export class Tally implements Outcome {
  transactions = 0;
  matched = 0;
  findings = 0;
  readonly unexplained: UnexplainedTransaction[] = [];
  heldAt: number | null = null;

  count(verdict: 'matched' | 'foreign' | 'under-way' | 'finding', ledgerIndex: number): void {
    if (verdict === 'foreign') return;
    if (verdict === 'under-way') {
      this.heldAt = Math.min(this.heldAt ?? ledgerIndex, ledgerIndex);
      return;
    }
    this.transactions++;
    if (verdict === 'matched') this.matched++;
    else this.findings++;
  }
}
