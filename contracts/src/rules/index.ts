/** Limits and constants of the specification, each named once. D1 and D2 are its two documents. */

export * from './recommendations.js';
export * from './agreements.js';
export * from './case-reasons.js';
export * from './digests.js';
export * from './identity.js';
export * from './ledger-transactions.js';
export * from './list-choices.js';
export * from './names.js';
export * from './vault-kinds.js';
export * from './page-paths.js';
export * from './property-moments.js';
export * from './tells-success.js';

/** REQ-1.9.1: the monthly payment may take at most this share of the monthly rent, in basis points. */
export const RENT_SHARE_CAP_BPS = 3000n;

export const LISTING = {
  fundingGoal: { min: 10_000, max: 200_000, step: 5_000, default: 25_000 },
  termMonths: { min: 6, max: 60, step: 6, default: 12 },
  monthlyRate: { min: 3, max: 12, step: 0.1, default: 6.5 },
  /** REQ-1.9.2 */
  defaultRent: 2500,
  goalPerRent: 10,
  defaultTokenPrice: 100,
  defaultTokenCount: 250,
  minTermFloor: 12,
  defaultRedemptionClause: 'Landlord has the right to redeem all tokens with 30-day notice.',
  /** count × price may differ from the funding goal by this much, in RLUSD. */
  capTolerance: 1,
  contract: { extensions: ['.pdf', '.doc', '.docx'], maxBytes: 10 * 1024 * 1024 },
  /** Positive whole numbers (readings, "Money"); nine digits fit into every column and number. */
  idPattern: /^[1-9]\d{0,8}$/,
  maxTextLength: 2000,
  maxNameLength: 120,
} as const;

/** REQ-2.3.2 names `propertyType` without listing values: the usual types of rental property, with their labels. */
export const PROPERTY_TYPES = {
  apartment: 'Apartment',
  house: 'House',
  'multi-family': 'Multi-family building',
  'student-housing': 'Student housing',
  commercial: 'Commercial property',
  'mixed-use': 'Mixed use',
  other: 'Other property',
} as const;
export type PropertyType = keyof typeof PROPERTY_TYPES;

export const FEES_BPS = {
  investment: 250n,
  directPayment: 250n,
  loanPayback: 250n,
  /** Deducted from the collected amount: holders receive 97.5 %. */
  autopay: 250n,
  checkout: 0n,
} as const;

export const PAYMENT = {
  /** REQ-2.5.11, RLUSD. */
  direct: { min: '0.01', max: '1000000', memoMax: 100 },
  /** REQ-2.9.5 `priority: fast`: a multiple of the network fee, never above the limit. */
  fastFeeFactor: 5n,
  /** REQ-1.5.24, RLUSD. */
  investment: { min: 100, step: 100 },
  payback: { min: 100, step: 100, default: 1000 },
  /** How long a wallet is paused after three payments in a row that moved no money (unsigned, canceled, declined). */
  unsignedBeforePause: 3,
  pauseMinutes: 30,
  /** Direct payments within this many days count together. */
  directWindowDays: 30,
  /** For how many minutes of any hour a wallet may hold unpaid tokens of one property. */
  reservedMinutesPerHour: 30,
  /** Limit that a holder gives to the TKNEST line. */
  tokenLineLimit: '1000000000',
} as const;

/** Arrivals of unknown purpose at the payout escrow below this amount, in RLUSD, share one account and one case. */
export const ESCROW_CRUMB_BELOW = '1';

/** XRP below this amount that reaches a platform account opens no case: it pays for network fees. */
export const XRP_CRUMB_BELOW_DROPS = 10_000_000n;

export const LOAN = {
  /** How many business days after its collection day an unpaid installment is in arrears. */
  graceBusinessDays: 5,
  /** How many days of a freeze of the landlord's wallet by RLUSD's issuer are not counted as days of grace. */
  walletFreezeDays: 30,
  /** After how many days an admin's raised fee of rent automation applies. */
  feeNoticeDays: 30,
  redemptionNoticeDays: 30,
  /** Reminders: days before the collection day, and business days between two reminders in arrears. */
  reminderDaysBefore: [7, 1],
  reminderBusinessDays: 5,
  paymentDueDay: { min: 1, max: 28, default: 15 },
  /** REQ-2.9.9, property-owner automation. */
  automation: { payoutDay: 1, platformFee: 0.05, maxPlatformFee: 0.3 },
  /** REQ-2.9.3: defaults of the autopay form for missing figures. */
  autopayDefaults: { principal: 50_000, rate: 0.08, termMonths: 12 },
  historyShown: 12,
} as const;

