import { IsBoolean, IsOptional } from 'class-validator';

/** One comparison of books and ledger. */
export interface ReconciliationRow {
  /** issuer, feeWallet, payoutEscrow, or a holder's wallet. */
  subject: string;
  what: 'tokens issued' | 'fee wallet holds' | 'escrow holds' | 'tokens held';
  books: number;
  ledger: number;
  /** Ledger minus books. */
  difference: number;
  /** The most by which payments in progress may put the ledger ahead of the books. */
  inFlight: number;
  /** `in-flight`: payments in progress explain the difference. */
  verdict: 'matches' | 'in-flight' | 'differs';
}

/**
 * The followed part of the ledger: a platform account, or `purchases` for everybody who is paid through the platform.
 */
export interface ReconciledAccount {
  name: string;
  address: string | null;
  /** Last ledger up to which its transactions were compared. */
  comparedTo: number;
  transactions: number;
  findings: number;
}

/** A full comparison, from the first ledger that the log knows. */
export interface FullReconciliation {
  /** ISO time. */
  at: string;
  fromLedger: number;
  toLedger: number;
  /** Transactions of the ledger that were looked up in the log. */
  transactions: number;
  /** Legs that are settled according to the log, and that were looked up on the ledger. */
  settled: number;
  matched: number;
  findings: number;
  /** Settled legs in ledgers that the node does not have. */
  unproved: number;
  /** Whether the node has every ledger of the range. */
  complete: boolean;
}

export interface ReconciliationView {
  /** Last ledger up to which all followed parts were compared, transaction by transaction. */
  comparedTo: number;
  validatedLedger: number;
  /** Who runs the ledger nodes in the settings: with one operator, nobody checks what its nodes say. */
  nodeOperators: number;
  /** Ledger transactions compared with the log, and settled legs compared with the ledger, so far. */
  transactions: number;
  settled: number;
  findings: number;
  /** Position of the log up to which settled legs were compared. */
  log: { comparedTo: string; settled: number; findings: number };
  accounts: ReconciledAccount[];
  /** True while payments are in progress, which may explain a difference. */
  underWay: boolean;
  rows: ReconciliationRow[];
  openCases: number;
  /** Open findings of reconciliation by kind. */
  openFindings: Record<string, number>;
  /** ISO time at which the continuous comparison last completed; null if it has not since the start. */
  lastRunAt: string | null;
  lastFull: FullReconciliation | null;
  /** The full comparison that is running; null if there is none. */
  running: { step: string; done: number; total: number } | null;
}

export class CompareRequest {
  /** Whether to compare from the first ledger that the log knows, instead of only what is new. */
  @IsOptional()
  @IsBoolean()
  full?: boolean;
}
