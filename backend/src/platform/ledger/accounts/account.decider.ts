/** Decisions about an account's transactions by sequence, and about assigning its tickets. */
import type { PlatformAccountName, PlatformAccountEvent } from '@tknest/contracts/events';
import type { TicketUse } from '@tknest/contracts/rules';
import { concludedFact, type Ended } from '../transactions/decide.js';
import { leftToOthers, readPurpose, shareOf } from '../transactions/tickets.js';
import type { AccountState } from './account.state.js';
import { TicketsExhausted } from './tickets-exhausted.js';

/**
 * Records how a transaction in the account's sequence ended, and the tickets that a TicketCreate created: the sequence
 * numbers right after its own.
 */
export function concludeTransaction(
  name: PlatformAccountName,
  ended: Ended,
  state: AccountState,
): PlatformAccountEvent[] {
  const { hash, result, ledgerIndex } = concludedFact(ended);
  const known = state.open.find((one) => one.hash === hash);
  if (!known) return [];
  const { what, sequence } = known;
  const concluded: PlatformAccountEvent = {
    type: 'AccountTransactionConcluded',
    data: { name, what, hash, result, ledgerIndex },
  };
  const count = ended.ending.propose === 'validated' ? Number(ended.ending.applied.TicketCount ?? 0) : 0;
  if (count === 0 || sequence + count <= state.highWater) return [concluded];
  const tickets = Array.from({ length: count }, (_, index) => sequence + 1 + index);
  return [concluded, { type: 'TicketsCreated', data: { name, tickets, hash } }];
}

export type UnknownUse = Omit<
  Extract<PlatformAccountEvent, { type: 'UnknownTransactionSettled' }>['data'],
  'name' | 'how'
>;

/** Adopts a transaction of an account that the ledger shows and the log lost. Idempotent. */
export function settleUnknown(
  name: PlatformAccountName,
  use: UnknownUse,
  how: 'adopted' | 'acknowledged',
  state: AccountState,
): PlatformAccountEvent[] {
  const isHeld = [...state.free, ...state.assigned.values()].some((ticket) => ticket === use.ticket);
  const isAhead = use.sequence !== null && use.sequence >= (state.nextSequence ?? 0);
  return isHeld || isAhead ? [{ type: 'UnknownTransactionSettled', data: { name, ...use, how } }] : [];
}

/** Tickets chosen but not assigned yet. */
type Claimed = ReadonlyMap<number, string>;

/**
 * A ticket for a purpose: the one already assigned, or a free one within its use's share.
 * @param claimed tickets about to be assigned, with their purposes
 * @throws TicketsExhausted
 */
export function chooseTicket(purpose: string, state: AccountState, claimed: Claimed = new Map()): number {
  return chooseTickets([purpose], state, claimed).get(purpose)!;
}

/**
 * A ticket for each purpose, in their order, as far as tickets and the shares of their uses reach.
 * @throws TicketsExhausted if not even the first gets one
 */
export function chooseTickets(
  purposes: readonly string[],
  state: AccountState,
  claimed: Claimed = new Map(),
): Map<string, number> {
  const all = state.free.length + state.assigned.size;
  const free = state.free.filter((ticket) => !claimed.has(ticket));
  const inUse = countUses(new Set([...state.assigned.keys(), ...claimed.values()]));
  const chosen = new Map<string, number>();
  for (const purpose of purposes) {
    const own = state.assigned.get(purpose);
    const use = readPurpose(purpose)?.use;
    const used = use ? (inUse.get(use) ?? 0) : 0;
    const isWithin = !use || used < shareOf(use, all);
    const isLeft = free.length > (use ? leftToOthers(use, all) : 0);
    if (own === undefined && !(isWithin && isLeft)) {
      if (chosen.size === 0) throw new TicketsExhausted(!isLeft);
      break;
    }
    chosen.set(purpose, own ?? free.shift()!);
    if (own === undefined && use) inUse.set(use, used + 1);
  }
  return chosen;
}

function countUses(purposes: Iterable<string>): Map<TicketUse, number> {
  const counts = new Map<TicketUse, number>();
  for (const text of purposes) {
    const use = readPurpose(text)?.use;
    if (use) counts.set(use, (counts.get(use) ?? 0) + 1);
  }
  return counts;
}

/**
 * @returns null if one of the tickets is no longer free for its purpose, or another instance has used some of the share
 * in the meantime
 * @throws TicketsExhausted if it has used all of it
 */
export function assignTickets(
  name: PlatformAccountName,
  tickets: ReadonlyMap<string, number>,
  state: AccountState,
): PlatformAccountEvent[] | null {
  const events: PlatformAccountEvent[] = [];
  for (const [purpose, ticket] of tickets) {
    const own = assignTicket(name, purpose, ticket, state);
    if (!own) return null;
    events.push(...own);
  }
  return events.length > 0 && chooseTickets([...tickets.keys()], state).size < tickets.size ? null : events;
}

/** @returns null if the ticket is not free for this purpose any more */
export function assignTicket(
  name: PlatformAccountName,
  purpose: string,
  ticket: number,
  state: AccountState,
): PlatformAccountEvent[] | null {
  const own = state.assigned.get(purpose);
  if (own !== undefined) return own === ticket ? [] : null;
  return state.free.includes(ticket) ? [{ type: 'TicketAssigned', data: { name, ticket, purpose } }] : null;
}
