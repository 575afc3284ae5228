/**
 * One of the platform's own ledger accounts, folded from its stream: its key, the completed setup steps, the
 * transactions in its sequence that are in flight, and its tickets.
 *
 * A ticket is free, assigned to one purpose, or burned. Only a validated TicketCreate creates it. Any validated
 * transaction that uses it burns it. It becomes free again only if nothing signed with it can reach a ledger any more.
 */
import type { PlatformAccountName, PlatformAccountEvent } from '@tknest/contracts/events';
import type { StreamWrite } from '../../event-store/event-store.js';
import type { Folded } from '../../event-store/folding.js';
import { HISTORY_FORGOTTEN, submitted, type Attempt } from '../transactions/transaction.js';
import { subjectOf, type SettledBefore } from './settled-before.js';

/** A transaction of the account's own sequence. */
export interface OwnTransaction extends Attempt {
  what: string;
}

type Begun = Pick<OwnTransaction, 'what' | 'hash' | 'sequence' | 'lastLedgerSequence' | 'blobItem'>;

/** A key of the account in the vault. */
export interface OwnKey {
  address: string;
  seedItem: string;
}

export interface KeyChange extends OwnKey {
  step: 'made' | 'begun' | 'set';
  /** The last validated ledger when the change began. */
  ledgerIndex: number | null;
}

/** Whether only the key change may be signed. */
export const isChangingKey = ({ keyChange }: Pick<AccountState, 'keyChange'>): boolean =>
  keyChange !== null && keyChange.step !== 'made';

export interface AccountState {
  address: string | null;
  seedItem: string | null;
  steps: ReadonlySet<string>;
  /** The key that signs instead of the account's master key; null if the master key signs. */
  regularKey: OwnKey | null;
  /** The key that is becoming the regular key. */
  keyChange: KeyChange | null;
  /** In ascending order. */
  free: readonly number[];
  /** By purpose. */
  assigned: ReadonlyMap<string, number>;
  /** The highest ticket ever known: tickets of a TicketCreate below it are known already. */
  highWater: number;
  /** The next sequence number, as far as the log knows; null before the first transaction. */
  nextSequence: number | null;
  /** Transactions on the ledger that the log lost and no owner has taken over yet, by purpose. */
  settledBefore: ReadonlyMap<string, readonly SettledBefore[]>;
  /** Tickets used in the period that the log lost, by known transactions. */
  explained: ReadonlySet<number>;
  /** Begun but not concluded: until then, nothing else uses the account's sequence. */
  open: readonly OwnTransaction[];
  /**
   * How many of the account's own rows the ledger has refused since the last success, and the ledger of the last
   * refusal.
   */
  refused: Pick<Attempt, 'refusals' | 'ledgerIndex'>;
}

/** An account whose key was made. */
export type MadeAccount = AccountState & { address: string };

const NEVER_REFUSED = { refusals: 0, ledgerIndex: null };

export const noAccount: AccountState = {
  address: null,
  seedItem: null,
  steps: new Set(),
  regularKey: null,
  keyChange: null,
  free: [],
  assigned: new Map(),
  highWater: 0,
  nextSequence: null,
  settledBefore: new Map(),
  explained: new Set(),
  open: [],
  refused: NEVER_REFUSED,
};

function withKey(
  state: AccountState,
  { step, address, seedItem, ledgerIndex }: Extract<PlatformAccountEvent, { type: 'PlatformKeyChanged' }>['data'],
): AccountState {
  if (step === 'done') return { ...state, keyChange: null };
  const keyChange = { address, seedItem, step, ledgerIndex: ledgerIndex ?? state.keyChange?.ledgerIndex ?? null };
  return step === 'set' ? { ...state, keyChange, regularKey: { address, seedItem } } : { ...state, keyChange };
}

export function evolveAccount(state: AccountState, event: PlatformAccountEvent): AccountState {
  switch (event.type) {
    case 'PlatformAccountMade':
      return { ...state, address: event.data.address, seedItem: event.data.seedItem };
    case 'PlatformAccountStepDone':
      return { ...state, steps: new Set(state.steps).add(event.data.step) };
    case 'PlatformKeyChanged':
      return withKey(state, event.data);
    case 'AccountTransactionsBegun':
      return {
        ...state,
        nextSequence: state.nextSequence ?? Math.min(...event.data.transactions.map(({ sequence }) => sequence)),
        open: [...state.open, ...event.data.transactions.map((one) => begun(one, event.data.ledgerIndex))],
      };
    case 'AccountTransactionConcluded':
      return {
        ...state,
        nextSequence: after(state.nextSequence, consumedBy(event.data, state)),
        open: state.open.filter(({ hash }) => hash !== event.data.hash),
        refused: refusedAfter(event.data, state),
      };
    case 'TicketsCreated': {
      const free = [...new Set([...state.free, ...event.data.tickets])].sort((a, b) => a - b);
      const last = Math.max(0, ...event.data.tickets);
      return {
        ...state,
        free,
        highWater: Math.max(state.highWater, last),
        nextSequence: after(state.nextSequence, last || null),
      };
    }
    case 'TicketAssigned':
      return {
        ...state,
        free: state.free.filter((ticket) => ticket !== event.data.ticket),
        assigned: new Map(state.assigned).set(event.data.purpose, event.data.ticket),
      };
    case 'TicketBurned':
      return {
        ...state,
        assigned: without(state.assigned, event.data.purpose),
        settledBefore: takenOver(state.settledBefore, event.data),
      };
    case 'TicketReleased':
      return {
        ...state,
        assigned: without(state.assigned, event.data.purpose),
        free: [...state.free, event.data.ticket].sort((a, b) => a - b),
      };
    case 'UnknownTransactionSettled':
      return settled(state, event.data);
    default:
      return state;
  }
}

