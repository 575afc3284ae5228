import type { Day } from '../money/index.js';
import { IsIn, IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';

import type { KycRole } from '../events/identity.js';
import type { TRANSACTION_TYPES } from '../rules/index.js';
import type { KycStatus } from './access.js';

/** Every control is an event with a reason. */
export class ReasonRequest {
  @IsString({ message: 'Give a reason of at least 10 characters' })
  @Matches(/^\s*\S(?:[\s\S]{8,})\S\s*$/, { message: 'Give a reason of at least 10 characters' })
  @MaxLength(500, { message: 'Give a reason of at most 500 characters' })
  reason!: string;
}

export class RevokeVerificationRequest extends ReasonRequest {
  @IsIn(['investor', 'landlord'], { message: 'Choose a role: investor or landlord' })
  role!: 'investor' | 'landlord';
}

/** A wallet's verification and suspension. */
export interface WalletStandingView {
  walletAddress: string;
  suspended: boolean;
  investor: KycStatus;
  landlord: KycStatus;
}

/**
 * Admin actions about a wallet, with their reasons. An erased person's reasons are destroyed, and auditors do not see
 * them.
 */
export interface UsedControlView {
  what: string;
  /** The verification concerned; null if the action is about the wallet. */
  role: KycRole | null;
  at: string;
  by: string | null;
  reason: string | null;
}

export interface SessionsEndedView {
  /** The number of sessions that were open. */
  ended: number;
}

export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Why a failed transaction moved no money although nothing went wrong. */
export type TransactionEnding = 'cancelled' | 'declined' | 'expired';

export interface AdminTransactionView {
  id: string;
  /** Null for payouts. */
  paymentId: string | null;
  /** The run that paid it; null for users' payments. */
  payoutId: string | null;
  status: 'completed' | 'pending' | 'processing' | 'failed';
  ending: TransactionEnding | null;
  type: TransactionType;
  description: string;
  userWallet: string;
  amount: number;
  currency: string;
  propertyId: number | null;
  propertyName: string | null;
  /** When it was recorded, and on which business day. */
  timestamp: string;
  date: Day;
  txHash: string | null;
}

export interface AdminPropertyView {
  id: number;
  name: string;
  address: string;
  /** Wallet. */
  owner: string;
  /** When it was recorded (ISO 8601), and on which business day. */
  listedAt: string;
  listedOn: Day;
  monthlyRent: number;
  tokensIssued: number;
  tokenCount: number;
  totalInvestment: number;
  status: string;
  hidden: boolean;
  paused: boolean;
}

export interface AdminUserView {
  id: string;
  userType: string;
  kycStatus: string;
  suspended: boolean;
  walletAddress: string;
  /** ISO 8601: the first and the last sign-in. */
  firstSeen: string;
  lastSeen: string;
  totalInvestments: number;
  totalEarnings: number;
}

export interface PlatformStatsView {
  totalVolume: number;
  totalTransactions: number;
  totalProperties: number;
  totalPlatformFees: number;
  activeInvestments: number;
  completedPayouts: number;
  monthlyGrowth: number;
  /** Whether growth has nothing to compare with: money was paid in the last 30 days, none in the 30 before. */
  growsFromNothing: boolean;
}

/** How much of each kind waits for a person in the office. */
export interface OfficeWaitingView {
  /** Proposals that somebody else made and that wait for a second signature. */
  proposals: number;
  /** Open payment cases. */
  cases: number;
  /** Compliance cases that are not decided. */
  compliance: number;
  failedEvents: number;
  /** 1 while a check of the event log has found a changed event, which may keep a case from being opened. */
  changedEvents: number;
}

/** One month of the Analytics tab; money in RLUSD. */
export interface MonthView {
  /** YYYY-MM, UTC. */
  month: string;
  paid: number;
  payouts: number;
  /** The number of people holding tokens at its end. */
  holders: number;
}

/** An event that a consumer failed to process, or a later one of the same lane. */
export interface FailedEventView {
  /** `read-model:<name>` or `process:<name>`. */
  consumer: string;
  lane: string;
  position: string;
  stream: string;
  revision: number;
  error: string;
  failedAt: string;
}

export class ReleaseFailedEventsRequest {
  @Matches(/^(read-model|process):[a-z0-9-]{1,100}$/, {
    message: 'consumer must be read-model:<name> or process:<name>',
  })
  consumer!: string;
}

export class BusinessDateRequest {
  @Matches(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, { message: 'date must be a day as YYYY-MM-DD' })
  date!: Day;
}

/** POST /api/sandbox/rent: the property whose landlord pays; only in the sandbox. */
export class DemoRentRequest {
  @IsInt({ message: 'Property selection required' })
  @Min(1, { message: 'Property selection required' })
  @Max(999_999_999, { message: 'Property selection required' })
  propertyId!: number;
}

export interface DemoRentAnswer {
  propertyId: number;
  paymentId: string;
  /** The RLUSD that the landlord paid, without the fee. */
  amount: number;
  /** Whether the sale was still open and was closed first. */
  closed: boolean;
}

export interface BusinessDateAnswer {
  date: Day;
  /** Whether the days are still being processed. */
  pending?: true;
}
