import type { AccountFacts, Reserves } from '../ledger-port.js';

/** The most tickets that an account can have on the ledger at a time (rippled, TicketCreate). */
export const TICKETS_ON_LEDGER_MAX = 250;

/** How many tickets an account keeps: refilled to `full` when fewer than `low` are free. */
export interface TicketPolicy {
  low: number;
  full: number;
}

/** Drops that an account needs for its reserves, with all its tickets, and for fees. */
export function xrpNeeded(account: AccountFacts, reserves: Reserves, policy: TicketPolicy): bigint {
  const missing = BigInt(Math.max(policy.full - account.tickets, 0));
  return reserves.base + reserves.increment * (BigInt(account.ownerCount) + missing) + FEES;
}

/** Drops left for the fees of a day's transactions. */
const FEES = 5_000_000n;

/**
 * How many tickets to create now. The ledger's number of tickets is what counts: a request for more than fits creates
 * none at all (tecDIR_FULL).
 * @param free the number of free tickets according to the log
 */
export function ticketsToCreate(
  free: number,
  account: AccountFacts,
  reserves: Reserves,
  { low, full }: TicketPolicy,
): number {
  if (free >= low) return 0;
  const spendable = account.balance - reserves.base - reserves.increment * BigInt(account.ownerCount) - FEES;
  const affordable = spendable > 0n ? Number(spendable / reserves.increment) : 0;
  return Math.max(0, Math.min(full - free, TICKETS_ON_LEDGER_MAX - account.tickets, affordable));
}
