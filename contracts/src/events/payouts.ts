/**
 * Streams `payout-<runId>` (a payout run) and `lines-<runId>-<batch>` (its payees and amounts, about 200 lines each;
 * batch `fee` is the platform's own line).
 */
import type { EscrowAccount } from './escrow.js';
import type { Amount, BusinessDate, EventType, MovingEventType, Wallet } from './event-type.js';

/**
 * `direct`: the landlord paid the only holder; the run's only line was settled by that payment itself. `by-hand`: an
 * admin pays out of `float`; `withdrawal`: a deposit goes back to its landlord; `return`: money in suspense goes back
 * to its sender; `refund`: a buyer gets a principal back; `revenue`: fees are withdrawn from the fee wallet;
 * `fee-return`: what a stranger sent to the fee wallet goes back.
 */
export const PAYOUT_SOURCES = [
  'payback',
  'direct',
  'autopay',
  'automation',
  'bulk',
  'by-hand',
  'withdrawal',
  'return',
  'refund',
  'revenue',
  'fee-return',
] as const;
export type PayoutSource = (typeof PAYOUT_SOURCES)[number];

/**
 * In the commit that moves all of its money into `run/<runId>`; for a direct run, in the commit that settles the
 * payment.
 */
export type PayoutRunCreated = EventType<
  'PayoutRunCreated',
  {
    /** `payback-<paymentId>` or `due-<propertyId>-<nominalDueDate>`. */
    runId: string;
    /** Null if the money belongs to no property. */
    propertyId: number | null;
    source: PayoutSource;
    /** The due date it is for, or the business day of the payback. */
    period: BusinessDate;
    date: BusinessDate;
    /** Holders are determined as of this position of the log; null means as of this event. */
    recordPosition: string | null;
    /** Including the fee. */
    amount: Amount;
    fee: Amount;
    /** The validated payment of a direct run. */
    direct: { wallet: Wallet; hash: string; ledgerIndex: number } | null;
    /** The account to which money that cannot be paid returns; left out if it stays owed to its wallet. */
    origin?: EscrowAccount;
    /** ISO time before which nothing is signed for it; left out if it may be paid at once. */
    notBefore?: string;
  }
>;
export interface PayoutLine {
  wallet: Wallet;
  /** Null if the payee is not a holder. */
  tokens: number | null;
  amount: Amount;
  /** The destination tag of its payment, if it has one. */
  tag?: number;
}
/** In the commit that starts the run. One line per wallet. */
export type PayoutLinesListed = EventType<'PayoutLinesListed', { runId: string; batch: string; lines: PayoutLine[] }>;
export type PayoutRunStarted = EventType<
  'PayoutRunStarted',
  {
    runId: string;
    /** The number of holders' lines, without the fee's. */
    lines: number;
    batches: number;
    total: Amount;
    fee: Amount;
    /** SHA-256 over every line, in the order of the batches. */
    linesHash: string;
  }
>;
/** Every blob of a window is signed and journaled, each with its own ticket, before any is sent. */
export type PayoutWindowSigned = EventType<
  'PayoutWindowSigned',
  {
    runId: string;
    batch: string;
    /** Last validated ledger when they were signed: they cannot be in an earlier one. */
    ledgerIndex: number;
    lastLedgerSequence: number;
    /** The vault item with the window's blobs. */
    blobItem: string;
    attempts: {
      wallet: Wallet;
      attempt: number;
      ticket: number;
      purpose: string;
      hash: string;
      /** The validated tec that burned the previous attempt's ticket; null if there was none. */
      after: string | null;
    }[];
  }
>;
/** A validated ledger paid a holder's line; `payoutId` is the run, which has one line per wallet. */
export type PayoutSettled = MovingEventType<
  'PayoutSettled',
  { payoutId: string; propertyId: number | null; wallet: Wallet; amount: Amount; hash: string; ledgerIndex: number }
>;
/** A validated tec: its ticket is burned, nothing was paid. */
export type PayoutLineRefused = EventType<
  'PayoutLineRefused',
  { runId: string; batch: string; wallet: Wallet; hash: string; ledgerIndex: number; result: string }
>;
/** Proved: it is in no ledger and can no longer enter one. The next attempt uses the same ticket. */
export type PayoutLineAbsent = EventType<
  'PayoutLineAbsent',
  { runId: string; batch: string; wallet: Wallet; hash: string; reason: string }
