/**
 * A domain event as code sees it. Names as stored are never reused; a changed schema is a new version with an upcaster.
 */
export interface EventType<Type extends string, Data extends object> {
  type: Type;
  data: Data;
}

/**
 * An event which says that a validated ledger moved RLUSD, tokens or XRP of others: its type declares that, and the
 * program does not compile unless everything that adds up what moved has a fold for it.
 */
export interface MovingEventType<Type extends string, Data extends object> extends EventType<Type, Data> {
  /** Marks the type; no event has it. */
  readonly moves?: never;
}

/** Decimal text of an RLUSD amount, at most six decimals. */
export type Amount = string;
/** A classic XRPL address. */
export type Wallet = string;
/** YYYY-MM-DD of the business calendar. */
export type BusinessDate = `${number}-${number}-${number}`;

/** A transaction of a platform account, signed and journaled; from now on it may be on a ledger. */
export interface SignedAttempt {
  attempt: number;
  transaction: Record<string, unknown>;
  hash: string;
  ticket: number;
  purpose: string;
  /** Last validated ledger when it was signed: it cannot be in an earlier one. */
  ledgerIndex: number;
  lastLedgerSequence: number;
  blobItem: string;
}

/** It is on a validated ledger, or it is proved that it never will be: then `ledgerIndex` is null. */
export interface ConcludedAttempt {
  attempt: number;
  hash: string;
  result: string;
  ledgerIndex: number | null;
}
