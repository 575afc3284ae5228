/** Streams `reconciliation-<…>`: how far ledger and log were compared with each other. */
import type { EventType, Wallet } from './event-type.js';
import type { PlatformAccountName } from './platform-accounts.js';

/**
 * A ledger transaction that moved RLUSD or tokens of a platform account although no event says so, or brought XRP of
 * somebody who does not fund the account (`currency` XRP, `counterparty` the sender). A later event may still say what
 * moved RLUSD or tokens.
 */
export interface UnexplainedTransaction {
  hash: string;
  ledgerIndex: number;
  /** Changes of the account's balances: decimal text, negative if it left the account. */
  moves: { currency: string; counterparty: Wallet; value: string }[];
}

/**
 * Stream `reconciliation-<account>`, also `-purchases`: the ledger's transactions of an account, or of all who are paid
 * through the platform, were compared up to `toLedger`.
 */
export type LedgerReconciled = EventType<
  'LedgerReconciled',
  {
    account: string;
    fromLedger: number;
    toLedger: number;
    transactions: number;
    matched: number;
    findings: number;
    unexplained: UnexplainedTransaction[];
  }
>;
/** Stream `reconciliation-log`: every settled leg, up to a position of the log, was compared with the ledger. */
export type LogReconciled = EventType<
  'LogReconciled',
  { fromPosition: string; toPosition: string; settled: number; matched: number; findings: number }
>;
/** Stream `reconciliation-full`: everything was compared once, from the first ledger that the log knows. */
export type EverythingReconciled = EventType<
  'EverythingReconciled',
  {
    fromLedger: number;
    toLedger: number;
    toPosition: string;
    transactions: number;
    settled: number;
    matched: number;
    findings: number;
    /** All of them in the range, with the account's name. */
    unexplained: (UnexplainedTransaction & { account: PlatformAccountName })[];
    /** Settled legs in ledgers that the node does not have: neither confirmed nor denied. */
    unproved: number;
    /** Whether the node has every ledger of the range. */
    complete: boolean;
  }
>;

export type ReconciliationEvent = LedgerReconciled | LogReconciled | EverythingReconciled;
