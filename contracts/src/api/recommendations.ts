import type { ListingStatus } from './listings.js';

export type PropertyRisk = 'low' | 'medium' | 'high';

/** Market analysis (REQ-2.3.4). Rates are percentages: 68.8. */
export interface MarketAnalysis {
  overview: {
    /** Properties in the marketplace, without hidden ones. */
    totalProperties: number;
    openProperties: number;
    fundedProperties: number;
    closedProperties: number;
    /** The mean of their funding rates. */
    averageFundingRate: number;
    /** The sum of all settled purchases, RLUSD. */
    totalTransactionVolume: number;
  };
  investmentTrends: {
    /** Wallets with at least one token. */
    totalInvestors: number;
    totalPurchases: number;
    /** Per settled purchase, RLUSD. */
    averageInvestmentSize: number;
  };
  /** A page of properties, largest volume first; the next page's cursor is in X-Next-Cursor. */
  propertyPerformance: PropertyPerformance[];
}

export interface PropertyPerformance {
  id: number;
  name: string;
  tokenPrice: number;
  monthlyRent: number;
  /** Tokens sold. */
  fundingRate: number;
  /** The annual percentage rate: 6.5. */
  expectedROI: number;
  riskLevel: PropertyRisk;
  tokensSold: number;
  tokenCount: number;
  status: ListingStatus;
}

/** One reason of a match, and what it contributed: the match is the sum of all points, limited to 0 to 100. */
export interface MatchReason {
  reason: string;
  evidence: string;
  points: number;
}

/** Investor recommendation (REQ-2.3.5). */
export interface Recommendation {
  propertyId: number;
  name: string;
  /** 0 to 1. */
  confidence: number;
  /** The price of one token, RLUSD. */
  investmentAmount: number;
  /** The annual percentage rate: 6.5. */
  expectedROI: number;
  /** For one token, RLUSD. */
  projectedMonthlyIncome: number;
  riskLevel: PropertyRisk;
  /** The contributions as sentences. */
  reasons: string[];
  /** Largest first. */
  contributions: MatchReason[];
}

export interface Recommendations {
  wallet: string;
  /** The data on which it is based. */
  purchases: number;
  rentShares: number;
  /** Whether the answers in the user's application were used. */
  application: boolean;
  /** The best match first; empty if nothing is known of the person. */
  recommendations: Recommendation[];
}

/** Figures of the caller's own property from the log. */
export interface OwnPropertyFigures extends PropertyPerformance {
  hidden: boolean;
  holders: number;
  /** From the first to the latest sale, days; null before the first. */
  sellingDays: number | null;
  /** The monthly payment in percent of the rent; null if there is no rent. */
  paymentShare: number | null;
}
