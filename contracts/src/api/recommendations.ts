import type { ListingStatus } from './listings.js';

export type PropertyRisk = 'low' | 'medium' | 'high';

/** D2 §3 "Market analysis". Rates are percentages: 68.8. */
export interface MarketAnalysis {
  overview: {
    /** In the marketplace: hidden ones do not count. */
    totalProperties: number;
    openProperties: number;
    fundedProperties: number;
    closedProperties: number;
    /** The mean of their funding rates. */
    averageFundingRate: number;
    /** Of every settled purchase, RLUSD. */
    totalTransactionVolume: number;
  };
  investmentTrends: {
    /** Wallets with at least one token. */
    totalInvestors: number;
    totalPurchases: number;
    /** Per settled purchase, RLUSD. */
    averageInvestmentSize: number;
  };
  /** Those with the most volume first; a page of them, the next one's cursor in X-Next-Cursor. */
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

/** One reason of a match, and what it contributed: the points of all sum to the match, held between 0 and 100. */
export interface MatchReason {
  reason: string;
  evidence: string;
  points: number;
}

/** D2 §3 "Investor recommendation". */
export interface Recommendation {
  propertyId: number;
  name: string;
  /** 0 to 1. */
  confidence: number;
  /** The price of one token, RLUSD. */
  investmentAmount: number;
  /** The annual percentage rate: 6.5. */
  expectedROI: number;
  /** Of one token, RLUSD. */
  projectedMonthlyIncome: number;
  riskLevel: PropertyRisk;
  /** Sentences of the contributions. */
  reasons: string[];
  /** The largest first. */
  contributions: MatchReason[];
}

export interface Recommendations {
  wallet: string;
  /** What it was worked out from. */
  purchases: number;
  rentShares: number;
  /** Whether the answers of the own application were read. */
  application: boolean;
  /** The best match first; empty if nothing is known of the person. */
  recommendations: Recommendation[];
}

/** What the log says of an own property. */
export interface OwnPropertyFigures extends PropertyPerformance {
  hidden: boolean;
  holders: number;
  /** From the first to the latest sale, days; null before the first. */
  sellingDays: number | null;
  /** The monthly payment in percent of the rent; null if there is no rent. */
  paymentShare: number | null;
}
