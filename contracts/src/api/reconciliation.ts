/** One comparison of books and ledger. */
export interface ReconciliationRow {
  /** issuer, feeWallet, or a holder's wallet. */
  subject: string;
  what: 'tokens issued' | 'fees received' | 'tokens held';
  books: number;
  ledger: number;
  matches: boolean;
}

export interface ReconciliationView {
  /** Last ledger up to which the platform's accounts were compared, transaction by transaction. */
  comparedTo: number;
  validatedLedger: number;
  transactions: number;
  findings: number;
  /** True while payments are under way: a difference may be theirs. */
  underWay: boolean;
  rows: ReconciliationRow[];
  openCases: number;
}
