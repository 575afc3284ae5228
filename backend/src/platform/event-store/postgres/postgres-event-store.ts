import { Logger } from '@nestjs/common';
import type pg from 'pg';
import {
  CommandReused,
  type AppendContext,
  type AppendResult,
  type CaughtUp,
  type EventFilter,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Page,
  type Position,
  type ReadOptions,
  type RecordedEvent,
  type StreamWrite,
} from '../event-store.js';
import { createLane } from '../../database/pool.js';
import { follow, LocalWakeUps } from '../follow.js';
import { toPosition } from '../positions.js';
import { prepare } from '../prepare.js';
import { appendBatch, resultOf, type AppendBatch } from './append-batch.js';
import { GroupCommit } from './group-commit.js';
import { LogListener } from './log-listener.js';
import { readPage, readStream } from './reading.js';

const APPEND_MS = 5_000;

export interface PostgresEventStoreOptions {
  /** How long a follower trusts in being woken. Default 1000. */
  pollMs?: number;
  /** How long one attempt to append may take before it is made anew on a new connection. Default 5000. */
  appendTimeoutMs?: number;
  /** How a batch is written; only tests give another. */
  appendBatch?: AppendBatch;
}

/** The event store on PostgreSQL. `close()` it before its pool is ended. */
export class PostgresEventStore implements EventStore {
  private readonly log = new Logger('EventStore');
  private readonly wakeUps = new LocalWakeUps();
  private readonly listener: LogListener;
  /** Appends share no connection with reads: neither can make the other wait, and one is lost at most. */
  private readonly lane: pg.Pool;
  private readonly commits: GroupCommit;

  constructor(
    readonly pool: pg.Pool,
    private readonly options: PostgresEventStoreOptions = {},
  ) {
    // Followers of this process need not wait for the notification to come back from the server.
    this.lane = createLane(pool, 'tknest appends', options.appendTimeoutMs ?? APPEND_MS);
    this.commits = new GroupCommit(options.appendBatch ?? appendBatch(this.lane), () => this.wakeUps.wake());
    const { connectionString, host, port, user, password, database, ssl } = pool.options;
    this.listener = new LogListener(
      { connectionString, host, port, user, password, database, ssl },
      () => this.wakeUps.wake(),
      (error) => this.log.warn(`Listening to the log was interrupted: ${error.message}`),
    );
  }

  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    context: AppendContext,
  ): Promise<AppendResult> {
    return this.appendMany([{ stream, expected, events }], context);
  }

  async appendMany(writes: readonly StreamWrite[], context: AppendContext): Promise<AppendResult> {
    return this.commits.append(prepare(writes, context));
  }

  async findCommand(commandId: string, inputHash?: string): Promise<AppendResult | null> {
    const { rows } = await this.pool.query<{
      input_hash: string | null;
      position: string;
      revisions: string;
      result: string;
    }>({
      name: 'eventstore.command',
      text: 'select input_hash, position, revisions, result from eventstore.commands where id = $1',
      values: [commandId],
    });
    const known = rows[0];
    if (!known) return null;
    if (inputHash && known.input_hash && known.input_hash !== inputHash) throw new CommandReused(commandId);
    return resultOf(known, true);
  }

  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent> {
    return readStream(this.pool, stream, options);
  }

  readAll(after: Position, options?: { limit?: number; filter?: EventFilter }): Promise<Page> {
    return readPage(this.pool, after, options);
  }

  follow(
    after: Position,
    options: { filter?: EventFilter; signal: AbortSignal },
  ): AsyncIterable<RecordedEvent | CaughtUp> {
    this.listener.start();
    const onError = (error: Error, retryInMs: number) =>
      this.log.warn(`Reading the log failed, again in ${retryInMs} ms: ${error.message}`);
    return follow((from, reading) => this.readAll(from, reading), this.wakeUps, after, {
      ...options,
      pollMs: this.options.pollMs,
      onError,
    });
  }

  async head(): Promise<Position> {
    const { rows } = await this.pool.query<{ head: string }>(
      'select coalesce(max(position), 0) as head from eventstore.events',
    );
    return toPosition(rows[0]!.head);
  }

  /** Stops listening and appending. Followers end by their own signals. */
  async close(): Promise<void> {
    await this.listener.stop();
    if (!this.lane.ending) await this.lane.end();
  }
}
