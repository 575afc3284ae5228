/**
 * Limits of the platform's own ledger transactions, one table for every kind: the number of attempts, and how many
 * tickets of its account each use may have. The rules that apply them do not refer to kinds by name.
 */

/** The number of attempts of a transaction, the pauses in between, and when a case is opened. */
export interface TransactionPolicy {
  /** The number of refusals (validated tecs) after which a case is opened. */
  personAfter: number;
  /** The number of refusals after which it is given up. */
  endAfter: number;
  /**
   * Ledgers between a refusal and the next attempt: `first` after refusal number `from`, doubled with each further one.
   */
  pauses: { from: number; first: number; max: number };
}

const NEVER = Infinity;

export const TRANSACTION_POLICY = {
  /** Refused issuances of a purchase, and authorizations of its trust line: the payment decides what happens then. */
  purchase: { personAfter: NEVER, endAfter: 3, pauses: { from: 1, first: 0, max: 0 } },
  /** An admin orders it again once the obstacle is removed. */
  'fee-refund': { personAfter: NEVER, endAfter: 1, pauses: { from: 1, first: 0, max: 0 } },
  /** The next anchor covers everything that this one would have. */
  anchor: { personAfter: NEVER, endAfter: 3, pauses: { from: 1, first: 5, max: 20 } },
  /** An admin, or the answer to automation's case, decides whether to order another one. */
  issuance: { personAfter: NEVER, endAfter: 1, pauses: { from: 1, first: 0, max: 0 } },
  /** A case asks again. */
  'xrp-return': { personAfter: NEVER, endAfter: 1, pauses: { from: 1, first: 0, max: 0 } },
  redemption: { personAfter: 3, endAfter: NEVER, pauses: { from: 3, first: 200, max: 6_400 } },
  /** A line is given up after its second refusal if others are paid (`unexplained`). */
  payout: { personAfter: 3, endAfter: NEVER, pauses: { from: 1, first: 5, max: 1_280 } },
  'payout-fee': { personAfter: 3, endAfter: NEVER, pauses: { from: 1, first: 5, max: 1_280 } },
  /** Setup, tickets and keys of the platform's accounts; missing XRP has its own case. */
  account: { personAfter: NEVER, endAfter: NEVER, pauses: { from: 1, first: 5, max: 320 } },
  /** The wallet's owner is asked again. */
  'trust-line': { personAfter: NEVER, endAfter: 1, pauses: { from: 1, first: 0, max: 0 } },
} as const satisfies Record<string, TransactionPolicy>;
export type TransactionKind = keyof typeof TRANSACTION_POLICY;

/** How many tickets of an account a use may have at a time: this fraction of all, and never more than `max`. */
export interface TicketShare {
  part: number;
  max: number;
  /**
   * Free tickets that it leaves for purchases, so that somebody who has paid does not wait behind a list of ten
   * thousand.
   */
  leaves: number;
}

/** No use can empty the pool: tickets that purchases cannot have are left for others, and the other way around. */
export const TICKET_SHARES = {
  purchase: { part: 5 / 6, max: 200, leaves: 0 },
  issuance: { part: 1 / 4, max: 60, leaves: 40 },
  redemption: { part: 1 / 6, max: 40, leaves: 40 },
  anchor: { part: 1 / 24, max: 4, leaves: 40 },
  /** Every account has this use. */
  'xrp-return': { part: 1 / 24, max: 4, leaves: 40 },
  /** The fee wallet's uses are this one and the next too; the escrow has only the next one. */
  'fee-refund': { part: 1, max: 200, leaves: 0 },
  payout: { part: 1, max: 200, leaves: 0 },
} as const satisfies Record<string, TicketShare>;
export type TicketUse = keyof typeof TICKET_SHARES;
