/**
 * What an owner has the courier carry, and the results. A group is signed and journaled together before any of it is
 * sent: one step of an operation is a group of one; a payout window has up to 200, each with its own ticket.
 */
import type { PlatformAccountName } from '@tknest/contracts/events';
import type { Micro } from '@tknest/contracts/money';
import type { Commit, DecidedOn } from '../../event-store/commit-shared.js';
import type { EventStore, NewEvent, RecordedEvent } from '../../event-store/event-store.js';
import type { Loaded } from '../../event-store/folding.js';
import type { OwnAccounts } from '../accounts/account-signer.js';
import type { LedgerPort } from '../ledger-port.js';
import type { Ended, Fate, UnderWay } from './decide.js';
import type { TicketPurpose } from './tickets.js';
import type { TransactionKind } from '@tknest/contracts/rules';
import type { Attempt } from './transaction.js';

export type { Commit, DecidedOn };

/** RLUSD or XRP that came in, by its transaction; or, for a payout run, all that its account holds by the books. */
export type Credit =
  | { hash: string; amount: Micro }
  | { hash: string; drops: bigint }
  | { run: string; purse: Exclude<PlatformAccountName, 'issuer'> };

/** One transaction to sign with a ticket. */
export interface Unsigned {
  purpose: string;
  transaction: Record<string, unknown>;
}

/** A signed transaction, as its owner journals it. */
export interface Signed extends Unsigned {
  ticket: number;
  hash: string;
}

/** What the signed transactions of a group have in common. */
export interface SignedAt {
  /** Last validated ledger before they were signed: they cannot be in it or an earlier one. */
  ledgerIndex: number;
  lastLedgerSequence: number;
  /** The vault item with their blobs. */
  blobItem: string;
}

/** Sets aside transactions for whose subject the ledger has a different one; the owner continues without them. */
export interface SettingAside<One extends Unsigned = Unsigned> {
  /** The owner's events for them; a case for each goes into the same commit. */
  commit(all: readonly One[]): Commit;
  /** The people named in the case of one. */
  about(one: One): { wallet?: string; propertyId?: number | null };
}

/**
 * A group signed by one of the platform's accounts, each transaction with its own ticket. Data that its owner added to
 * a transaction is returned with it.
 */
export interface Order<One extends Unsigned = Unsigned> {
  /** As many of them as there are tickets are signed, in order. */
  group: readonly One[];
  decidedOn: DecidedOn;
  guards?: Commit['guards'];
  /** The owner's events for it, appended in the commit that assigns the tickets, before anything is sent. */
  journal(signed: readonly (One & Signed)[], at: SignedAt): readonly NewEvent[];
  /**
   * Obstacles to signing these, and what to do instead; null if there are none. Only called for transactions that the
   * ledger does not have already.
   * @throws LedgerUnavailable
   */
  instead?(toSign: readonly One[]): Promise<Next | null>;
  /** If left out, transactions that differ on the ledger wait, with a case if nothing else of the group is left. */
  setAside?: SettingAside<One>;
}

/**
 * Transactions that one of the platform's accounts signs with its own sequence, one after another, because TicketCreate
 * cannot use tickets. Nothing else in the account's sequence is in flight.
 */
export interface Row {
  transactions: readonly Record<string, unknown>[];
  decidedOn: DecidedOn;
  /** The account's last row according to the log when this was decided; null before the first. */
  nextSequence: number | null;
  /** The account's events for it, appended before any transaction is sent. */
  journal(signed: readonly Pick<Signed, 'hash' | 'transaction'>[], at: SignedAt): readonly NewEvent[];
}

/** Why a wallet's signature can no longer be obtained. */
export type NotSigned = 'declined' | 'expired' | 'departed';

/** A transaction that a wallet was asked to sign, and that the platform sends. */
export interface Collecting {
  decidedOn: DecidedOn;
  payloadUuid: string;
  wallet: string;
  /** As the wallet was asked to sign it. */
  transaction: Record<string, unknown>;
  askedAt: Date;
  expiresAt: Date;
  /** The owner's events for the signed transaction, appended before it is sent. */
  journal(signed: {
    hash: string;
    sequence: number;
    lastLedgerSequence: number;
    blobItem: string;
  }): readonly NewEvent[];
  notSigned(reason: NotSigned, message: string): readonly NewEvent[];
}

/** What an owner needs next. */
export type Next =
  | { do: 'sign'; order: Order }
  | { do: 'sign-in-sequence'; row: Row }
  /** A wallet was asked to sign: check for its answer. */
  | { do: 'collect'; request: Collecting }
  /** Events that need no transaction. */
  | { do: 'record'; commit: Commit }
  /** It waits for a ledger, or for time. @param ms when to check again at the latest, in milliseconds */
  | { do: 'wait'; ms?: number }
  /** Only a new event can change anything. */
  | { do: 'rest' };

/** What an owner can read to decide what it needs. It signs and sends nothing. */
export interface OwnerPorts {
  store: EventStore;
  ledger: LedgerPort;
  accounts: OwnAccounts;
}

/** A transaction that lost its ticket to an unknown one. */
export interface Held {
  key: string;
  hash: string;
  stream: string;
}

/**
 * Who has transactions carried. A feature says what is needed, and what an end means.
 * @template Existing a state of which `exists` is true
 */
export interface TransactionOwner<State = any, Existing extends State = State> {
  kind: TransactionKind;
  /** The platform account that signs, or a function if it varies; null if a wallet signs. */
  signer: PlatformAccountName | ((id: string) => PlatformAccountName) | null;
  /** The wallet that signs if no platform account does. */
  wallet?(state: Existing): string;
  /** Events after which it is advanced, and the id that they concern. */
  events: readonly string[];
  idOf(event: RecordedEvent): string;
  /** @param asked the purpose of the ticket whose state is requested, which determines the stream */
  load(id: string, asked?: TicketPurpose): Promise<Loaded<State>>;
  exists(state: State): boolean;
  /** Transactions in flight according to the events. */
  underWay(loaded: Loaded<Existing>): readonly UnderWay[];
  /** Whether more of its transactions may be signed while some are in flight. */
  manyAtOnce?: true;
  /** The credit for which it signs, if any: it may have to be confirmed by a second node first. */
  credit?(state: Existing): Promise<Credit | null>;
  /** @throws LedgerUnavailable */
  next(id: string, loaded: Loaded<Existing>): Promise<Next>;
  /** What the outcomes of one stream's transactions mean: the owner's events, and other writes for the commit. */
  onConcluded(id: string, loaded: Loaded<Existing>, ended: readonly [Ended, ...Ended[]]): Promise<Commit>;
  /** The newest attempt for a ticket's purpose, and whether it may still sign with that ticket. */
  attemptFor(state: State, purpose: TicketPurpose): Pick<Attempt, 'state' | 'lastLedgerSequence'> | undefined;
  maySignFor(state: State, purpose: TicketPurpose): boolean;
  /**
   * Lets a held transaction be signed again with another ticket, after somebody found that the transaction that used
   * its ticket did something else.
   * @returns null if it is not held (any more)
   * @throws TryAgainLater if that is not possible yet
   */
  release?(id: string, held: Held): Promise<Commit | null>;
  /**
   * The outcome that the account's state shows for a transaction whose ledgers no node has any more.
   * @throws LedgerUnavailable
   */
  withoutHistory?: (account: string, transaction: UnderWay) => Promise<Fate>;
  /** The people named in a case about one of its transactions. */
  about(state: Existing, transaction: UnderWay): { wallet?: string; propertyId?: number | null };
  /** Whether its id is the correlation id of its events. */
  correlates?: true;
}
