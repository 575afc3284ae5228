import type { Day } from '../money/index.js';
import { IsIn, IsInt, IsNumber, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { LISTING, PLAIN_NAME_HELP, PLAIN_TEXT, PROPERTY_TYPES, type PropertyType } from '../rules/index.js';
import type { LoanFields } from './loans.js';
import { IsDecimalNumber } from './decimal.js';

/** Listing submission rules (REQ-1.5.10, REQ-1.5.11), with the specification's messages. */
export class CreateListingRequest {
  @IsString()
  @Matches(/\S/, { message: 'Property name is required' })
  @Matches(PLAIN_TEXT, { message: PLAIN_NAME_HELP })
  @MaxLength(LISTING.maxNameLength)
  name!: string;

  @IsString()
  @Matches(/\S/, { message: 'Address is required' })
  @MaxLength(LISTING.maxTextLength)
  address!: string;

  /** Left out, or null, if the landlord does not give one. */
  @IsOptional()
  @IsIn(Object.keys(PROPERTY_TYPES), {
    message: `Property type must be one of ${Object.keys(PROPERTY_TYPES).join(', ')}`,
  })
  propertyType?: PropertyType | null;

  @IsDecimalNumber(2, { message: 'Monthly rent must be greater than 0' })
  @Min(1, { message: 'Monthly rent must be greater than 0' })
  @Max(1_000_000_000, { message: 'Monthly rent must not exceed 1,000,000,000 RLUSD' })
  monthlyRent!: number;

  @IsInt({ message: 'Token count must be a whole number' })
  @Min(1, { message: 'Token count must be at least 1' })
  @Max(100_000_000, { message: 'Token count must not exceed 100,000,000' })
  tokenCount!: number;

  @IsDecimalNumber(2, { message: 'Token price must be greater than 0' })
  @Min(1, { message: 'Token price must be greater than 0' })
  @Max(1_000_000_000, { message: 'Token price must not exceed 1,000,000,000 RLUSD' })
  tokenPrice!: number;

  @IsDecimalNumber(2, { message: 'Funding goal must be greater than 0' })
  @Min(1, { message: 'Funding goal must be greater than 0' })
  @Max(1_000_000_000)
  fundingGoal!: number;

  @IsString()
  @Matches(/\S/, { message: 'Please describe the funding purpose' })
  @MaxLength(LISTING.maxTextLength)
  fundingPurpose!: string;

  @IsInt({ message: 'Term must be at least 1 month' })
  @Min(1, { message: 'Term must be at least 1 month' })
  @Max(600)
  tokenTermMonths!: number;

  @IsDecimalNumber(4, { message: 'Rate must be at least 3.0%' })
  @Min(3, { message: 'Rate must be at least 3.0%' })
  @Max(12, { message: 'Rate cannot exceed 12.0%' })
  monthlyRate!: number;

  /** The form proposes LISTING.defaultRedemptionClause; the server adds nothing. */
  @IsString()
  @Matches(/\S/, { message: 'Redemption clause is required' })
  @MaxLength(LISTING.maxTextLength)
  redemptionClause!: string;

  /** Recomputed by the server; a difference above 0.000001 is refused. */
  @IsOptional()
  @IsNumber()
  @Min(0, { message: 'monthlyPayoutPerToken must be 0 or more' })
  @Max(1_000_000_000, { message: 'monthlyPayoutPerToken must not exceed 1,000,000,000 RLUSD' })
  monthlyPayoutPerToken?: number;
}

export class ValidateAddressRequest {
  @IsString()
  @Matches(/\S/, { message: 'Address is required' })
  @MaxLength(500)
  address!: string;
}

export interface AddressValidation {
  status: 'valid' | 'partial' | 'invalid' | 'unavailable';
  normalized: string | null;
  coordinates: { latitude: number; longitude: number } | null;
  warnings: string[];
  source: string;
  checkedAt: string;
}

/** `closing`: nothing can be bought any more, and purchases in progress are awaited. */
export type ListingStatus = 'open' | 'funded' | 'closing' | 'closed';

export interface PropertyView extends LoanFields {
  id: number;
  name: string;
  address: string;
  location: string;
  /** Null if the landlord did not give one. */
  propertyType: PropertyType | null;
  ownerWallet: string;
  monthlyRent: number;
  tokenCount: number;
  tokenPrice: number;
  fundingGoal: number;
  fundingPurpose: string;
  tokenTermMonths: number;
  monthlyRate: number;
  redemptionClause: string;
  monthlyPayoutPerToken: number;
  tokensSold: number;
  tokensReserved: number;
  tokensAvailable: number;
  status: ListingStatus;
  /** Hidden from the marketplace: only its landlord, its holders and the office see it. */
  hidden: boolean;
  /** No tokens can be bought for now. */
  paused: boolean;
  /** 103.56: REQ-1.9.8's formula, counting returned principal as income. */
  annualYield: number;
  effectiveAnnualRate: number;
  profitOverTerm: number;
  contract: { id: string; fileName: string; bytes: number } | null;
  createdAt: string;
}

/** POST /api/properties/{id}/close. */
export interface ClosedView extends PropertyView {
  /** The number of purchases in progress: when the last of them ends, the sale is closed and the loan begins. */
  delivering: number;
}

export interface InterestRatesView {
  low: number;
  average: number;
  high: number;
  mortgageRate: number;
  /** The day of the rates that were published last. */
  lastUpdated: Day;
  /** True if the source could not be reached, and these are the last known values. */
  stale: boolean;
  source: string;
}
