import { Logger } from '@nestjs/common';
import type pg from 'pg';
import { firstRow } from '../../database/first-row.js';
import {
  EventStore,
  type AppendContext,
  type AppendResult,
  type CaughtUp,
  type EventFilter,
  Fenced,
  type Page,
  type Position,
  type ReadOptions,
  type RecordedEvent,
  type StreamWrite,
} from '../event-store.js';
import { wasRefused } from '../../database/connection-loss.js';
import { createLane } from '../../database/pool.js';
import { follow, LocalWakeUps } from '../follow.js';
import { GroupCommit, type AppendBatch } from '../group-commit.js';
import type { EventMacs } from '../macs.js';
import { prepare, type PreparedCommand } from '../prepare.js';
import type { SealedEvent } from '../seal.js';
import type { LogWentBack } from '../log-went-back.js';
import type { LogState, StoredLog } from '../stored-log.js';
import { Witness } from '../witness.js';
import { appendBatch, appendPatiently, SERVER } from './append-batch.js';
import { LogRows } from './log-rows.js';
import { ChannelListener } from '../../database/channel-listener.js';
import { LOG_CHANNEL } from '../../database/append.sql.js';

/** Hints that there may be something new in the log. */
class LogListener extends ChannelListener {
  constructor(settings: pg.ClientConfig, onHint: () => void, onTrouble?: (error: Error) => void) {
    super(settings, LOG_CHANNEL, onHint, onTrouble);
  }
}

const APPEND_MS = 5_000;
/**
 * One batch is written while this process prepares and answers the other; a third would only wait for the log's lock.
 */
const FLIGHTS = 2;
const BATCH_BYTES_MAX = 4 << 20;

export interface PostgresEventStoreOptions {
  /** How long a follower waits for a hint before it polls, in milliseconds. Default 1000. */
  pollMs?: number;
  /**
   * Time limit of one attempt to append, after which it is repeated on a new connection; milliseconds, default 5000.
   */
  appendTimeoutMs?: number;
  /** How a batch is written; only tests replace it. */
  appendBatch?: AppendBatch;
  /** Called once if the log lost events that this process has seen. */
  onWentBack?: (error: LogWentBack) => void;
  /** If given, written events get a MAC, and read events are verified with theirs. */
  macs?: EventMacs;
}

/** The event store on PostgreSQL. Call `close()` before its pool is ended. */
export class PostgresEventStore extends EventStore implements StoredLog {
  private readonly log = new Logger('EventStore');
  private readonly wakeUps = new LocalWakeUps();
  private readonly witness: Witness;
  private readonly rows: LogRows;
  private readonly listener: LogListener;
  /**
   * Appends share no connection with reads, so that neither can block the other, and they lose at most two connections.
   */
  private readonly lane: pg.Pool;
  private readonly commits: GroupCommit;

  constructor(
    readonly pool: pg.Pool,
    private readonly options: PostgresEventStoreOptions = {},
  ) {
    super();
    this.witness = new Witness(options.onWentBack);
    this.rows = new LogRows(pool, 'eventstore', this.witness, options.macs);
    // Followers of this process need not wait for the notification to come back from the server.
    this.lane = createLane(pool, 'tknest appends', options.appendTimeoutMs ?? APPEND_MS, FLIGHTS);
    this.commits = new GroupCommit(
      appendPatiently(options.appendBatch ?? appendBatch(this.lane, this.witness, (batch) => this.gone(batch))),
      {
        bytesMax: BATCH_BYTES_MAX,
        flights: FLIGHTS,
        wasRefused: (error) => error instanceof Fenced || wasRefused(error),
        onCommitted: () => this.wakeUps.wake(),
      },
    );
    const { connectionString, host, port, user, password, database, ssl } = pool.options;
    this.listener = new LogListener(
      { connectionString, host, port, user, password, database, ssl },
      () => this.wakeUps.wake(),
      (error) => this.log.warn(`Listening to the log was interrupted: ${error.message}`),
    );
  }

  async appendMany(writes: readonly StreamWrite[], context: AppendContext): Promise<AppendResult> {
    const appended = await this.commits.append(prepare(writes, context, this.options.macs));
    if (appended.duplicate) await this.rows.command(context.metadata.commandId);
    return appended;
  }

  findCommand(commandId: string, inputHash?: string): Promise<AppendResult | null> {
    return this.rows.command(commandId, inputHash);
  }

  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent> {
    return this.rows.stream(stream, options);
  }

  readAll(after: Position, options?: { limit?: number; filter?: EventFilter }): Promise<Page> {
    return this.rows.page(after, options);
  }

  follow(
    after: Position,
    options: { filter?: EventFilter; signal: AbortSignal },
  ): AsyncIterable<RecordedEvent | CaughtUp> {
    this.listener.start();
    const onError = (error: Error, retryInMs: number) =>
      this.log.warn(`Reading the log failed, retrying in ${retryInMs} ms: ${error.message}`);
    return follow((from, reading) => this.readAll(from, reading), this.wakeUps, after, {
      ...options,
      pollMs: this.options.pollMs,
      onError,
    });
  }

  head(): Promise<Position> {
    return this.rows.head();
  }

  stored(after: Position, limit: number): Promise<SealedEvent[]> {
    return this.rows.stored(after, limit);
  }

  /** Other checks, which query the database anyway, report whether it answers. */
  state(): LogState {
    return { store: 'postgres', ready: true, problem: this.witness.problem };
  }

  async fence(): Promise<string> {
    const { rows } = await this.pool.query<{ server: string }>(`select ${SERVER} as server`);
    return firstRow(rows).server;
  }

  verify(): Promise<void> {
    return this.witness.look(() => this.rows.head());
  }

  /**
   * An append was not made, either because the witnessed event is gone (a read then names the log's end), or because it
   * was fenced.
   * @throws LogWentBack, Fenced
   */
  private async gone(batch: readonly PreparedCommand[]): Promise<never> {
    await this.rows.head();
    if (batch.some(({ fence }) => fence !== null)) throw new Fenced();
    throw new Error('An event that was seen before was missing from the log at the append, and is there again');
  }

  /** Stops listening and appending. Followers end by their own signals. */
  async close(): Promise<void> {
    await this.listener.stop();
    if (!this.lane.ending) await this.lane.end();
  }
}
