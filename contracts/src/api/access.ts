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
  /** Two digits that the page and the wallet's request both show: a forwarded link is noticed by them. */
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
  /** The network address that it was opened from; null if that is not known any more. */
  place: string | null;
  /** When it ends if it is not used. */
  endsInSeconds: number;
  /** The one that asks. */
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

/** The session behind a call, for who holds it. */
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
  /** The sandbox plays the ledger, and fills demo wallets up. */
  demoFunding: boolean;
  /** Admins may issue and pay by lists of wallets. */
  bulkOperations: boolean;
  /** Whom one writes to with a question. */
  supportEmail: string;
  /** Where a transaction hash can be looked up; null if there is no explorer. */
  explorer: string | null;
  /** The day that due dates and interest go by, where it was moved ahead of today; null if it is today. */
  calendarAhead: { today: string; days: number } | null;
}
