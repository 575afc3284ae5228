import type { PropertyType } from '../rules/index.js';
import type { ListingStatus } from './listings.js';
import type { LoanStatus } from './loans.js';

/** How many wallets hold tokens of a property, in ranges, so that no single holding can be derived. */
export const HOLDER_BANDS = ['none', '1-5', '6-20', '21-100', 'over-100'] as const;
export type HolderBand = (typeof HOLDER_BANDS)[number];
/** The largest holder's part of the tokens that are held, in percent. */
export const SHARE_BANDS = ['under-10', '10-25', '25-50', 'half-or-more'] as const;
export type ShareBand = (typeof SHARE_BANDS)[number];

/** What happened to a listing and its loan, in the order in which it happens. */
export const PROPERTY_MOMENTS = [
  'listed',
  'first-sale',
  'quarter',
  'half',
  'three-quarters',
  'fully-funded',
  'closed',
  'loan-opened',
  'paid-off',
] as const;
export type PropertyMoment = (typeof PROPERTY_MOMENTS)[number];

export interface PropertyMomentView {
  kind: PropertyMoment;
  /** Business day. */
  date: string;
}

/** An installment that was in arrears. */
export interface LatePaymentView {
  /** Nominal due date. */
  dueDate: string;
  /** What was unpaid when it came to be in arrears. */
  amount: number;
  /** Null while something of it is unpaid. */
  paidOn: string | null;
}

/** GET /api/properties/{id}/profile: the property's page, as much of it as this caller may see. */
export interface PropertyProfileView {
  id: number;
  name: string;
  /** `Springfield, IL`: of the address without its street; null if the address does not tell it. */
  city: string | null;
  propertyType: PropertyType | null;
  monthlyRent: number;
  fundingGoal: number;
  fundingPurpose: string;
  tokenTermMonths: number;
  monthlyRate: number;
  redemptionClause: string;
  tokenPrice: number;
  tokenCount: number;
  tokensSold: number;
  tokensAvailable: number;
  monthlyPayoutPerToken: number;
  annualYield: number;
  effectiveAnnualRate: number;
  profitOverTerm: number;
  status: ListingStatus;
  hidden: boolean;
  moments: PropertyMomentView[];
  holders: { count: HolderBand; largestShare: ShareBand | null };
  loanStatus: LoanStatus | null;
  hasContract: boolean;
  /** The caller listed it. */
  own: boolean;
  /** For the landlord, the office and verified investors; null for everybody else. */
  details: PropertyDetailsView | null;
}

export interface PropertyDetailsView {
  address: string;
  /** `sha256`: of the file, in hexadecimal; the log has the same. */
  contract: { fileName: string; bytes: number; sha256: string | null } | null;
  loan: {
    principal: number;
    monthlyPayment: number;
    remainingBalance: number;
    nextPaymentDue: string | null;
    arrears: number;
  } | null;
  /** The latest first. */
  latePayments: LatePaymentView[];
}
