/**
 * Streams `issuance-<id>` (tokens issued manually by an admin, or automatically for a direct payment),
 * `counted-<paymentId>` (a direct payment recorded in a register as the price of such tokens), `auto-issuance` and
 * `auto-issuance-<paymentId>`.
 */
import type { Amount, ConcludedAttempt, EventType, MovingEventType, SignedAttempt, Wallet } from './event-type.js';

/** Each is one transaction of the issuer, with its own ticket. */
export type IssuanceStep = 'authorise' | 'issue';

export type TokenIssuanceOrdered = EventType<
  'TokenIssuanceOrdered',
  {
    issuanceId: string;
    recipient: Wallet;
    tokens: number;
    source: 'hand' | 'automation';
    /** The direct payment to which automation responds; null for a manual issuance. */
    paymentId: string | null;
  }
>;
/** Signed and journaled; from now on it may be on a ledger. */
export type TokenIssuanceSubmitted = EventType<
  'TokenIssuanceSubmitted',
  SignedAttempt & { issuanceId: string; step: IssuanceStep }
>;
/** It is on a validated ledger, or it is proved that it never will be: then `ledgerIndex` is null. */
export type TokenIssuanceConcluded = EventType<
  'TokenIssuanceConcluded',
  ConcludedAttempt & { issuanceId: string; step: IssuanceStep }
>;
/** On a validated ledger, and in no property's register yet. */
export type TokensIssued = MovingEventType<
  'TokensIssued',
  {
    issuanceId: string;
    recipient: Wallet;
    tokens: number;
    /** As named in the memo on the ledger. */
    paymentId: string | null;
    hash: string;
    ledgerIndex: number;
  }
>;
export type TokenIssuanceFailed = EventType<
  'TokenIssuanceFailed',
  { issuanceId: string; code: string; message: string }
>;
/** In the commit that assigns the tokens to the property's register. */
export type TokenIssuanceAssigned = EventType<
  'TokenIssuanceAssigned',
  { issuanceId: string; recipient: Wallet; tokens: number; propertyId: number; paymentId: string }
>;
/** The payment paid for the tokens of this issuance, and for no others. */
export type PaymentCounted = EventType<'PaymentCounted', { paymentId: string; issuanceId: string; propertyId: number }>;

export type AutoIssuanceConfigured = EventType<
  'AutoIssuanceConfigured',
  {
    enabled: boolean;
    defaultTokenAmount: number;
    requiresBothPartiesKyc: boolean;
    /** RLUSD; the specification calls it USD. */
    minimumInvestmentThreshold: Amount;
  }
>;
export type AutoIssuanceSkipped = EventType<
  'AutoIssuanceSkipped',
  { paymentId: string; wallet: Wallet; tokens: number; reason: 'not-verified' | 'no-line'; message: string }
>;

export type IssuanceEvent =
  | TokenIssuanceOrdered
  | TokenIssuanceSubmitted
  | TokenIssuanceConcluded
  | TokensIssued
  | TokenIssuanceFailed
  | TokenIssuanceAssigned;
export type AutoIssuanceEvent = AutoIssuanceConfigured | AutoIssuanceSkipped;
