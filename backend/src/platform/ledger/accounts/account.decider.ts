/**
 * One of the platform's own ledger accounts: where its key lies, which set-up steps are done, which transactions of its
 * sequence are under way, and its tickets.
 *
 * A ticket is free, assigned to one purpose, or burned. It becomes free by a validated TicketCreate alone, burned by
 * any validated transaction that used it, and free again only where nothing signed with it can reach a ledger any more.
 */
import type { PlatformAccountName, TokenEvent } from '@tknest/contracts/events';
import { Refused } from '../../domain/refused.js';
import type { StreamWrite } from '../../event-store/event-store.js';
import type { Folded } from '../../event-store/folding.js';
import type { Ending } from '../submissions/submission.rules.js';
import type { Submission } from '../submissions/submission.js';
import { TicketsExhausted } from './tickets-exhausted.js';

/** A transaction of the account's own sequence. */
export interface OwnTransaction extends Submission {
  what: string;
}

export type SignedTransaction = Extract<
  TokenEvent,
  { type: 'AccountTransactionsBegun' }
>['data']['transactions'][number];

export interface AccountState {
  address: string | null;
  seedItem: string | null;
  steps: ReadonlySet<string>;
  /** In ascending order. */
  free: readonly number[];
  /** By purpose. */
  assigned: ReadonlyMap<string, number>;
  /** The highest ticket ever known: what a TicketCreate below it made is known already. */
  highWater: number;
  /** Begun and not concluded: nothing else takes a sequence of the account meanwhile. */
  open: readonly OwnTransaction[];
  /** Signed by an older program, which kept no blob and no conclusion: sought once, never sent. */
  unconcluded: readonly { what: string; hash: string; sequence: number; lastLedgerSequence: number }[];
}

export const noAccount: AccountState = {
  address: null,
  seedItem: null,
  steps: new Set(),
  free: [],
  assigned: new Map(),
  highWater: 0,
  open: [],
  unconcluded: [],
};

/** How far back an older program's transaction can lie before its LastLedgerSequence. */
const OLD_WINDOW = 200;

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

export interface TicketChoice {
  /** Tickets that must be left for others. */
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
  if (free.length <= keep) throw new TicketsExhausted();
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

export function evolveAccount(state: AccountState, event: TokenEvent): AccountState {
  switch (event.type) {
    case 'PlatformAccountMade':
      return { ...state, address: event.data.address, seedItem: event.data.seedItem };
    case 'PlatformAccountStepDone':
      return { ...state, steps: new Set(state.steps).add(event.data.step) };
    case 'PlatformTransactionSigned': {
      const { what, hash, sequence, lastLedgerSequence } = event.data;
      return { ...state, unconcluded: [...state.unconcluded, { what, hash, sequence, lastLedgerSequence }] };
    }
    case 'AccountTransactionsBegun':
      return { ...state, open: event.data.transactions.map((one) => begun(one, event.data.ledgerIndex)) };
    case 'AccountTransactionConcluded':
      return {
        ...state,
        open: state.open.filter(({ hash }) => hash !== event.data.hash),
        unconcluded: state.unconcluded.filter(({ hash }) => hash !== event.data.hash),
      };
    case 'TicketsCreated': {
      const free = [...new Set([...state.free, ...event.data.tickets])].sort((a, b) => a - b);
      return { ...state, free, highWater: Math.max(state.highWater, ...event.data.tickets) };
    }
    case 'TicketAssigned':
      return {
        ...state,
        free: state.free.filter((ticket) => ticket !== event.data.ticket),
        assigned: new Map(state.assigned).set(event.data.purpose, event.data.ticket),
      };
    case 'TicketBurned':
      return { ...state, assigned: without(state.assigned, event.data.purpose) };
    case 'TicketReleased':
      return {
        ...state,
        assigned: without(state.assigned, event.data.purpose),
        free: [...state.free, event.data.ticket].sort((a, b) => a - b),
      };
    default:
      return state;
  }
}

function begun(
  { what, hash, sequence, lastLedgerSequence, blobItem }: SignedTransaction,
  ledgerIndex: number,
): OwnTransaction {
  return {
    what,
    state: 'submitted',
    hash,
    sequence,
    ticket: null,
    lastLedgerSequence,
    blobItem,
    preparedAt: ledgerIndex,
    submittedAt: ledgerIndex,
    result: null,
    ledgerIndex: null,
  };
}

/** An older program's transaction as a submission: it lived for at most so many ledgers. */
export const asSubmission = (one: AccountState['unconcluded'][number]): OwnTransaction => ({
  ...begun({ ...one, blobItem: '' }, Math.max(1, one.lastLedgerSequence - OLD_WINDOW)),
  blobItem: null,
});

function without(map: ReadonlyMap<string, number>, key: string): ReadonlyMap<string, number> {
  if (!map.has(key)) return map;
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

export const accountStream = (name: PlatformAccountName) => `account-${name}`;

/** The stream and how it folds. */
export const accountFold = (name: PlatformAccountName): Folded<AccountState, TokenEvent> => ({
  stream: accountStream(name),
  initialState: noAccount,
  evolve: evolveAccount,
  snapshotVersion: 1,
  hot: true,
});

/** A ticket that is burned, or free again. */
export type TicketSettled = Extract<TokenEvent, { type: 'TicketBurned' | 'TicketReleased' }>;

/** The stream that a standing was read from, and where it stood. */
export type Guard = Pick<StreamWrite, 'stream' | 'expected'>;
