/**
 * Limits of the platform's own ledger transactions, one table for every kind: how often one is tried, and how many
 * tickets of its account each use may have. The rules that apply them know no kind by name.
 */

/** How often a transaction is tried, how long it pauses in between, and when a person is asked. */
export interface TransactionPolicy {
  /** Refusals (validated tecs) after which a person is informed. */
  personAfter: number;
  /** Refusals after which it is given up. */
  endAfter: number;
  /** Ledgers between a refusal and the next try: `first` after refusal number `from`, doubled by each further one. */
  pauses: { from: number; first: number; max: number };
}

const NEVER = Infinity;

export const TRANSACTION_POLICY = {
  /** Issuances of a purchase that are refused, and authorizations of its line: what comes then the payment decides. */
  purchase: { personAfter: NEVER, endAfter: 3, pauses: { from: 1, first: 0, max: 0 } },
  /** An admin orders it again once the obstacle is removed. */
  'fee-refund': { personAfter: NEVER, endAfter: 1, pauses: { from: 1, first: 0, max: 0 } },
  /** The next anchor says all that this one would have. */
  anchor: { personAfter: NEVER, endAfter: 3, pauses: { from: 1, first: 5, max: 20 } },
  /** A hand, or automation's case, decides whether to order another one. */
  issuance: { personAfter: NEVER, endAfter: 1, pauses: { from: 1, first: 0, max: 0 } },
  redemption: { personAfter: 3, endAfter: NEVER, pauses: { from: 3, first: 200, max: 6_400 } },
  /** A line is given up after its second refusal where others are paid (`unexplained`). */
  payout: { personAfter: 3, endAfter: NEVER, pauses: { from: 1, first: 5, max: 1_280 } },
  'payout-fee': { personAfter: 3, endAfter: NEVER, pauses: { from: 1, first: 5, max: 1_280 } },
  /** Set-up, tickets and keys of the platform's accounts; what they lack of XRP has a case of its own. */
  account: { personAfter: NEVER, endAfter: NEVER, pauses: { from: 1, first: 5, max: 320 } },
  /** The wallet's owner is asked again. */
  'trust-line': { personAfter: NEVER, endAfter: 1, pauses: { from: 1, first: 0, max: 0 } },
} as const satisfies Record<string, TransactionPolicy>;
export type TransactionKind = keyof typeof TRANSACTION_POLICY;

/** How many tickets of an account a use may have at a time: this part of all, and never more than `max`. */
export interface TicketShare {
  part: number;
  max: number;
  /** Free tickets that it leaves to purchases: somebody who has paid does not wait behind a list of ten thousand. */
  leaves: number;
}

/** So that no use empties the pool: what a purchase cannot have is there for the others, and the other way round. */
export const TICKET_SHARES = {
  purchase: { part: 5 / 6, max: 200, leaves: 0 },
  issuance: { part: 1 / 4, max: 60, leaves: 40 },
  redemption: { part: 1 / 6, max: 40, leaves: 40 },
  anchor: { part: 1 / 24, max: 4, leaves: 40 },
  /** The fee wallet has no other use, and the escrow only the next one. */
  'fee-refund': { part: 1, max: 200, leaves: 0 },
  payout: { part: 1, max: 200, leaves: 0 },
} as const satisfies Record<string, TicketShare>;
export type TicketUse = keyof typeof TICKET_SHARES;

/** Uses whose purposes begin with their owner's id and say what is done: they are older than the others. */
export const UNNAMED_USES: Readonly<Record<string, TicketUse>> = {
  authorise: 'purchase',
  issuance: 'purchase',
  'fee-refund': 'fee-refund',
};