export const CURRENCY = {
  /** TKNEST as a 160-bit code. */
  token: '544B4E4553540000000000000000000000000000',
  rlusd: '524C555344000000000000000000000000000000',
} as const;

/** The memo in a payer's transaction that identifies its payment, authenticated by the platform. */
export const PAYMENT_MEMO = { type: 'tknest/payment/1', format: 'application/json' } as const;
export const ISSUANCE_MEMO = { type: 'tknest/issuance/1', format: 'application/json' } as const;
/** A memo of the same form, from which the register can be rebuilt from the ledger alone. */
export const REDEMPTION_MEMO = { type: 'tknest/redemption/1', format: 'application/json' } as const;
/** A memo of the same form: size, root and head of the log, and the key of its checkpoints. */
export const ANCHOR_MEMO = { type: 'tknest/anchor/1', format: 'application/json' } as const;
/** How many intervals old the newest anchor must be for a case, if the log has grown. */
export const ANCHOR_LATE_INTERVALS = 3;
/** The minimum time between two signed checkpoints of the log, in seconds. */
export const CHECKPOINT_EVERY_SECONDS = 60;

/** The most rows of one bulk operation, because its payout is one batch of a run. */
export const BULK_ROWS_MAX = 200;

/** Tokens issued manually or by automation (REQ-2.9.8). */
export const ISSUANCE = {
  /** The limit of one holder's trust line. */
  tokensMax: 1_000_000_000,
  /** How long the call waits for a validated ledger before it answers 202, milliseconds. */
  waitMs: 20_000,
  auto: { enabled: false, defaultTokenAmount: 1000, requiresBothPartiesKyc: true, minimumInvestmentThreshold: 100 },
} as const;

const MB = 1024 * 1024;
export const UPLOADS = {
  /** The largest file, whatever it is for. */
  fileBytes: 10 * MB,
  /** Eight files of the application and its fields. */
  requestBytes: 82 * MB,
  /** The most that one person may store in total. */
  quotaBytes: 400 * MB,
  /**
   * Limits besides the number and size of files: field names are plain (no `a[b]`, no `a[0]`), values are form texts.
   */
  limits: {
    fields: 60,
    parts: 68,
    fieldSize: 20_000,
    fieldNameSize: 100,
    fieldNestingDepth: 0,
    fieldArrayIndexLimit: 0,
    headerPairs: 20,
  },
  /** How long receiving a body may take. */
  bodyMs: 120_000,
} as const;

/** Milliseconds. */
export const POLLING = {
  walletLogin: 3_000,
  walletLoginStop: 300_000,
  paymentStatus: 2_000,
  trustPayload: 3_000,
  trustStatus: 30_000,
  adminTransactions: 10_000,
  adminOther: 30_000,
  loanRecommendations: 30_000,
  interestRatesCache: 1_800_000,
} as const;

export const LISTS = {
  page: 50,
  max: 200,
  auditMax: 1000,
  /** How many events of the log one call searches by person or time. */
  auditSearched: 20_000,
  recentInvestments: 5,
  recentTransactions: 3,
  timelineBars: 48,
  timelineBarsMax: 200,
  booksMax: 500,
  latestFacts: 8,
  /** The maximum digits of a log position without leading zeros; a larger number is not exact. */
  positionDigits: 15,
} as const;

/** Notifications: how many are marked at once, and up to where unread ones are counted. */
export const NOTICES = { readMax: 200, countMax: 100 } as const;

/** Watched properties: how many one person may watch, and from which sold part on a sale is about to end, percent. */
export const WATCHLIST = { max: 50, endingAtPercent: 90 } as const;