>;
export const UNPAYABLE = [
  'no-account',
  'no-line',
  'deep-frozen',
  'limit',
  'deposit-auth',
  'tag-required',
  /** The holder froze their own line, regularly or deeply, or all lines of their account (global freeze). */
  'holder-frozen',
  /** The holder's QualityIn is not 1: the ledger would not deliver what was sent. */
  'quality',
  /** The ledger refused it twice while others were paid, for an unknown reason. */
  'unexplained',
  /** An unknown transaction used its ticket, or the ledger has another payment for it, so it may have been paid. */
  'held',
  /** A suspended holder: only the compliance desk can release it. */
  'compliance',
  /** Revenue: the settings name another address or tag than the two people signed. */
  'destination-changed',
  /** Revenue: an admin canceled the withdrawal before it was signed. */
  'canceled',
] as const;
/** Why a line cannot be paid. */
export type Unpayable = (typeof UNPAYABLE)[number];
/** From now on the money is owed to the wallet, independent of the run. */
export type PayoutLineUnclaimed = EventType<
  'PayoutLineUnclaimed',
  { runId: string; batch: string; propertyId: number | null; wallet: Wallet; amount: Amount; reason: Unpayable }
>;
/** A share has been unclaimed for a number of days since a business day: told to its wallet once. */
export type UnclaimedAged = EventType<
  'UnclaimedAged',
  {
    runId: string;
    batch: string;
    wallet: Wallet;
    amount: Amount;
    reason: Unpayable;
    days: number;
    since: BusinessDate;
  }
>;
/** Money that a manual payout could not pay returned to its source. */
export type PayoutLineReturned = EventType<
  'PayoutLineReturned',
  { runId: string; batch: string; wallet: Wallet; amount: Amount; reason: string }
>;
/** Unclaimed lines are retried, because the ledger shows that the cause is gone, or because an admin asked for it. */
export type PayoutLinesReopened = EventType<
  'PayoutLinesReopened',
  { runId: string; batch: string; wallets: Wallet[]; reason: string }
>;
export type UnclaimedPaid = MovingEventType<
  'UnclaimedPaid',
  { runId: string; propertyId: number | null; wallet: Wallet; amount: Amount; hash: string; ledgerIndex: number }
>;
export type PayoutFeePaid = MovingEventType<
  'PayoutFeePaid',
  { runId: string; propertyId: number | null; wallet: Wallet; amount: Amount; hash: string; ledgerIndex: number }
>;
export interface PayoutTally {
  lines: number;
  amount: Amount;
}
/** No line of a batch is waiting or in progress. */
export type PayoutBatchDone = EventType<
  'PayoutBatchDone',
  { runId: string; batch: string; settled: PayoutTally; unclaimed: PayoutTally }
>;
export type PayoutBatchReopened = EventType<'PayoutBatchReopened', { runId: string; batch: string }>;
export const PAUSE_CAUSES = [
  'admin',
  'balance',
  'global-freeze',
  'escrow-freeze',
  'transfer-fee',
  'xrp',
  'clawback',
  'no-holders',
] as const;
/** Why a run is paused. */
export type PauseCause = (typeof PAUSE_CAUSES)[number];
export type PayoutRunPaused = EventType<'PayoutRunPaused', { runId: string; cause: PauseCause; reason: string }>;
export type PayoutRunResumed = EventType<'PayoutRunResumed', { runId: string; reason: string }>;
/** Each holder's line is settled or unclaimed. The totals stay unchanged, whatever is paid later. */
export type PayoutRunCompleted = EventType<
  'PayoutRunCompleted',
  { runId: string; propertyId: number | null; settled: PayoutTally; unclaimed: PayoutTally }
>;

/** Events of a run as a whole. */
export type PayoutRunEvent =
  | PayoutRunCreated
  | PayoutRunStarted
  | PayoutBatchDone
  | PayoutBatchReopened
  | PayoutRunPaused
  | PayoutRunResumed
  | PayoutRunCompleted
  /** The only line of a direct run. */
  | PayoutLinesListed
  | PayoutSettled;
/** Events of one batch of its lines. */
export type PayoutLineEvent =
  | PayoutLinesListed
  | PayoutWindowSigned
  | PayoutSettled
  | PayoutLineRefused
  | PayoutLineAbsent
  | PayoutLineUnclaimed
  | PayoutLineReturned
  | UnclaimedAged
  | PayoutLinesReopened
  | UnclaimedPaid
  | PayoutFeePaid;
export type PayoutEvent = PayoutRunEvent | PayoutLineEvent;
