/**
 * Stream `escrow-books`: the books of the payout escrow, double entry. Streams `payout-<runId>` (a distribution run)
 * and `lines-<runId>-<batch>` (what it pays to whom).
 */
import type { Amount, BusinessDate, EventType, Wallet } from './event-type.js';

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
] as const;
export type EscrowPostingKind = (typeof ESCROW_POSTINGS)[number];

/** One posting: its entries sum to zero, in the ledger's full precision. What stands under one id is posted once. */
export type EscrowPosted = EventType<
  'EscrowPosted',
  {
    postingId: string;
    kind: EscrowPostingKind;
    /** Signed decimal text, at most 15 decimals. */
    entries: { account: EscrowAccount; amount: Amount }[];
    /** Of the ledger transaction behind it; null where none is. */
    hash: string | null;
    ledgerIndex: number | null;
    /** Who it came from, or for what it is, in words that hold no personal data. */
    note: string | null;
  }
>;
export type EscrowEvent = EscrowPosted;

/** `direct`: the landlord paid the only holder; the run's one line was settled by that payment itself. */
export const PAYOUT_SOURCES = ['payback', 'direct', 'autopay', 'automation', 'bulk'] as const;
export type PayoutSource = (typeof PAYOUT_SOURCES)[number];

/**
 * In the commit that moves its whole money into `run/<runId>`; of a direct one, in the commit that settles the payment.
 */
export type PayoutRunCreated = EventType<
  'PayoutRunCreated',
  {
    /** `payback-<paymentId>` or `due-<propertyId>-<nominalDueDate>`. */
    runId: string;
    propertyId: number;
    source: PayoutSource;
    /** The due date it is for, or the business day of the payback. */
    period: BusinessDate;
    date: BusinessDate;
    /** Holders are those after this position of the log; null: as of this event. */
    recordPosition: string | null;
    /** With the fee. */
    amount: Amount;
    fee: Amount;
    /** The validated payment of a direct run. */
    direct: { wallet: Wallet; hash: string; ledgerIndex: number } | null;
  }
>;
/** A validated ledger paid a holder's line: `payoutId` is the run, which has one line a wallet. */
export type PayoutSettled = EventType<
  'PayoutSettled',
  { payoutId: string; propertyId: number; wallet: Wallet; amount: Amount; hash: string; ledgerIndex: number }
>;
export type PayoutEvent = PayoutRunCreated | PayoutSettled;