/** Limits of a portfolio's overview: months of income, properties listed by name, days of coming shares. */
export const PORTFOLIO = {
  months: 8,
  holdings: 20,
  pastMonths: 12,
  comingMonths: 12,
  comingShareDays: 92,
  irrFromMonths: 12,
} as const;

export const WALLET = {
  minLength: 25,
  /** RLUSD, if the page or the call names no amount. */
  trustLimit: 1_000_000,
  trustLimitMax: 1_000_000_000_000,
  trustlineUrlLimit: 10_000,
  /** REQ-2.5.10: a wallet with this many characters or fewer is not looked up yet. */
  typedAtLeast: 10,
  /** REQ-2.7.11: the amount that the set-up page asks the capability for, RLUSD. */
  capabilityAmount: 1_000,
} as const;

/** How often a call may be made by one person or address. `always`: applies even with RATE_LIMITS=off. */
export const LIMITS = {
  gate: { name: 'gate', max: 10, windowMs: 60_000, always: true },
  loginStart: { name: 'login-start', max: 30, windowMs: 60_000 },
  screening: { name: 'screening', max: 60, windowMs: 60_000 },
  /** Screening as a service, outside the sandbox, for users who are not officers. */
  screeningService: { name: 'screening-service', max: 20, windowMs: 24 * 3_600_000 },
  /** Numbers that one officer shows in full. */
  reveals: { name: 'reveals', max: 30, windowMs: 3_600_000 },
  addressCheck: { name: 'address-check', max: 60, windowMs: 60_000 },
  verificationStart: { name: 'verification-start', max: 20, windowMs: 3_600_000 },
  uploads: { name: 'uploads', max: 30, windowMs: 3_600_000 },
  paymentStart: { name: 'payment-start', max: 60, windowMs: 60_000 },
  exports: { name: 'exports', max: 20, windowMs: 60_000 },
  /** Lookups of wallets on the ledger, signed in or not. */
  walletLook: { name: 'wallet-look', max: 120, windowMs: 60_000 },
  /** Views of a property's page by visitors; each sale or repayment causes another request. */
  propertyProfile: { name: 'property-profile', max: 240, windowMs: 60_000 },
  /** Pages of the marketplace by visitors; a search asks with every pause in typing. */
  market: { name: 'market', max: 240, windowMs: 60_000 },
  /** Preview pictures of links. */
  previews: { name: 'previews', max: 60, windowMs: 60_000 },
  /** Lists of addresses for search engines. */
  sitemap: { name: 'sitemap', max: 60, windowMs: 60_000 },
  demoFunding: { name: 'demo-funding', max: 10, windowMs: 60_000 },
  sandboxDesk: { name: 'sandbox-desk', max: 20, windowMs: 60_000 },
} as const;

/**
 * The name of the interest rates' source until a source has answered: examples, marked as such wherever they are shown.
 */
export const SAMPLE_RATES = 'Sample values';

/** Acts that take two people. */
export const PROPOSAL = {
  /** Hours after which an unapproved proposal expires. */
  expiresAfterHours: 72,
  /** Minutes to wait for a signature. */
  signMinutes: 15,
  /** Hours after which an admin newly named in the settings may approve. */
  newPersonWaitsHours: 24,
  /** The minimum number of people. */
  persons: 2,
} as const;

/** The largest destination tag of the ledger (32 bits). */
export const TAG_MAX = 4_294_967_295;

/** Withdrawal of revenue from the fee wallet. */
export const REVENUE = {
  /** Hours between approval and payment: time for any admin to notice and cancel it. */
  waitHours: 24,
  /** The same in the sandbox, in seconds. */
  sandboxWaitSeconds: 20,
} as const;

/** The easy setup (REQ-1.9.16). */
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

/** The simple investment (REQ-1.9.13): the return that is shown, and the amounts to choose from, RLUSD. */
export const SIMPLE_INVESTMENT = { apr: 0.08, quick: [100, 500, 1_000, 2_500] } as const;

/** The checkout's defaults (REQ-2.9.1), if a property gives no values. */
export const CHECKOUT = { tokenPrice: 100, monthlyPayoutPerToken: 5, tokens: 1 } as const;
