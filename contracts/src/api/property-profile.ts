import type { Day } from '../money/index.js';
import type { PropertyMoment, PropertyType } from '../rules/index.js';
import type { ListingStatus } from './listings.js';
import type { LoanStatus } from './loans.js';
import type { PropertyRisk } from './recommendations.js';

/** How many wallets hold tokens of a property, in ranges, so that no single holding can be derived. */
export const HOLDER_BANDS = ['none', '1-5', '6-20', '21-100', 'over-100'] as const;
export type HolderBand = (typeof HOLDER_BANDS)[number];
/** The largest holder's share of all tokens held, in percent. */
export const SHARE_BANDS = ['under-10', '10-25', '25-50', 'half-or-more'] as const;
export type ShareBand = (typeof SHARE_BANDS)[number];

export interface PropertyMomentView {
  kind: PropertyMoment;
  date: Day;
}

/** An installment that was in arrears. */
export interface LatePaymentView {
  /** Nominal due date. */
  dueDate: Day;
  /** The amount unpaid when it went into arrears. */
  amount: number;
  /** Null while a part of it is unpaid. */
  paidOn: Day | null;
}

/** A part of a property's risk. Positive points raise it. */
export interface RiskReason {
  words: string;
  points: number;
}

/** A landlord's listings that are not hidden, and the installments that fell due on all of them. */
export interface LandlordRecord {
  /** The identity is verified now. */
  verified: boolean;
  listings: number;
  /** Paid or in arrears: an installment in its days of grace is not counted yet. */
  due: number;
  /** Those that were never in arrears. */
  onTime: number;
}

/** GET /api/market: a property as everybody may see it, without address and landlord. */
export type MarketPropertyView = Pick<
  PropertyProfileView,
  | 'id'
  | 'name'
  | 'city'
  | 'propertyType'
  | 'monthlyRent'
  | 'fundingGoal'
  | 'fundingPurpose'
  | 'tokenTermMonths'
  | 'monthlyRate'
  | 'tokenPrice'
  | 'tokenCount'
  | 'tokensSold'
  | 'tokensAvailable'
  | 'monthlyPayoutPerToken'
  | 'annualYield'
  | 'status'
  | 'paused'
>;

/** GET /api/properties/{id}/profile: the property's page, as far as the caller may see it. */
export interface PropertyProfileView {
  id: number;
  name: string;
  /** `Springfield, IL`: the address without its street; null if it cannot be determined. */
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
  paused: boolean;
  moments: PropertyMomentView[];
  holders: { count: HolderBand; largestShare: ShareBand | null };
  loanStatus: LoanStatus | null;
  /** Null until the market's read model knows the property. */
  risk: { level: PropertyRisk; reasons: RiskReason[] } | null;
  landlord: LandlordRecord;
  hasContract: boolean;
  /** Whether the caller listed it. */
  own: boolean;
  /** For the landlord, the office and verified investors; null for everybody else. */
  details: PropertyDetailsView | null;
}

export interface PropertyDetailsView {
  address: string;
  /** `sha256` of the file, in hexadecimal, the same as in the log. */
  contract: { fileName: string; bytes: number; sha256: string | null } | null;
  loan: {
    principal: number;
    monthlyPayment: number;
    remainingBalance: number;
    nextPaymentDue: Day | null;
    /** The next installment that has not fallen due; null if none is left. */
    comingDue: Day | null;
    arrears: number;
  } | null;
  /** Latest first. */
  latePayments: LatePaymentView[];
}
