/**
 * Stream `redemption-<id>`: the redemption of one holder's tokens of a property with a paid-off loan. The property's
 * register records the result: `TokensRedeemed`.
 */
import type { EventType, Wallet } from './event-type.js';

export type TokenRedemptionOrdered = EventType<
  'TokenRedemptionOrdered',
  { redemptionId: string; propertyId: number; holder: Wallet; tokens: number }
>;
/** The clawback, signed and journaled; from now on it may be on a ledger. */
export type TokenRedemptionSubmitted = EventType<
  'TokenRedemptionSubmitted',
  {
    redemptionId: string;
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
>;
/** It is on a validated ledger, or it is proved that it never will be: then `ledgerIndex` is null. */
export type TokenRedemptionConcluded = EventType<
  'TokenRedemptionConcluded',
  { redemptionId: string; attempt: number; hash: string; result: string; ledgerIndex: number | null }
>;
export type RedemptionEvent = TokenRedemptionOrdered | TokenRedemptionSubmitted | TokenRedemptionConcluded;
