/**
 * Stream `redemption-<id>`: the tokens of one holder of a property whose loan is paid off are taken back. That they
 * were is a fact of the property's register: `TokensRedeemed`.
 */
import type { ConcludedAttempt, EventType, SignedAttempt, Wallet } from './event-type.js';

export type TokenRedemptionOrdered = EventType<
  'TokenRedemptionOrdered',
  { redemptionId: string; propertyId: number; holder: Wallet; tokens: number }
>;
/** The clawback, signed and journaled; from now on it may be on a ledger. */
export type TokenRedemptionSubmitted = EventType<'TokenRedemptionSubmitted', SignedAttempt & { redemptionId: string }>;
/** It is on a validated ledger, or it is proved that it never will be: then `ledgerIndex` is null. */
export type TokenRedemptionConcluded = EventType<
  'TokenRedemptionConcluded',
  ConcludedAttempt & { redemptionId: string }
>;
export type RedemptionEvent = TokenRedemptionOrdered | TokenRedemptionSubmitted | TokenRedemptionConcluded;
