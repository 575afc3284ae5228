/** Stream `listing-<id>`: a property, the terms of its tokens, and who holds how many. */
import type { PropertyType } from '../rules/index.js';
import type { Amount, EventType, MovingEventType, Wallet } from './event-type.js';

export type ListingCreated = EventType<
  'ListingCreated',
  {
    propertyId: number;
    owner: Wallet;
    name: string;
    address: string;
    /** If the landlord gave it. */
    propertyType?: PropertyType;
    monthlyRent: Amount;
    fundingGoal: Amount;
    fundingPurpose: string;
    tokenTermMonths: number;
    /** Annual percentage as decimal text: `6.5`. */
    monthlyRate: string;
    tokenPrice: Amount;
    tokenCount: number;
    monthlyPayoutPerToken: Amount;
    redemptionClause: string;
  }
>;
export type ContractAttached = EventType<
  'ContractAttached',
  {
    propertyId: number;
    documentId: string;
    /** The landlord's name for the file: a vault item. */
    nameItem: string;
    sha256: string;
    bytes: number;
    mediaType: string;
  }
>;
/** The contract is no longer needed: the file is destroyed, its digest stays. */
export type ContractFileDestroyed = EventType<'ContractFileDestroyed', { propertyId: number }>;
/** Tokens are reserved while a purchase is in progress. */
export type TokensReserved = EventType<
  'TokensReserved',
  { propertyId: number; paymentId: string; wallet: Wallet; tokens: number }
>;
export type ReservationReleased = EventType<
  'ReservationReleased',
  { propertyId: number; paymentId: string; tokens: number; reason: string }
>;
/** Paid and issued: both validated on the ledger. */
export type TokensPurchased = EventType<
  'TokensPurchased',
  {
    propertyId: number;
    paymentId: string;
    wallet: Wallet;
    tokens: number;
    cost: Amount;
    platformFee: Amount;
    estimatedMonthlyReturn: Amount;
    paymentHash: string;
    issuanceHash: string;
  }
>;
/** The loan is paid off: the holder's tokens were taken back on the ledger. */
export type TokensRedeemed = MovingEventType<
  'TokensRedeemed',
  { propertyId: number; wallet: Wallet; tokens: number; redemptionId: string; hash: string; ledgerIndex: number }
>;
export type ListingFullyFunded = EventType<'ListingFullyFunded', { propertyId: number }>;
/**
 * The sale ends while some of its purchases still have a transaction in flight: no more tokens can be reserved.
 * `ListingClosed` follows in the commit that ends the last of them.
 */
export type ListingClosing = EventType<
  'ListingClosing',
  { propertyId: number; reason: 'owner' | 'admin' | 'calendar'; explanation: string | null }
>;
export type ListingClosed = EventType<
  'ListingClosed',
  {
    propertyId: number;
    tokensSold: number;
    principal: Amount;
    reason: 'owner' | 'fully-funded' | 'admin' | 'calendar';
    /** The admin's reason; null if none was required. */
    explanation: string | null;
  }
>;
/** An admin hides a listing from the marketplace: it cannot be found or bought. Purchases in progress continue. */
export type ListingHidden = EventType<'ListingHidden', { propertyId: number; reason: string }>;
export type ListingShown = EventType<'ListingShown', { propertyId: number; reason: string }>;
/** Its landlord is overdue with a refund, or no longer: until it is paid, deposits cannot be withdrawn. */
export type RefundOverdue = EventType<'RefundOverdue', { propertyId: number; overdue: boolean }>;
/** New purchases are refused for now; the listing stays visible. `check`: the compliance desk checks its landlord. */
export type SalePaused = EventType<'SalePaused', { propertyId: number; by: 'admin' | 'check'; reason: string }>;
export type SaleResumed = EventType<'SaleResumed', SalePaused['data']>;

export type ListingEvent =
  | ListingCreated
  | ContractAttached
  | ContractFileDestroyed
  | TokensReserved
  | ReservationReleased
  | TokensPurchased
  | TokensRedeemed
  | ListingFullyFunded
  | ListingClosing
  | ListingClosed
  | ListingHidden
  | ListingShown
  | RefundOverdue
  | SalePaused
  | SaleResumed;
