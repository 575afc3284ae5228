/** Token management and automatic issuance (REQ-2.2.3.1 to REQ-2.2.4.2). */
import {
  IsBoolean,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { ISSUANCE, WALLET } from '../rules/index.js';
import { IsDecimalNumber } from './decimal.js';

const WHOLE = 'Amount must be a whole number of tokens from 1 to 1,000,000,000';
const PROPERTY = 'Please select a property';

/** Issue tokens (REQ-2.5.1). */
export class IssueTokensRequest {
  @IsString({ message: 'Recipient address is required' })
  @IsNotEmpty({ message: 'Recipient address is required' })
  @MaxLength(100, { message: 'Valid XRPL wallet address required' })
  recipientAddress!: string;
  @IsString({ message: 'Amount is required' })
  @IsNotEmpty({ message: 'Amount is required' })
  @Matches(/^([1-9]\d{0,8}|1000000000)$/, { message: WHOLE })
  amount!: string;
  /** Empty to sign with the key in the vault. */
  @IsString({ message: 'Issuer seed is required' })
  @MaxLength(100, { message: 'This seed is not the issuer’s' })
  issuerSeed!: string;
}

/** Payout (REQ-2.5.2): RLUSD out of the platform's own part of the payout escrow. */
export class TokenPayoutRequest {
  @IsString({ message: 'Recipient address is required' })
  @IsNotEmpty({ message: 'Recipient address is required' })
  @MaxLength(100, { message: 'Valid XRPL wallet address required' })
  recipientAddress!: string;
  @IsString({ message: 'Amount is required' })
  @IsNotEmpty({ message: 'Amount is required' })
  @Matches(/^(?!0+(\.0*)?$)\d{1,9}(\.\d{1,6})?$/, { message: 'Amount must be positive, with at most 6 decimals' })
  amount!: string;
  /** Empty to sign with the key in the vault. */
  @IsString({ message: 'Admin seed is required' })
  @MaxLength(100, { message: 'This seed is not the payout escrow’s' })
  adminSeed!: string;
  @IsString({ message: 'RLUSD gateway is required' })
  @IsNotEmpty({ message: 'RLUSD gateway is required' })
  @MaxLength(100, { message: 'The RLUSD gateway must be the issuer of RLUSD' })
  rlusdGateway!: string;
  /** Digits; empty or left out for a payment without one. An exchange tells by it whose money it is. */
  @IsOptional()
  @Matches(/^\d{0,10}$/, { message: 'The destination tag must be a whole number' })
  destinationTag?: string;
}

/** Trustline URL (REQ-2.5.3). */
export class TrustlineUrlRequest {
  @IsString({ message: 'Currency is required' })
  @IsNotEmpty({ message: 'Currency is required' })
  @Matches(/^[\x21-\x7e]{3,40}$/, { message: 'Valid currency code required' })
  currency!: string;
  @IsString({ message: 'Issuer address is required' })
  @IsNotEmpty({ message: 'Issuer address is required' })
  @MaxLength(100, { message: 'Valid XRPL issuer address required' })
  issuer!: string;
  /** As text or number; decimal digits. */
  @IsOptional()
  limit: string | number = WALLET.trustlineUrlLimit;
}

export interface TrustlineUrlView {
  success: true;
  trustlineURL: string;
}

/** Token balance response (REQ-2.3.12). */
export interface TokenBalanceView {
  walletAddress: string;
  currency: string;
  balance: string;
  error: string | null;
}

export interface IssuanceAnswer {
  success: boolean;
  /** The operation's id. */
  id: string;
  txHash: string | null;
  error: string | null;
}

/** GET /api/tokens/operations and /{id}. */
export interface TokenOperationView extends IssuanceAnswer {
  kind: 'issue';
  status: 'pending' | 'processing' | 'completed' | 'failed';
  recipientAddress: string;
  amount: string;
  source: 'hand' | 'automation';
  paymentId: string | null;
  /** The property with the tokens in its register; null until they are assigned. */
  propertyId: number | null;
  createdAt: string;
}

/** A wallet about to be issued tokens, with what the admin needs to know. */
export interface TokenRecipientView {
  walletAddress: string;
  verified: boolean;
  line: 'missing' | 'too-small' | 'frozen' | 'unauthorised' | 'ready';
  /** TKNEST on the ledger, decimal text. */
  balance: string;
  /** TKNEST in the platform's books: in registers, and not assigned yet. */
  register: number;
  /** TKNEST that the platform has issued to everybody. */
  issued: number;
}

/** GET /api/tokens/operations/{id} for a manual payout. */
export interface PayoutOperationView extends IssuanceAnswer {
  kind: 'payout';
  status: 'processing' | 'completed' | 'failed';
}

export interface UnallocatedView {
  issuanceId: string;
  recipientAddress: string;
  amount: string;
  source: 'hand' | 'automation';
  paymentId: string | null;
  txHash: string;
  issuedAt: string;
}

/** POST /api/tokens/assign. */
export class AssignTokensRequest {
  @IsUUID(undefined, { message: 'Choose the issuance to assign' })
  issuanceId!: string;
  @IsInt({ message: PROPERTY })
  @Min(1, { message: PROPERTY })
  @Max(999_999_999, { message: PROPERTY })
  propertyId!: number;
  /** The direct payment that paid for them; found by its figures if left out. */
  @IsOptional()
  @IsUUID(undefined, { message: 'Choose the payment that paid for the tokens' })
  paymentId?: string;
}

export interface AssignedView {
  success: true;
  issuanceId: string;
  propertyId: number;
  paymentId: string;
}

/** Auto token config (REQ-2.5.6). */
export class AutoTokenConfigRequest {
  @IsBoolean({ message: 'Say whether automatic issuance is enabled' })
  enabled: boolean = ISSUANCE.auto.enabled;
  @IsInt({ message: 'Default token amount must be positive' })
  @Min(1, { message: 'Default token amount must be positive' })
  @Max(ISSUANCE.tokensMax, { message: 'Default token amount is too large' })
  defaultTokenAmount: number = ISSUANCE.auto.defaultTokenAmount;
  /** Empty to sign with the key in the vault. */
  @IsString({ message: 'Issuer seed is required for automatic issuance' })
  @MaxLength(100, { message: 'This seed is not the issuer’s' })
  issuerSeed!: string;
  @IsBoolean({ message: 'Say whether both parties must be verified' })
  requiresBothPartiesKyc: boolean = ISSUANCE.auto.requiresBothPartiesKyc;
  @IsDecimalNumber(6, { message: 'Minimum investment threshold must be non-negative' })
  @Min(0, { message: 'Minimum investment threshold must be non-negative' })
  @Max(1_000_000_000, { message: 'Minimum investment threshold is too large' })
  minimumInvestmentThreshold: number = ISSUANCE.auto.minimumInvestmentThreshold;
}

/** Auto token config (REQ-2.3.7): shows only that the seed is in the vault. */
export interface AutoTokenConfigView {
  enabled: boolean;
  defaultTokenAmount: number;
  issuerSeed: 'configured' | null;
  requiresBothPartiesKyc: boolean;
  minimumInvestmentThreshold: number;
}

/** GET /api/admin/auto-token-config/activity: what automation issued, and what it skipped. */
export interface AutoIssuanceView {
  paymentId: string;
  wallet: string;
  tokens: number;
  status: TokenOperationView['status'] | 'skipped';
  txHash: string | null;
  error: string | null;
  at: string;
}
