/** What an account's stream decides: its transactions by sequence, and who gets which ticket. */
import type { PlatformAccountName, TokenEvent } from '@tknest/contracts/events';
import { Refused } from '../../domain/refused.js';
import type { Ending } from '../submissions/submission.rules.js';
import type { AccountState } from './account.state.js';
import { TicketsExhausted } from './tickets-exhausted.js';

/**
 * Begins transactions with consecutive sequences. @throws Refused where others are under way
 */
export function beginTransactions(
  name: PlatformAccountName,
  ledgerIndex: number,
  transactions: readonly {
    what: string;
    hash: string;
    sequence: number;
    lastLedgerSequence: number;
    blobItem: string;
  }[],
  state: AccountState,
): TokenEvent[] {
  if (state.open.length > 0) throw new Refused('conflict', `Transactions of ${name} are under way`);
  return [{ type: 'AccountTransactionsBegun', data: { name, ledgerIndex, transactions: [...transactions] } }];
}

/**
 * Records how a transaction of the account's sequence ended, and what a TicketCreate brought: the sequences right after
 * its own.
 * @param ticketCount of the TicketCreate as validated, null for any other transaction
 */
export function concludeTransaction(
  name: PlatformAccountName,
  hash: string,
  ending: Extract<Ending, { propose: 'validated' | 'refused' | 'absent' }>,
  ticketCount: number | null,
  state: AccountState,
): TokenEvent[] {
  const known = [...state.open, ...state.unconcluded].find((one) => one.hash === hash);
  if (!known) return [];
  const concluded: TokenEvent = {
    type: 'AccountTransactionConcluded',
    data: {
      name,
      what: known.what,
      hash,
      result: ending.propose === 'absent' ? ending.reason : ending.result,
      ledgerIndex: ending.propose === 'absent' ? null : ending.ledgerIndex,
    },
  };
  const first = known.sequence + 1;
  if (ending.propose !== 'validated' || !ticketCount || first + ticketCount - 1 <= state.highWater) return [concluded];
  const tickets = Array.from({ length: ticketCount }, (_, index) => first + index);
  return [concluded, { type: 'TicketsCreated', data: { name, tickets, hash } }];
}

export type UnknownUse = Omit<Extract<TokenEvent, { type: 'UnknownTransactionSettled' }>['data'], 'name' | 'how'>;

/** Takes over what the ledger shows that an account did, and the log had forgotten; once. */
export function settleUnknown(
  name: PlatformAccountName,
  use: UnknownUse,
  how: 'adopted' | 'acknowledged',
  state: AccountState,
): TokenEvent[] {
  const isHeld = [...state.free, ...state.assigned.values()].some((ticket) => ticket === use.ticket);
  const isAhead = use.sequence !== null && use.sequence >= (state.nextSequence ?? 0);
  return isHeld || isAhead ? [{ type: 'UnknownTransactionSettled', data: { name, ...use, how } }] : [];
}

export interface TicketChoice {
  /** Tickets that are left for others; half of what the account has where it has fewer than twice as many. */
  keep?: number;
  /** Tickets that others are about to be assigned. */
  claimed?: ReadonlySet<number>;
}

/**
 * A ticket for a purpose: the one it has, or a free one.
 * @throws TicketsExhausted
 */
export function chooseTicket(
  purpose: string,
  state: AccountState,
  { keep = 0, claimed = new Set() }: TicketChoice = {},
): number {
  const own = state.assigned.get(purpose);
  if (own !== undefined) return own;
  const free = state.free.filter((ticket) => !claimed.has(ticket));
  // An account that can only afford a few tickets leaves half of them: whoever keeps some for others still goes on.
  const kept = Math.min(keep, Math.floor((state.free.length + state.assigned.size) / 2));
  if (free.length <= kept) throw new TicketsExhausted();
  return free[0]!;
}

/**
 * A ticket for each purpose, in their order, as far as tickets reach.
 * @param assignedMax at most this many are assigned at a time
 * @throws TicketsExhausted where not even the first gets one
 */
export function chooseTickets(
  purposes: readonly string[],
  state: AccountState,
  { keep, claimed = new Set(), assignedMax = Infinity }: TicketChoice & { assignedMax?: number } = {},
): Map<string, number> {
  const chosen = new Map<string, number>();
  const taken = new Set(claimed);
  let left = assignedMax - state.assigned.size - taken.size;
  for (const purpose of purposes) {
    const isNew = !state.assigned.has(purpose);
    try {
      if (isNew && left-- <= 0) throw new TicketsExhausted();
      const ticket = chooseTicket(purpose, state, { keep, claimed: taken });
      chosen.set(purpose, ticket);
      taken.add(ticket);
    } catch (error) {
      if (!(error instanceof TicketsExhausted) || chosen.size === 0) throw error;
      break;
    }
  }
  return chosen;
}

/** @returns null where one of the tickets is not free for its purpose any more */
export function assignTickets(
  name: PlatformAccountName,
  tickets: ReadonlyMap<string, number>,
  state: AccountState,
): TokenEvent[] | null {
  const events: TokenEvent[] = [];
  for (const [purpose, ticket] of tickets) {
    const own = assignTicket(name, purpose, ticket, state);
    if (!own) return null;
    events.push(...own);
  }
  return events;
}

/** @returns null where the ticket is not free for this purpose any more */
export function assignTicket(
  name: PlatformAccountName,
  purpose: string,
  ticket: number,
  state: AccountState,
): TokenEvent[] | null {
  const own = state.assigned.get(purpose);
  if (own !== undefined) return own === ticket ? [] : null;
  return state.free.includes(ticket) ? [{ type: 'TicketAssigned', data: { name, ticket, purpose } }] : null;
}