type Concluded = Extract<PlatformAccountEvent, { type: 'AccountTransactionConcluded' }>['data'];

/** The sequence that a concluded transaction used; null if it used none. */
function consumedBy({ hash, result, ledgerIndex }: Concluded, { open }: AccountState): number | null {
  // The transaction that used the sequence of an absent one is not in the log: the signing gate searches for it.
  if (ledgerIndex === null && result !== HISTORY_FORGOTTEN) return null;
  return open.find((one) => one.hash === hash)?.sequence ?? null;
}

/** A row counts once, and a success in the same row as a refusal does not reset the count. */
function refusedAfter(
  { hash, result, ledgerIndex }: Concluded,
  { open, refused }: AccountState,
): AccountState['refused'] {
  const own = open.find((one) => one.hash === hash);
  if (!own || ledgerIndex === null) return refused;
  const isCounted = (refused.ledgerIndex ?? 0) > own.preparedAt;
  if (result === 'tesSUCCESS') return isCounted ? refused : NEVER_REFUSED;
  return { refusals: refused.refusals + (isCounted ? 0 : 1), ledgerIndex };
}

const after = (next: number | null, sequence: number | null): number | null =>
  sequence === null ? next : Math.max(next ?? 0, sequence + 1);

function settled(
  state: AccountState,
  data: Extract<PlatformAccountEvent, { type: 'UnknownTransactionSettled' }>['data'],
): AccountState {
  const { ticket, sequence, tickets, subject, hash, ledgerIndex, blob, how } = data;
  const free = new Set([...state.free, ...tickets]);
  if (ticket !== null) free.delete(ticket);
  const last = Math.max(0, ...tickets);
  return {
    ...state,
    free: [...free].sort((a, b) => a - b),
    assigned: new Map([...state.assigned].filter(([, assigned]) => assigned !== ticket)),
    settledBefore:
      subject && blob && hash && ticket !== null && ledgerIndex !== null
        ? new Map(state.settledBefore).set(subject, [
            ...(state.settledBefore.get(subject) ?? []),
            { hash, ticket, ledgerIndex, blob },
          ])
        : state.settledBefore,
    explained: ticket !== null && how === 'adopted' ? new Set(state.explained).add(ticket) : state.explained,
    highWater: Math.max(state.highWater, last),
    nextSequence: after(after(state.nextSequence, sequence), last || null),
  };
}

/**
 * The event that concludes it for its owner removes it here, because the same may be done again later, such as
 * authorizing a line.
 */
function takenOver(
  settledBefore: AccountState['settledBefore'],
  { purpose, hash }: Extract<PlatformAccountEvent, { type: 'TicketBurned' }>['data'],
): AccountState['settledBefore'] {
  const subject = subjectOf(purpose);
  const known = settledBefore.get(subject) ?? [];
  const left = known.filter((one) => one.hash !== hash);
  if (left.length === known.length) return settledBefore;
  return left.length > 0 ? new Map(settledBefore).set(subject, left) : without(settledBefore, subject);
}

/** @param ledgerIndex last validated ledger when it was signed */
function begun({ what, hash, sequence, lastLedgerSequence, blobItem }: Begun, ledgerIndex: number): OwnTransaction {
  const fact = { attempt: 1, purpose: '', hash, ticket: null, ledgerIndex, lastLedgerSequence, blobItem };
  return { ...submitted(fact), hash, sequence, what };
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  if (!map.has(key)) return map;
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

export const accountStream = (name: PlatformAccountName) => `account-${name}`;

/** The stream and its fold. */
export const accountFold = (name: PlatformAccountName): Folded<AccountState, PlatformAccountEvent> => ({
  stream: accountStream(name),
  initialState: noAccount,
  evolve: evolveAccount,
  snapshotVersion: 1,
  hot: true,
});

/** A ticket that is burned or free again. */
export type TicketSettled = Extract<PlatformAccountEvent, { type: 'TicketBurned' | 'TicketReleased' }>;

/** The stream from which a state was read, and its revision. */
export type Guard = Pick<StreamWrite, 'stream' | 'expected'>;
