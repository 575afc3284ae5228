/**
 * Whether the log contains all transactions of an account. Pure. Each validated transaction of an account consumes a
 * sequence number or a ticket (xrpl.org, "Tickets"), so comparing the account's sequence and tickets needs no history;
 * only differences must be searched for.
 */
import type { LedgerTransaction } from '../ledger-port.js';
import type { AccountState } from './account.state.js';

/** An account as of one validated ledger. */
export interface AccountStanding {
  ledgerIndex: number;
  sequence: number;
  tickets: ReadonlySet<number>;
  /** There is no sign that it ever signed anything: no flag, object, ticket or regular key. */
  isUntouched: boolean;
}

/** Uses on the ledger that the log does not know, as far as visible without history. */
export interface Differences {
  /** Tickets that are free or assigned according to the log, but gone on the ledger. */
  tickets: readonly number[];
  /** Sequences from the first up to before the second; null if they are equal. The first is null if none is known. */
  sequences: readonly [from: number | null, until: number] | null;
  /** The checked ledger is older than the log's state, so it proves nothing. */
  lags: boolean;
}

export function differencesOf(state: AccountState, standing: AccountStanding): Differences {
  const known = [...state.free, ...state.assigned.values()];
  const tickets = known.filter((ticket) => !standing.tickets.has(ticket)).sort((a, b) => a - b);
  const { nextSequence } = state;
  if (nextSequence === null) {
    const sequences = standing.isUntouched ? null : ([null, standing.sequence] as const);
    return { tickets, sequences, lags: false };
  }
  const sequences = standing.sequence > nextSequence ? ([nextSequence, standing.sequence] as const) : null;
  return { tickets, sequences, lags: standing.sequence < nextSequence };
}

export const isEqual = ({ tickets, sequences, lags }: Differences): boolean =>
  tickets.length === 0 && sequences === null && !lags;

/** Whether a transaction that the account made consumed any of it. */
export function explains({ tickets, sequences }: Differences, { tx }: LedgerTransaction): boolean {
  if (tx.TicketSequence !== undefined) return tickets.includes(tx.TicketSequence);
  return sequences !== null && tx.Sequence >= (sequences[0] ?? 0) && tx.Sequence < sequences[1];
}

/** Sequences from the first up to before the second. */
export type Sequences = readonly [from: number, until: number];

/** The differences that the account's transactions do not explain; for sequences, the first gap. */
export function unexplained(
  { tickets, sequences }: Differences,
  own: readonly LedgerTransaction[],
): { tickets: readonly number[]; sequences: Sequences | null } {
  const used = new Set(own.map(({ tx }) => tx.TicketSequence));
  const left = tickets.filter((ticket) => !used.has(ticket));
  const bySequence = own.filter(({ tx }) => tx.TicketSequence === undefined);
  const bySequenceNumber = new Map(bySequence.map((one) => [one.tx.Sequence as number, one]));
  if (sequences === null) return { tickets: left, sequences: null };
  let next = sequences[0] ?? Math.min(sequences[1], ...bySequenceNumber.keys());
  while (next < sequences[1]) {
    const one = bySequenceNumber.get(next);
    if (!one) {
      const known = [...bySequenceNumber.keys()].filter((sequence) => sequence > next);
      return { tickets: left, sequences: [next, Math.min(sequences[1], ...known)] };
    }
    next += 1 + ticketsMadeBy(one).length;
  }
  // If the log knows no sequence of the account at all, the found transactions may not be complete.
  const isUnknown = sequences[0] === null && bySequence.length === 0;
  return { tickets: left, sequences: isUnknown ? [sequences[1] - 1, sequences[1]] : null };
}

/** Tickets of a TicketCreate that succeeded: the sequences right after its own. */
export function ticketsMadeBy({ tx, result }: LedgerTransaction): number[] {
  if (tx.TransactionType !== 'TicketCreate' || result !== 'tesSUCCESS') return [];
  // If it used a ticket itself, its tickets begin at the account's sequence at that time, which only its metadata
  // shows.
  if (tx.TicketSequence !== undefined) return [];
  return Array.from({ length: Number(tx.TicketCount) }, (_, index) => (tx.Sequence as number) + 1 + index);
}

/** Setup, trust lines, anchors and tickets move no money; a tec only burns the ticket. */
const HARMLESS = ['AccountSet', 'TrustSet', 'TicketCreate'];

/** Whether the log may adopt it without asking anybody, because repeating what it did would harm nobody. */
export const isHarmless = ({ tx, result }: LedgerTransaction): boolean =>
  result !== 'tesSUCCESS' || HARMLESS.includes(tx.TransactionType);
