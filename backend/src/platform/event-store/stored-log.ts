import type { EventStore, Position } from './event-store.js';
import type { SealedEvent } from './seal.js';

/** State of the log, for health and metrics. */
export interface LogState {
  /** The store that contains it. */
  store: 'memory' | 'postgres' | 'eventstoredb';
  /** False until the log can be read to its end. */
  ready: boolean;
  /** The problem that an operator must solve, or null. */
  problem: string | null;
}

/** The log exactly as stored, whatever the versions of its events, for audit, export, verification and copying. */
export interface StoredLog extends EventStore {
  /** The events after a position with the bytes that were sealed, in order, at most `limit` of them. */
  stored(after: Position, limit: number): Promise<SealedEvent[]>;
  state(): LogState;
  /**
   * A fencing token of the server that accepts appends, which changes after each failover and restart. An append with
   * an older token is refused (`AppendContext.fence`).
   */
  fence(): Promise<string>;
  /**
   * Checks whether the newest event that this process has seen is still there, unless that was checked a moment ago.
   * For readers of events in memory.
   * @throws LogWentBack, StoreUnavailable and errors of the connection
   */
  verify(): Promise<void>;
  /** Stops appending, listening and following. */
  close(): Promise<void>;
}

/** Nest's token for it. */
export const STORED_LOG = Symbol('StoredLog');

/** The stored columns of an event, in the order of the tables' columns. */
export const EVENT_COLUMNS = [
  'position',
  'stream',
  'revision',
  'id',
  'type',
  'version',
  'data',
  'metadata',
  'at',
  'hash',
  'mac',
] as const;
