/** How risk and match are computed (docs/recommendations.md). In basis points unless stated otherwise. */

/**
 * Risk of a property: the sum of all points that apply. Below `medium` the risk is low, from `high` on it is high; if
 * too little is known, it is medium.
 */
export const RISK = {
  medium: 25,
  high: 50,
  /** The monthly payment as a share of the rent, up to and including `to`. */
  rent: [
    { to: 2000, points: 0 },
    { to: 2500, points: 8 },
    { to: 3000, points: 16 },
    { to: Infinity, points: 35 },
  ],
  /** Months until the last installment. */
  term: [
    { to: 18, points: 0 },
    { to: 36, points: 8 },
    { to: 60, points: 14 },
    { to: Infinity, points: 20 },
  ],
  arrearsNow: 40,
  /** For every installment that was ever in arrears, at most three times. */
  arrearsBefore: { points: 10, most: 3 },
  /** At least this many installments fell due, and none of them was late. */
  punctual: { instalments: 3, points: -10 },
  /** The largest holder's share of the tokens sold. */
  concentration: [
    { to: 4999, points: 0 },
    { to: 7499, points: 5 },
    { to: Infinity, points: 10 },
  ],
  /** Sold since the listing, by the day of the latest sale. */
  quick: { days: 30, sold: 5000, points: -8 },
  slow: { days: 60, sold: 2500, points: 12 },
  /** Fewer purchases than these and no installment yet: too little is known. */
  leastPurchases: 3,
} as const;

/** A property's bin of each factor, for one person. */
export const MATCH = {
  /** Whole recommendations in one answer. */
  shown: 6,
  /** How many purchases determine somebody's usual amount. */
  recentPurchases: 3,
  /** The specification's thresholds (REQ-2.9.10): green from the first, yellow from the second. */
  good: 0.8,
  fair: 0.6,
  /** How much above or below the average rate of one's holdings, in hundredths of a percentage point. */
  rateDiffers: 50,
  /** Up to how many months a term may differ from one that the person holds, to count as the same. */
  termSlack: 6,
  /** More than this share of the person's money is already in the property. */
  heavy: 3333,
  rent: { well: 2000, carries: 2700, tight: 3000 },
  progress: { nearly: 7000, half: 3500, some: 1000 },
  /** The longest term that suits people who want income. */
  incomeTermMonths: 24,
  liquidityMonths: { immediate: 6, '6months': 6, '1year': 12, '5years': 60, '10years': 120 },
  tolerates: { conservative: 0, moderate: 1, aggressive: 2 },
} as const;
