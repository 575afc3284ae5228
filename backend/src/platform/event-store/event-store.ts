/**
 * The event store's port. Everything above it knows only this file; PostgreSQL and EventStoreDB are adapters.
 *
 * A stream is named `<category>-<id>`. Revisions start at 0 and have no gaps, and so do positions, from 1. Positions
 * are compared as strings; `positions.ts` converts them to numbers and distances.
 */

import type { BusinessDate } from '@tknest/contracts/events';
import { AnsweredError, type Answer } from '../domain/refused.js';
import { TryAgainLater } from '../domain/try-again-later.js';
import type { SnapshotStore } from './snapshots.js';

/** An event's number in the whole log, from 1 without gaps, padded to 20 digits so that it sorts as text. */
export type Position = string;

/** Before the first event. */
export const START: Position = '0'.repeat(20);

/**
 * The expected state of the stream: `none` it does not exist; `exists` it has at least one event; `any` no check; a
 * number: the revision of its last event.
 */
export type ExpectedRevision = 'none' | 'exists' | 'any' | number;

export interface Actor {
  /** The classic address of the person who caused it, null if the platform itself did. */
  wallet: string | null;
  role: 'investor' | 'landlord' | 'admin' | 'auditor' | 'compliance' | 'system' | 'anonymous';
}

export interface EventMetadata {
  commandId: string;
  correlationId: string;
  causationId: string;
  actor: Actor;
  /** The id of the session that caused it, if any; not a part of its token. */
  session?: string;
  /** The id of the HTTP request, as in its response and in the program's log. */
  trace?: string;
  /** The business calendar's day, YYYY-MM-DD; never the wall clock's. */
  businessDate: BusinessDate;
}

/** An event to be written. `data` is plain JSON: strings, finite numbers, booleans, null, arrays, objects. */
export interface NewEvent<Type extends string = string, Data extends object = object> {
  type: Type;
  /** Schema version of `data`; 1 if left out. */
  version?: number;
  data: Data;
}

export interface RecordedEvent<Type extends string = string, Data extends object = any> {
  position: Position;
  stream: string;
  revision: number;
  /** UUIDv5 of command id and index within the command: a repeated append finds the same ids. */
  id: string;
  type: Type;
  version: number;
  data: Data;
  metadata: EventMetadata;
  /** ISO 8601 with milliseconds, UTC. */
  at: string;
  /** SHA-256 (hex) that seals this event to the one before it. */
  hash: string;
  /** Why it is not genuine; not set if it is. */
  misfit?: string;
}

/** The recorded events of a union: checking `type` narrows `data`. */
export type Recorded<Fact extends NewEvent> = Fact extends { type: infer Type extends string; data: infer Data }
  ? RecordedEvent<Type, Data & object>
  : never;

export interface AppendContext {
  metadata: EventMetadata;
  /** Digest of the command's input. A repeated command id with another digest is refused. */
  inputHash?: string;
  /** Stored with the command and returned when the same command is appended again. Plain JSON. */
  result?: unknown;
  /** Written only if the server is still the one that issued this fencing token (`StoredLog.fence`). */
  fence?: string;
}

export interface StreamWrite {
  stream: string;
  expected: ExpectedRevision;
  events: readonly NewEvent[];
}

export interface AppendResult {
  /** Position of the last event written. */
  position: Position;
  /** Revision of each written stream after the append. */
  revisions: Record<string, number>;
  /** True if this command had been appended before, so that nothing was written now. */
  duplicate: boolean;
  result: unknown;
}

export interface ReadOptions {
  /** First revision to read (the last one if reading backwards). */
  from?: number;
  limit?: number;
  backwards?: boolean;
}

export interface EventFilter {
  streamPrefixes?: readonly string[];
  types?: readonly string[];
}

export interface Page {
  events: RecordedEvent[];
  /** Where the next page begins: after everything that was read, including events that the filter left out. */
  next: Position;
  /** True if the log has no more events now. */
  end: boolean;
}

export interface CaughtUp {
  caughtUp: Position;
}

export abstract class EventStore {
  /** The store for snapshots of long streams, if there is one. */
  declare readonly snapshots?: SnapshotStore;
  /** @throws as `appendMany` */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    context: AppendContext,
  ): Promise<AppendResult> {
    return this.appendMany([{ stream, expected, events }], context);
  }

  /**
   * Writes to several streams in one commit, all or nothing.
   * @throws WrongExpectedRevision, CommandReused, Fenced, StoreUnavailable, and errors of `prepare`
   */
  abstract appendMany(writes: readonly StreamWrite[], context: AppendContext): Promise<AppendResult>;
  /** What an earlier append with this command id wrote, or null. @throws CommandReused if the input differs */
  abstract findCommand(commandId: string, inputHash?: string): Promise<AppendResult | null>;
  /** The stream's events in order; empty if it does not exist. */
  abstract read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>;
  abstract readAll(after: Position, options?: { limit?: number; filter?: EventFilter }): Promise<Page>;
  /** Everything after a position, forever, until `signal` aborts; survives a lost connection. */
  abstract follow(
    after: Position,
    options: { filter?: EventFilter; signal: AbortSignal },
  ): AsyncIterable<RecordedEvent | CaughtUp>;
  /** Position of the last event, or START. */
  abstract head(): Promise<Position>;
}

/** The stream has changed since it was loaded: load it again and decide again. */
export class WrongExpectedRevision extends AnsweredError {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    /** Revision of the last event; -1 if the stream does not exist. */
    readonly actual: number,
  ) {
    super(`Stream ${stream} is at revision ${actual}, expected ${expected}`);
    this.name = 'WrongExpectedRevision';
  }

  get answer(): Answer {
    return { reason: 'conflict', detail: 'Somebody else changed this at the same moment. Please try again.' };
  }
}

/** A command id was reused with another input. */
export class CommandReused extends AnsweredError {
  constructor(readonly commandId: string) {
    super(`Command ${commandId} was used before with another input`);
    this.name = 'CommandReused';
  }

  get answer(): Answer {
    return { reason: 'conflict', detail: 'This Idempotency-Key was already used with a different request' };
  }
}

/**
 * The log is unavailable, or refuses to continue. After an append the outcome is unknown; repeating the same command
 * finds out.
 */
export class StoreUnavailable extends TryAgainLater {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnavailable';
  }

  override get answer(): Answer {
    return { reason: 'unavailable', detail: 'The event log is unavailable at the moment. Please try again.' };
  }
}

/**
 * The log is on another server than when the fencing token was issued, so commits that this process never read may be
 * lost. Nothing was written.
 */
export class Fenced extends TryAgainLater {
  constructor() {
    super('The database server that keeps the event log was restarted or replaced; the command is decided again');
    this.name = 'Fenced';
  }
}

export const EVENT_STORE = Symbol('EventStore');

/** The stored log is not the one that this program knows, or is not safe to use: an operator must decide. */
export class LogRefused extends StoreUnavailable {
  constructor(reason: string) {
    super(`The log is refused: ${reason}`);
    this.name = 'LogRefused';
  }
}
