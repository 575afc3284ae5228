/** The easy setup (D1 §4, §9). */
export const EASY_SETUP = {
  /** When the hint appears after the wallet-app step was started, and how long it stays; milliseconds. */
  hintAfter: 3_000,
  hintFor: 8_000,
  /** Delay until it completes by itself if loaded with role, wallet and kycStatus=verified, in milliseconds. */
  completeAfter: 2_000,
  /** Delay from the completion message to the dashboard, in milliseconds. */
  redirectAfter: 1_500,
  /** The balances to which a demo wallet is topped up. */
  demo: { xrp: 100, rlusd: 500 },
} as const;

/** The simple investment (D1 §9): the return that is shown, and the amounts to choose from, RLUSD. */
export const SIMPLE_INVESTMENT = { apr: 0.08, quick: [100, 500, 1_000, 2_500] } as const;

/** The checkout's defaults (D2 §9), if a property gives no values. */
export const CHECKOUT = { tokenPrice: 100, monthlyPayoutPerToken: 5, tokens: 1 } as const;
