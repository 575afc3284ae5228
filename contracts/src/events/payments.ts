/**
 * Stream `payment-<id>`: one payment with its legs, and stream `payer-<address>`: which payment of a wallet is open.
 * Signed blobs are like checks: events contain hash, sequence and LastLedgerSequence; the blob itself is encrypted in
 * the vault.
 */
import type { DeliveryEvent } from './delivery.js';
import type { Amount, BusinessDate, EventType, MovingEventType, Wallet } from './event-type.js';

export type PaymentKind = 'property_purchase' | 'rlusd_payment' | 'principal_payback' | 'deposit' | 'refund' | 'fee';
/** `fee-refund`: a fee that was paid twice, refunded by the platform's fee wallet. */
export type Leg = 'trust-line' | 'authorise' | 'recipient' | 'platform' | 'issuance' | 'fee-refund';

interface LegAttempt {
  paymentId: string;
  leg: Leg;
  /** Counts from 1; a voided leg is requested again under the next number. */
  attempt: number;
}

/**
 * The terms of a payment, which its first event, its state and the command that starts it share.
 * @template Money decimal text on the log, micro-RLUSD where it is computed with
 */
export interface PaymentTerms<Money = Amount> {
  paymentId: string;
  kind: PaymentKind;
  payer: Wallet;
  payee: Wallet;
  feeWallet: Wallet;
  propertyId: number | null;
  propertyName: string | null;
  tokens: number | null;
  amount: Money;
  platformFee: Money;
  /** Public on the ledger. */
  memo: string | null;
  /** Offers the network more than the required fee. Left out for a standard payment. */
  priority?: 'fast';
  refundOf: string | null;
  /** The payment whose owed fee it pays. Left out for other kinds. */
  feeOf?: string;
}

export type PaymentStarted = EventType<
  'PaymentStarted',
  PaymentTerms & {
    totalAmount: Amount;
    /** ISO time after which nothing is submitted any more unless submission has begun. */
    expiresAt: string;
  }
>;
/** The state of the payer's TKNEST trust line: what must happen before the money legs. */
export type TokenLineChecked = EventType<
  'TokenLineChecked',
  { paymentId: string; line: 'ready' | 'missing' | 'too-small' | 'unauthorised' | 'frozen' }
>;
/**
 * Journaled before the wallet app is called, so that a lost answer is found again by its identifier. The transaction
 * cannot be in a ledger up to `ledgerIndex`.
 */
export type LegPrepared = EventType<
  'LegPrepared',
  LegAttempt & {
    identifier: string;
    transaction: Record<string, unknown>;
    sequence: number;
    lastLedgerSequence: number;
    ledgerIndex: number;
    /** The network's current fee, in drops; only if the payment is fast and its transaction may offer more. */
    feeAsked?: string;
  }
>;
export type SignatureRequested = EventType<
  'SignatureRequested',
  LegAttempt & {
    identifier: string;
    payloadUuid: string;
    qrCode: string;
    deepLink: string;
    websocket: string;
    expiresAt: string;
  }
>;
export type LegSigned = EventType<
  'LegSigned',
  LegAttempt & {
    hash: string;
    sequence: number;
    ticket: number | null;
    lastLedgerSequence: number;
    blobItem: string;
    /**
     * For what a payer signed: the business day of the ledger that did not contain it when the platform learned of it;
     * none if it had been sent.
     */
    signedOn?: BusinessDate;
  }
>;
/** A signature or request that will never be submitted. */
export type LegVoided = EventType<
  'LegVoided',
  LegAttempt & { reason: string; hash: string | null; lastLedgerSequence: number | null }
>;
/** Submission begins: appended before the blob is sent; from then on, the payment cannot be canceled or expire. */
export type PaymentSubmitted = EventType<
  'PaymentSubmitted',
  LegAttempt & {
    hash: string;
    sequence: number;
    ticket: number | null;
    lastLedgerSequence: number;
    ledgerIndex: number;
  }
>;
export type LegValidated = MovingEventType<
  'LegValidated',
  LegAttempt & {
    hash: string;
    ledgerIndex: number;
    result: string;
    delivered: Amount | null;
    /** For a principal: the business day of its ledger. */
    paidOn?: BusinessDate;
  }
>;
/** The ledger refused it (tec), or it is proved absent past its LastLedgerSequence. */
export type LegFailed = EventType<'LegFailed', LegAttempt & { hash: string | null; result: string; message: string }>;
/**
 * An unknown transaction used the ticket of a leg signed by the platform; `LegFailed` with the result `released` ends
 * it.
 */
export type LegHeld = EventType<'LegHeld', LegAttempt & { hash: string }>;
export type FeeLeftUnpaid = EventType<'FeeLeftUnpaid', { paymentId: string; reason: string }>;
/** The fee that was left unpaid arrived with a payment of its own, whose principal it is. */
export type OwedFeePaid = EventType<
  'OwedFeePaid',
  { paymentId: string; feePaymentId: string; hash: string; ledgerIndex: number }
