/** The easy set-up (D1 §4, §9). */
export const EASY_SETUP = {
  /** When the hint appears after the wallet-app step was started, and how long it stays; milliseconds. */
  hintAfter: 3_000,
  hintFor: 8_000,
  /** Loaded with role, wallet and kycStatus=verified it completes by itself, milliseconds. */
  completeAfter: 2_000,
  /** From the message of completion to the dashboard, milliseconds. */
  redirectAfter: 1_500,
  /** What a demo wallet is filled up to. */
  demo: { xrp: 100, rlusd: 500 },
} as const;

/** The simple investment (D1 §9): the return that is shown, and the amounts to choose from, RLUSD. */
export const SIMPLE_INVESTMENT = { apr: 0.08, quick: [100, 500, 1_000, 2_500] } as const;

/** The checkout (D2 §9), where a property says nothing. */
export const CHECKOUT = { tokenPrice: 100, monthlyPayoutPerToken: 5, tokens: 1 } as const;
