import type { ClosedLedger } from '../chain/ledger.js';
import type { Amount } from '../state/entries.js';
import type { Overlay } from '../state/overlay.js';
import type { ResultName } from './results.js';
import type { Transaction } from './transaction.js';

/** A ledger that transactions are being applied to: the open one, or the one being closed. */
export interface LedgerView {
  readonly state: Overlay;
  readonly index: number;
  /** The closed ledger below it. What expires, expires by the time that one closed. */
  readonly parent: ClosedLedger;
  /** Whether the fee floor holds and nothing is final (rippled: ReadView::open). */
  readonly open: boolean;
  /** Whether transactions are tried without anybody's signature, to see what they would do. */
  readonly unsigned?: boolean;
  has(transactionId: string): boolean;
  /** Called with every transaction just before its changes are applied to the ledger. */
  record?(applied: AppliedTransaction): void;
}

/** An applied transaction and what it changed. */
export interface AppliedTransaction {
  readonly tx: Transaction;
  readonly result: ResultName;
  readonly changes: Overlay;
  /** Where it differs from the amount asked for. */
  readonly delivered?: Amount | undefined;
}

/** How a transaction is tried (rippled: ApplyFlags). */
export interface ApplyFlags {
  /** A tec is not taken yet: the transaction is tried again after the others. */
  readonly retry?: boolean;
  /** Nothing but success is applied. */
  readonly failHard?: boolean;
}

export interface ApplyResult {
  readonly result: ResultName;
  readonly applied: boolean;
}

/** What a transactor's preclaim may read. */
export interface PreclaimContext {
  readonly ledger: LedgerView;
  readonly tx: Transaction;
  readonly retry: boolean;
}