>;
/** Two people decided that a fee which was left unpaid is not owed. */
export type FeeWaived = EventType<'FeeWaived', { paymentId: string }>;
export type PaymentCompleted = EventType<'PaymentCompleted', { paymentId: string }>;
/**
 * The code of a payment that failed although its principal was validated, because it had been spent on something else.
 */
export const SPENT_BEFORE = 'spent-before';
export type PaymentFailed = EventType<'PaymentFailed', { paymentId: string; code: string; message: string }>;
export type PaymentCancelled = EventType<
  'PaymentCancelled',
  { paymentId: string; by: 'payer' | 'wallet' | 'platform' }
>;
export type PaymentExpired = EventType<'PaymentExpired', { paymentId: string }>;
/** A signature that arrived after the payment ended: recorded, never submitted. */
export type LateSignatureRecorded = EventType<
  'LateSignatureRecorded',
  LegAttempt & { hash: string; lastLedgerSequence: number | null }
>;
/**
 * No signed principal of a payment that ended unpaid can reach a ledger any more: what the payment reserved is released
 * in the same commit.
 */
export type PrincipalProvedAbsent = EventType<'PrincipalProvedAbsent', { paymentId: string }>;
/** A principal of an ended payment that the ledger validated after all. */
export type LatePrincipalFound = MovingEventType<
  'LatePrincipalFound',
  {
    paymentId: string;
    hash: string;
    ledgerIndex: number;
    delivered: Amount;
    /** The business day of its ledger. */
    paidOn: BusinessDate;
    /** Today: the days to pay it back are counted from here. */
    foundOn: BusinessDate;
  }
>;
/** After a late principal: tokens were left, so the purchase continues with the issuance. */
export type PaymentRevived = EventType<'PaymentRevived', { paymentId: string }>;

/**
 * The payee refunds a principal for which nothing was issued: in the commit that starts the refund, which is a separate
 * payment.
 */
export type RefundBegun = EventType<
  'RefundBegun',
  {
    paymentId: string;
    refundId: string;
    /** The principal that is paid back. */
    principalHash: string;
  }
>;
/** The payer paid the principal a second time, with a blob that should never have been sent: it is owed back. */
export type ExtraPrincipalFound = MovingEventType<
  'ExtraPrincipalFound',
  { paymentId: string; hash: string; ledgerIndex: number; delivered: Amount; foundOn: BusinessDate }
>;
/** The payer paid the fee a second time, with a blob that should never have been sent: the platform owes it back. */
export type ExtraFeeFound = MovingEventType<
  'ExtraFeeFound',
  { paymentId: string; hash: string; ledgerIndex: number; delivered: Amount }
>;
/** An admin refunds a fee that was paid twice, from the fee wallet. */
export type FeeRefundOrdered = EventType<'FeeRefundOrdered', { paymentId: string; hash: string; reason: string }>;

export type PaymentEvent =
  | DeliveryEvent
  | PaymentStarted
  | TokenLineChecked
  | LegPrepared
  | SignatureRequested
  | LegSigned
  | LegVoided
  | PaymentSubmitted
  | LegValidated
  | LegFailed
  | LegHeld
  | FeeLeftUnpaid
  | OwedFeePaid
  | FeeWaived
  | PaymentCompleted
  | PaymentFailed
  | PaymentCancelled
  | PaymentExpired
  | LateSignatureRecorded
  | PrincipalProvedAbsent
  | LatePrincipalFound
  | PaymentRevived
  | RefundBegun
  | ExtraPrincipalFound
  | ExtraFeeFound
  | FeeRefundOrdered;

export type PayerPaymentOpened = EventType<
  'PayerPaymentOpened',
  {
    wallet: Wallet;
    paymentId: string;
    kind: PaymentKind;
    /** The property whose tokens it has reserved; null if it reserves none. */
    reserves: number | null;
    /** The amount of a direct payment, in RLUSD; absent for other kinds. */
    direct?: string;
    at: string;
  }
>;
export type PayerPaymentClosed = EventType<
  'PayerPaymentClosed',
  {
    wallet: Wallet;
    paymentId: string;
    outcome: 'settled' | 'failed' | 'unsigned' | 'cancelled' | 'declined';
    at: string;
  }
>;
/** The fee of a completed payment was not paid: until it is settled, nothing new is started. */
export type PayerFeeOwed = EventType<'PayerFeeOwed', { wallet: Wallet; paymentId: string; amount: Amount }>;
/** It was paid, or is not owed any more. */
export type PayerFeeSettled = EventType<'PayerFeeSettled', { wallet: Wallet; paymentId: string }>;
export type PayerEvent = PayerPaymentOpened | PayerPaymentClosed | PayerFeeOwed | PayerFeeSettled;
