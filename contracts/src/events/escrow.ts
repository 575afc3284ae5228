/**
 * Streams `escrow-books` and `fee-books`: the books of the payout escrow and of the fee wallet, double entry. Only
 * workers write them.
 */
import type { Amount, EventType, MovingEventType, Wallet } from './event-type.js';

/**
 * An account of the books of the escrow or the fee wallet. `ledger` is the contra account: the negative of what is on
 * the ledger, so that all accounts sum to zero.
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
  | 'loss'
  /** Contra account of the fee wallet's books for fees alone: the negative of fees received less fees sent back. */
  | 'fees-received'
  /** A fee of a payment, by its hash, while it may still be owed back. */
  | `fee/${string}/${string}`
  /** The platform's revenue: fees that are owed back to nobody. */
  | 'fees';

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
  /** A fee reached the fee wallet. */
  'fee-received',
  /** A fee can no longer be owed back. */
  'fee-earned',
  'fee-sent-back',
] as const;
export type EscrowPostingKind = (typeof ESCROW_POSTINGS)[number];

interface Posted {
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
/** One posting: its entries sum to zero, in the ledger's full precision. Postings with the same id are posted once. */
export type EscrowPosted = MovingEventType<'EscrowPosted', Posted>;
/** A posting of the fee wallet's books. What fees moved is told by their payments; here, what others sent. */
export type FeesPosted = MovingEventType<'FeesPosted', Posted>;
interface Followed {
  toLedger: number;
  /** Senders of money that goes into suspense now, by the hash of its arrival; left out if there is none. */
  senders?: Record<string, Wallet>;
  /** Their source tags, by the same hash: what goes back goes there. */
  tags?: Record<string, number>;
}
/** The cursor of the arrivals follower: every transaction that affected the escrow up to here is in the books. */
export type EscrowFollowed = EventType<'EscrowFollowed', Followed>;
/** The same for the fee wallet: every fee, and what strangers sent, up to here is in its books. */
export type FeesFollowed = EventType<'FeesFollowed', Followed>;
/** Events of both books. */
export type EscrowEvent = EscrowPosted | EscrowFollowed | FeesPosted | FeesFollowed;
