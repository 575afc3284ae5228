/** Stream `escrow-books`: the books of the payout escrow, double entry. */
import type { Amount, EventType } from './event-type.js';

/**
 * An account of the escrow's books. `ledger` is the contra account: minus what the escrow holds on the ledger, so that
 * all accounts sum to zero.
 */
export type EscrowAccount =
  | 'ledger'
  | `deposit/${number}`
  | `run/${string}`
  | `unclaimed/${string}`
  /** By hash of what arrived: only a case releases it. */
  | `suspense/${string}`
  | 'fee-payable'
  /** The platform's own. */
  | 'float'
  /** What is finer than six decimals. */
  | 'dust'
  /** Clawed back by the issuer of RLUSD. */
  | 'loss';

export const ESCROW_POSTINGS = [
  /** RLUSD came to the escrow. */
  'arrival',
  /** The whole money of a run, in the commit that creates it. */
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
  /** What a run could not pay by hand goes back to the account it came from. */
  'returned',
] as const;
export type EscrowPostingKind = (typeof ESCROW_POSTINGS)[number];

/** One posting: its entries sum to zero, in the ledger's full precision. Postings with the same id are posted once. */
export type EscrowPosted = EventType<
  'EscrowPosted',
  {
    postingId: string;
    kind: EscrowPostingKind;
    /** Signed decimal text, at most 15 decimals. */
    entries: { account: EscrowAccount; amount: Amount }[];
    /** The ledger transaction behind it; null if there is none. */
    hash: string | null;
    ledgerIndex: number | null;
    /** Who it came from, or for what it is, in words that hold no personal data. */
    note: string | null;
  }
>;
/** Every transaction that touched the escrow up to here is in the books: the follower's place. */
export type EscrowFollowed = EventType<'EscrowFollowed', { toLedger: number }>;
export type EscrowEvent = EscrowPosted | EscrowFollowed;
