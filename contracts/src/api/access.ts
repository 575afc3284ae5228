import type { Day } from '../money/index.js';
import { IsIn, IsString, MaxLength } from 'class-validator';

export type UserRole = 'investor' | 'landlord' | 'admin' | 'auditor' | 'compliance';
export type KycStatus = 'not_started' | 'pending' | 'in_progress' | 'verified' | 'rejected';

export class DemoAccessRequest {
  @IsString()
  @MaxLength(100)
  code!: string;
}

export class WalletLoginRequest {
  @IsIn(['investor', 'landlord'], { message: 'Choose a role: investor or landlord' })
  userRole: 'investor' | 'landlord' = 'investor';
}

export interface SignRequestLinks {
  payloadUuid: string;
  /** Address of a PNG. */
  qrCode: string;
  deepLink: string;
  websocket: string;
}

export interface SignInLinks extends SignRequestLinks {
  /** Two digits shown by both the page and the wallet's request, so that a forwarded link is noticed. */
  matchNumber: string;
}

/** One of the caller's sessions. */
export interface OpenSessionView {
  id: string;
  role: UserRole;
  /** ISO 8601. */
  openedAt: string;
  seenAt: string;
  expiresAt: string;
  /** "Firefox on Windows"; null if it is not known. */
  device: string | null;
  /** The network address from which it was opened; null if that is no longer known. */
  place: string | null;
  /** When it ends if it is not used any more. */
  endsInSeconds: number;
  /** Whether it is the caller's current session. */
  current: boolean;
}

export interface WalletLoginStatus {
  authenticated: boolean;
  walletAddress: string | null;
  sessionToken: string | null;
  cancelled: boolean;
  expired: boolean;
}

export interface SessionView {
  walletAddress: string | null;
  userRole: UserRole | null;
  kycStatus: KycStatus | null;
  csrfToken: string | null;
}

/** The session of a call, for its owner. */
export interface UserInfoView {
  role: UserRole;
  /** ISO 8601. */
  signedInAt: string;
}

export interface PlatformConfigView {
  feeWallet: string;
  issuer: string;
  payoutEscrow: string;
  rlusdIssuer: string;
  rlusdCurrency: string;
  tokenCurrency: string;
  network: string;
  demoGate: boolean;
  sandbox: boolean;
  /** Whether the sandbox is the ledger, and tops up demo wallets. */
  demoFunding: boolean;
  /** Whether admins may issue to and pay lists of wallets. */
  bulkOperations: boolean;
  /** The contact for questions. */
  supportEmail: string;
  /** Where a transaction hash can be looked up; null if there is no explorer. */
  explorer: string | null;
  /**
   * The business calendar's day, on which due dates and interest are based, if it was moved ahead of today; null if it
   * is today.
   */
  calendarAhead: { today: Day; days: number } | null;
}
