/**
 * Events of stream `payment-<id>` about a validated principal whose tokens cannot be issued: why, how long the platform
 * waits, and that the payee owes the principal back.
 */
import type { Amount, BusinessDate, EventType, Wallet } from './event-type.js';

/** Obstacles between a validated principal and its tokens. */
export const DELIVERY_OBSTACLES = [
  /** The wallet only accepts payments from senders that it has preauthorized (lsfDepositAuth). */
  'deposit-auth',
  /** The wallet only accepts payments with a destination tag (lsfRequireDestTag). */
  'destination-tag',
  'account-deleted',
  'line-missing',
  /** The line's limit leaves too little room. */
  'line-limit',
  /** The line has a QualityIn or QualityOut other than 1. */
  'line-quality',
  /** The issuer froze the line. */
  'line-frozen',
  /** The wallet is suspended. */
  'suspended',
  'verification-lapsed',
  /** A restored log lacked tokens that the ledger shows as issued, so not enough are left. */
  'sold-out',
  /** The payment is not on the terms of its listing: somebody forged its first event. */
  'terms-differ',
  /** The ledger refused every attempt, and no check explains why. */
  'unexplained',
] as const;
export type DeliveryObstacle = (typeof DELIVERY_OBSTACLES)[number];

/** The property whose tokens were bought. */
interface Bought {
  propertyId: number;
  propertyName: string;
}

/** A check of the payer's wallet whose result has changed; `obstacle` is null if the tokens can be issued. */
export type DeliveryChecked = EventType<
  'DeliveryChecked',
  Bought & {
    paymentId: string;
    payer: Wallet;
    obstacle: DeliveryObstacle | null;
    /** The last day on which the tokens are still issued; counted from the principal's validation, once. */
    until: BusinessDate;
  }
>;
/** The wait for the wallet is over: the purchase ends as soon as nothing of it is in flight. */
export type DeliveryWaitEnded = EventType<'DeliveryWaitEnded', { paymentId: string; because: 'sale-closed' | 'admin' }>;
/** No tokens will be issued for this principal: the payee owes it back. */
export type PrincipalOwedBack = EventType<
  'PrincipalOwedBack',
  Bought & {
    paymentId: string;
    hash: string;
    ledgerIndex: number;
    by: Wallet;
    to: Wallet;
    amount: Amount;
    reason: DeliveryObstacle | 'admin';
    /** Null while the payer is suspended; it becomes due once the compliance desk has released the wallet. */
    dueOn: BusinessDate | null;
    /** Whether the platform keeps its fee, because the wallet's own setting refused the tokens. */
    feeKept: boolean;
  }
>;
/** The compliance desk has released the payer: the principal can be paid back, and is due. */
export type OwedBackReleased = EventType<'OwedBackReleased', { paymentId: string; dueOn: BusinessDate }>;
/** The network fee is above the platform's limit for payers: the request waits until it falls. */
export type NetworkFeeTooHigh = EventType<
  'NetworkFeeTooHigh',
  { paymentId: string; feeDrops: string; ceilingDrops: string }
>;

export type DeliveryEvent =
  DeliveryChecked | DeliveryWaitEnded | PrincipalOwedBack | OwedBackReleased | NetworkFeeTooHigh;
