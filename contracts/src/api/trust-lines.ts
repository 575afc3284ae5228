/** RLUSD trust lines (REQ-2.2.7.1, REQ-2.2.7.2). */
import { IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { WALLET } from '../rules/index.js';
import type { SignRequestLinks } from './access.js';
import { IsDecimalNumber } from './decimal.js';

const LIMIT = 'Trust limit must be a number from 1 to 1,000,000,000,000 with at most 6 decimals';

/** REQ-2.7.12 POST /api/rlusd/create-trust-line. */
export class CreateTrustLineRequest {
  @IsString({ message: 'Wallet Address Required' })
  @IsNotEmpty({ message: 'Wallet Address Required' })
  @MaxLength(100, { message: 'Valid XRPL wallet address required' })
  walletAddress!: string;
  @IsOptional()
  @IsDecimalNumber(6, { message: LIMIT })
  @Min(1, { message: LIMIT })
  @Max(WALLET.trustLimitMax, { message: LIMIT })
  trustLimit: number = WALLET.trustLimit;
}

/** Trust status (REQ-2.3.9); RLUSD. */
export interface TrustStatusView {
  hasTrustLine: boolean;
  balance: number;
  trustLimit: number;
}

/** Capability (REQ-2.3.9). */
export interface CapabilityView {
  canReceive: boolean;
  canSend: boolean;
  /** Every obstacle, one sentence each. */
  issues: string[];
}

/** Create trust line response (REQ-2.3.11). */
export interface TrustLineRequestView extends SignRequestLinks {
  success: true;
  trustLimit: number;
  expiresAt: string;
}

/** Trust-line payload status (REQ-2.3.11). */
export interface TrustLinePayloadView {
  /** Whether a validated ledger has the trust line as it was signed. */
  signed: boolean;
  error: string | null;
  /** `signed` by the wallet, but not validated yet; no further action is needed. */
  status: 'pending' | 'submitted' | 'validated' | 'failed';
}

/** Wallet info (easy setup) (REQ-1.4.7): a wallet's public data on the ledger. */
export interface WalletInfoView {
  address: string;
  /** Whether the account exists on the ledger, because it has received its first XRP. */
  activated: boolean;
  /** XRP. */
  balance: number;
  trustlineStatus: 'none' | 'active';
  /** RLUSD. */
  trustLimit: number;
  rlusdBalance: number;
}
