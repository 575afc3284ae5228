/**
 * Whether the log knows everything that an account ever did. Pure: each validated transaction of an account consumes
 * its sequence or one ticket (xrpl.org, "Tickets"), so the account's sequence and its set of tickets tell without any
 * history; only a difference has to be looked for.
 */
import type { LedgerTransaction } from '../ledger-port.js';
import type { AccountState } from './account.state.js';

/** An account as one validated ledger shows it. */
export interface AccountStanding {
  ledgerIndex: number;
  sequence: number;
  tickets: ReadonlySet<number>;
  /** Nothing shows that it ever signed: no flag, object, ticket or key of its own. */
  isUntouched: boolean;
}

/** What the ledger has used and the log does not know, as far as that is visible without history. */
export interface Differences {
  /** Tickets that the log holds as free or assigned, and that are gone. */
  tickets: readonly number[];
  /** Sequences from the first up to before the second; null if they are equal. The first is null if none is known. */
  sequences: readonly [from: number | null, until: number] | null;
  /** The ledger that was looked at is older than what the log knows: it says nothing. */
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

/** What is left of the differences beside what the account's transactions consumed; of sequences the first gap. */
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
  // Where the log knows no sequence of the account at all, what was found cannot be known to be everything.
  const isUnknown = sequences[0] === null && bySequence.length === 0;
  return { tickets: left, sequences: isUnknown ? [sequences[1] - 1, sequences[1]] : null };
}

/** Tickets of a TicketCreate that succeeded: the sequences right after its own. */
export function ticketsMadeBy({ tx, result }: LedgerTransaction): number[] {
  if (tx.TransactionType !== 'TicketCreate' || result !== 'tesSUCCESS') return [];
  // Itself on a ticket, it takes the account's sequences from wherever they stood: its metadata would tell.
  if (tx.TicketSequence !== undefined) return [];
  return Array.from({ length: Number(tx.TicketCount) }, (_, index) => (tx.Sequence as number) + 1 + index);
}

/** Set-up, trust lines, anchors and tickets move nothing; a tec settles nothing and only burns the ticket. */
const HARMLESS = ['AccountSet', 'TrustSet', 'TicketCreate'];

/** Whether the log may take it over without asking anybody: nothing that it did can be done twice to anyone's loss. */
export const isHarmless = ({ tx, result }: LedgerTransaction): boolean =>
  result !== 'tesSUCCESS' || HARMLESS.includes(tx.TransactionType);
