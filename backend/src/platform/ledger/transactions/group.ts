/**
 * What an owner has the courier carry, and what it learns. A group is signed and journaled together before any of it is
 * sent: one step of an operation is a group of one; a payout window is up to 200, each on its own ticket.
 */
import type { PlatformAccountName } from '@tknest/contracts/events';
import type { Commit, DecidedOn } from '../../event-store/commit-shared.js';
import type { EventStore, NewEvent, RecordedEvent } from '../../event-store/event-store.js';
import type { Loaded } from '../../event-store/folding.js';
import type { AccountSigner } from '../accounts/account-signer.js';
import type { LedgerPort } from '../ledger-port.js';
import type { Ended, Fate, UnderWay } from './decide.js';
import type { TicketPurpose } from './tickets.js';
import type { TransactionKind } from '@tknest/contracts/rules';
import type { Attempt } from './transaction.js';

export type { Commit, DecidedOn };

/** One transaction to sign, on a ticket. */
export interface Unsigned {
  purpose: string;
  transaction: Record<string, unknown>;
}

/** One that was signed, as its owner journals it. */
export interface Signed extends Unsigned {
  ticket: number;
  hash: string;
}

/** What the signed ones of a group have in common. */
export interface SignedAt {
  /** Last validated ledger before they were signed: they cannot be in it or an earlier one. */
  ledgerIndex: number;
  lastLedgerSequence: number;
  /** The vault's item that holds their blobs. */
  blobItem: string;
}

/**
 * Sets aside the transactions of an order for whose subject the ledger has another one; the owner continues without
 * them.
 */
export interface SettingAside<One extends Unsigned = Unsigned> {
  /** Its facts of them; a case for each goes into the same commit. */
  commit(all: readonly One[]): Commit;
  /** Whom the case of one names. */
  about(one: One): { wallet?: string; propertyId?: number | null };
}

/**
 * A group that one of the platform's accounts signs, each transaction on a ticket of its own. What its owner added to a
 * transaction of it comes back with that.
 */
export interface Order<One extends Unsigned = Unsigned> {
  /** As many of them as there are tickets for are signed, the first ones first. */
  group: readonly One[];
  decidedOn: DecidedOn;
  guards?: Commit['guards'];
  /** The owner's facts of it, appended in the commit that assigns the tickets, before anything is sent. */
  journal(signed: readonly (One & Signed)[], at: SignedAt): readonly NewEvent[];
  /**
   * Obstacles to signing these, and what is done instead; null if there are none. Only asked about transactions that
   * the ledger does not have already.
   * @throws LedgerUnavailable
   */
  instead?(toSign: readonly One[]): Promise<Next | null>;
  /** Left out: those that the ledger holds differently wait, with a case where nothing else of the group is left. */
  setAside?: SettingAside<One>;
}

/**
 * Transactions that one of the platform's accounts signs on its own sequence, one after another: no ticket is a place
 * for what makes tickets. Nothing else of the account's sequence is under way.
 */
export interface Row {
  transactions: readonly Record<string, unknown>[];
  decidedOn: DecidedOn;
  /** The account's, as the log had it when this was decided; null before the first. */
  nextSequence: number | null;
  /** The account's facts of it, appended before any is sent. */
  journal(signed: readonly Pick<Signed, 'hash' | 'transaction'>[], at: SignedAt): readonly NewEvent[];
}

/** Why a wallet's signature is not to be had any more. */
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
  /** The owner's facts of what was signed, appended before it is sent. */
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
  /** A wallet was asked to sign: its answer is looked for. */
  | { do: 'collect'; request: Collecting }
  /** Facts that need no transaction. */
  | { do: 'record'; commit: Commit }
  /** A ledger, or time, moves it on. @param ms looked at again after so long, whatever closes before */
  | { do: 'wait'; ms?: number }
  /** Only a fact moves it on. */
  | { do: 'rest' };

/** What an owner looks at to say what it needs. It signs and sends nothing. */
export interface OwnerPorts {
  store: EventStore;
  ledger: LedgerPort;
  accounts: AccountSigner;
}

/** A transaction whose ticket somebody else used. */
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
  /** Which account of the platform signs, a function where that is not the same for all; null if a wallet does. */
  signer: PlatformAccountName | ((id: string) => PlatformAccountName) | null;
  /** Whose wallet signs where no account of the platform does. */
  wallet?(state: Existing): string;
  /** Facts after which it is looked at, and which of the kind they are about. */
  events: readonly string[];
  idOf(event: RecordedEvent): string;
  /** @param asked the purpose of a ticket whose standing is asked for: the stream is that of its facts */
  load(id: string, asked?: TicketPurpose): Promise<Loaded<State>>;
  exists(state: State): boolean;
  /** What is on its way, as the facts say. */
  underWay(loaded: Loaded<Existing>): readonly UnderWay[];
  /** Whether others of it are signed while some are on their way. */
  manyAtOnce?: true;
  /** @throws LedgerUnavailable */
  next(id: string, loaded: Loaded<Existing>): Promise<Next>;
  /** What the ends of transactions of one stream mean: the owner's facts, and whatever else goes into the commit. */
  onConcluded(id: string, loaded: Loaded<Existing>, ended: readonly [Ended, ...Ended[]]): Promise<Commit>;
  /** The newest attempt of what a ticket's purpose names, and whether it may sign with that ticket yet. */
  attemptFor(state: State, purpose: TicketPurpose): Pick<Attempt, 'state' | 'lastLedgerSequence'> | undefined;
  maySignFor(state: State, purpose: TicketPurpose): boolean;
  /**
   * Lets one that is held be signed again on another ticket: somebody found that what used its own did something else.
   * @returns null if it is not held (any more)
   * @throws TryAgainLater if it cannot be yet
   */
  release?(id: string, held: Held): Promise<Commit | null>;
  /** What the account shows of one whose ledgers no node holds any more. @throws LedgerUnavailable */
  withoutHistory?: (account: string, transaction: UnderWay) => Promise<Fate>;
  /** Whom a case about a transaction of it names. */
  about(state: Existing, transaction: UnderWay): { wallet?: string; propertyId?: number | null };
  /** Its id is what its events belong together by. */
  correlates?: true;
}
