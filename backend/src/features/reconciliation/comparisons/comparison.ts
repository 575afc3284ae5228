/** One way of comparing a stretch of the ledger with the log. */
export interface LedgerComparison {
  /** Names its cursor, `reconciliation-<name>`. */
  readonly name: string;
  /**
   * @param everything also what the continuous comparison leaves out because nothing is to be expected there any more
   */
  compare(from: number, to: number, everything: boolean): Promise<Outcome>;
}

export interface Outcome {
  /** Ledger transactions that the log had to know. */
  transactions: number;
  matched: number;
  findings: number;
  /** First ledger with a transaction whose payment is still under way: the cursor stays before it. */
  heldAt: number | null;
}

/** Counts verdicts as they come. */
export class Tally implements Outcome {
  transactions = 0;
  matched = 0;
  findings = 0;
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
