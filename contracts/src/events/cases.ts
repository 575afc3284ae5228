/** Streams `case-<id>`: something a person must look at. */
import type { EventType } from './event-type.js';

export type CaseKind = 'late-principal' | 'issuance-blocked' | 'unknown-ledger-payment' | 'books-differ' | 'missing-on-ledger' | 'sequence-conflict';

export type CaseOpened = EventType<
  'CaseOpened',
  { caseId: string; kind: CaseKind; summary: string; paymentId: string | null; propertyId: number | null; wallet: string | null; txHash: string | null; details: Record<string, unknown> }
>;
export type CaseResolved = EventType<'CaseResolved', { caseId: string; resolution: string; note: string }>;
/** Stream `reconciliation-<account>`: the ledger's transactions of a platform account were compared with the books up to `toLedger`. */
export type LedgerReconciled = EventType<
  'LedgerReconciled',
  { account: string; fromLedger: number; toLedger: number; transactions: number; matched: number; findings: number }
>;

export type CaseEvent = CaseOpened | CaseResolved | LedgerReconciled;
