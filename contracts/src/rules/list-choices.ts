/** By what lists can be filtered and ordered. Pages name these choices before they load any validator. */

export const ACTIVITY_STATUSES = ['completed', 'pending', 'processing', 'failed'] as const;

/** The types of rows, each of which the list can be filtered by (REQ-2.2.10.3, REQ-2.2.10.4). */
export const TRANSACTION_TYPES = [
  'property_purchase',
  'monthly_payout',
  'principal_payback',
  'rlusd_payment',
  'platform_fee',
  'deposit',
] as const;
export const DATE_RANGES_DAYS = [7, 30, 90, 365] as const;

/** Status filters of the office's list of properties; `hidden` are those hidden from the marketplace. */
export const PROPERTY_STATES = ['open', 'funded', 'closing', 'closed', 'hidden', 'paused'] as const;
/** Sort orders of the office's lists, the default first; amounts in descending order. */
export const PROPERTY_ORDERS = ['newest', 'name', 'rent', 'invested'] as const;
export const USER_ORDERS = ['recent', 'wallet', 'invested', 'earned'] as const;

/**
 * The marketplace: its sort orders, the default first; how many properties one call names; how many are compared side
 * by side.
 */
export const MARKET = { sorts: ['newest', 'apr', 'price', 'term'], idsMax: 50, compared: { min: 2, max: 4 } } as const;

/** The tabs of the list of notifications. */
export const NOTICE_VIEWS = ['all', 'needs-you', 'money'] as const;
