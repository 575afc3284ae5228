/** Streams `case-<id>`: something a person must look at. */
import type { EventType } from './event-type.js';

export type CaseKind =
  | 'late-principal'
  | 'issuance-blocked'
  | 'sequence-conflict'
  /** On the ledger and not in the log: tokens of a platform account moved, or its key signed something else. */
  | 'unknown-ledger-payment'
  | 'unknown-ledger-transaction'
  /** In the log and not on the ledger, or not so. */
  | 'missing-on-ledger'
  | 'books-differ';

export type CaseOpened = EventType<
  'CaseOpened',
  {
    caseId: string;
    kind: CaseKind;
    summary: string;
    paymentId: string | null;
    propertyId: number | null;
    wallet: string | null;
    txHash: string | null;
    details: Record<string, unknown>;
  }
>;
export type CaseResolved = EventType<'CaseResolved', { caseId: string; resolution: string; note: string }>;
/**
 * Stream `reconciliation-<account>`, also `-purchases`: the ledger's transactions of an account, or of all who are paid
 * through the platform, were compared up to `toLedger`.
 */
export type LedgerReconciled = EventType<
  'LedgerReconciled',
  { account: string; fromLedger: number; toLedger: number; transactions: number; matched: number; findings: number }
>;
/**
 * Stream `reconciliation-log`: every leg that the log calls settled, up to a position of the log, was compared with the
 * ledger.
 */
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
    /** Settled legs whose ledgers the node does not hold: neither confirmed nor denied. */
    unproved: number;
    /** The node holds every ledger of the range. */
    complete: boolean;
  }
>;

export type CaseEvent = CaseOpened | CaseResolved | LedgerReconciled | LogReconciled | EverythingReconciled;
