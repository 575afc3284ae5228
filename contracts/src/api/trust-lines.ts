/** RLUSD trust lines (D2 §2.7, §3, §5, §7). */
import { IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { WALLET } from '../rules/index.js';
import type { SignRequestLinks } from './access.js';
import { IsDecimalNumber } from './decimal.js';

const LIMIT = 'Trust limit must be a number from 1 to 1,000,000,000,000 with at most 6 decimals';

/** D2 §7 POST /api/rlusd/create-trust-line. */
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

/** D2 §3 "Trust status"; RLUSD. */
export interface TrustStatusView {
  hasTrustLine: boolean;
  balance: number;
  trustLimit: number;
}

/** D2 §3 "Capability". */
export interface CapabilityView {
  canReceive: boolean;
  canSend: boolean;
  /** Every obstacle, one sentence each. */
  issues: string[];
}

/** D2 §3 "Create trust line response". */
export interface TrustLineRequestView extends SignRequestLinks {
  success: true;
  trustLimit: number;
  expiresAt: string;
}

/** D2 §3 "Trust-line payload status". */
export interface TrustLinePayloadView {
  /** Whether a validated ledger has the trust line as it was signed. */
  signed: boolean;
  error: string | null;
  /** `signed` by the wallet, but not validated yet; no further action is needed. */
  status: 'pending' | 'submitted' | 'validated' | 'failed';
}
