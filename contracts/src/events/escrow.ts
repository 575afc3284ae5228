/** Stream `escrow-books`: the books of the payout escrow, double entry. */
import type { Amount, EventType, MovingEventType, Wallet } from './event-type.js';

/**
 * An account of the escrow's books. `ledger` is the contra account: the negative of the escrow's balance on the ledger,
 * so that all accounts sum to zero.
 */
export type EscrowAccount =
  | 'ledger'
  | `deposit/${number}`
  | `run/${string}`
  | `unclaimed/${string}`
  /** By the arrival's hash; only a case can release it. */
  | `suspense/${string}`
  | 'fee-payable'
  /** The platform's own. */
  | 'float'
  /** Fractions beyond six decimals. */
  | 'dust'
  /** Clawed back by the issuer of RLUSD. */
  | 'loss';

export const ESCROW_POSTINGS = [
  /** RLUSD reached the escrow. */
  'arrival',
  /** All of a run's money, in the commit that creates it. */
  'run-funded',
  'run-paid',
  'line-unclaimed',
  'unclaimed-paid',
  'fee-due',
  'fee-paid',
  'withdrawal',
  'released',
  'paid-by-hand',
  'clawed-back',
  'corrected',
  /** Money that a manual payout could not pay returns to its source account. */
  'returned',
] as const;
export type EscrowPostingKind = (typeof ESCROW_POSTINGS)[number];

/** One posting: its entries sum to zero, in the ledger's full precision. Postings with the same id are posted once. */
export type EscrowPosted = MovingEventType<
  'EscrowPosted',
  {
    postingId: string;
    kind: EscrowPostingKind;
    /** Signed decimal text, at most 15 decimals. */
    entries: { account: EscrowAccount; amount: Amount }[];
    /** The ledger transaction behind it; null if there is none. */
    hash: string | null;
    ledgerIndex: number | null;
    /** Its sender or its purpose, without personal data. */
    note: string | null;
  }
>;
/** The cursor of the arrivals follower: every transaction that affected the escrow up to here is in the books. */
export type EscrowFollowed = EventType<
  'EscrowFollowed',
  {
    toLedger: number;
    /** Senders of money that goes into suspense now, by the hash of its arrival; left out if there is none. */
    senders?: Record<string, Wallet>;
    /** Their source tags, by the same hash: what goes back goes there. */
    tags?: Record<string, number>;
  }
>;
export type EscrowEvent = EscrowPosted | EscrowFollowed;
