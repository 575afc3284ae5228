import { Logger } from '@nestjs/common';
import type pg from 'pg';
import { systemClock, type Clock } from '../../clock/clock.js';
import { createLane } from '../../database/pool.js';
import {
  Fenced,
  StoreUnavailable,
  type AppendContext,
  type AppendResult,
  type CaughtUp,
  type EventFilter,
  type ExpectedRevision,
  type NewEvent,
  type Page,
  type Position,
  type ReadOptions,
  type RecordedEvent,
  type StreamWrite,
} from '../event-store.js';
import { follow, LocalWakeUps } from '../follow.js';
import { GroupCommit } from '../group-commit.js';
import { toPosition, toSequence } from '../positions.js';
import type { EventMacs } from '../macs.js';
import { COMMAND_BYTES_MAX, prepare } from '../prepare.js';
import type { SealedEvent } from '../seal.js';
import type { LogWentBack } from '../log-went-back.js';
import type { LogState, StoredLog } from '../stored-log.js';
import { Witness } from '../witness.js';
import type { EventStoreSettings } from '../../config/log-settings.js';
import { IndexFeeder } from './index-feeder.js';
import { LogIndex } from './log-index.js';
import { Trust } from './trust.js';
import { WireStream } from './wire-stream.js';
import { Writer } from './writer.js';

export interface EventStoreDbOptions {
  clock?: Clock;
  /** How long a follower waits for a hint before it polls, in milliseconds. Default 1000. */
  pollMs?: number;
  /** The timeout of one attempt of a call, in milliseconds. Default 5000. */
  callMs?: number;
  /** How long an append is retried after conflicts and timeouts, in milliseconds. Default 20000. */
  deadlineMs?: number;
  /** Called once if the log lost events that this process has seen. */
  onWentBack?: (error: LogWentBack) => void;
  /** As for the store on PostgreSQL. */
  macs?: EventMacs;
}

/** The same for every server of a cluster. */
const FENCE = 'eventstoredb';

/**
 * The log as one stream on a server of EventStoreDB, with an index in PostgreSQL. Every read first brings the index to
 * the end of the log. Call `close()` before its pool ends. docs/event-store.md explains how and why.
 */
export class EventStoreDbLog implements StoredLog {
  private readonly log = new Logger('EventStore');
  private readonly wakeUps = new LocalWakeUps();
  private readonly wire: WireStream;
  private readonly index: LogIndex;
  private readonly feeder: IndexFeeder;
  private readonly trust: Trust;
  private readonly witness: Witness;
  private readonly lane: pg.Pool;
  private readonly commits: GroupCommit;
  private readonly deadlineMs: number;

  constructor(
    readonly pool: pg.Pool,
    settings: EventStoreSettings,
    private readonly options: EventStoreDbOptions = {},
  ) {
    const { clock = systemClock, callMs = 5_000, deadlineMs = 20_000 } = options;
    this.deadlineMs = deadlineMs;
    this.wire = new WireStream(settings, { callMs });
    this.index = new LogIndex(pool, options.macs);
    this.witness = new Witness(options.onWentBack);
    this.feeder = new IndexFeeder(this.wire, this.index, this.witness, (events) => this.trust.saw(events));
    this.trust = new Trust(this.wire, this.feeder, () => this.wakeUps.wake(), this.log);
    this.lane = createLane(pool, 'tknest appends', deadlineMs);
    const writer = new Writer(this.wire, this.index, this.feeder, this.lane, clock, {
      deadlineMs,
      onWritten: ({ position, hash }) => {
        this.witness.read([{ position, hash: hash.toString('hex') }]);
        this.wakeUps.wake();
      },
    });
    this.commits = new GroupCommit(writer.append, {
      bytesMax: COMMAND_BYTES_MAX,
      wasRefused: (error) => error instanceof RangeError,
    });
  }

  /** Checks the log, updates the index to its end, and starts listening. @throws LogRefused, StoreUnavailable */
  async open(): Promise<this> {
    await this.trust.patiently(Date.now() + this.deadlineMs);
    this.trust.watch();
    return this;
  }

  /** Acknowledged events are on a majority of the servers, and no election loses them, so no fencing is needed. */
  async fence(): Promise<string> {
    return FENCE;
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
    const command = prepare(writes, context, this.options.macs);
    if (command.fence !== null && command.fence !== FENCE) throw new Fenced();
    await this.trust.patiently(Date.now() + this.deadlineMs);
    const appended = await this.trust.witness(this.commits.append(command));
    if (appended.duplicate) await this.findCommand(command.id);
    return appended;
  }

  async findCommand(commandId: string, inputHash?: string): Promise<AppendResult | null> {
    await this.caughtUp();
    return this.index.rows.command(commandId, inputHash);
  }

  async *read(stream: string, options?: ReadOptions): AsyncGenerator<RecordedEvent> {
    await this.caughtUp();
    yield* this.index.rows.stream(stream, options);
  }

  async readAll(after: Position, options?: { limit?: number; filter?: EventFilter }): Promise<Page> {
    await this.caughtUp();
    return this.index.rows.page(after, options);
  }

  follow(
    after: Position,
    options: { filter?: EventFilter; signal: AbortSignal },
  ): AsyncIterable<RecordedEvent | CaughtUp> {
    const onError = (error: Error, retryInMs: number) =>
      this.log.warn(`Reading the log failed, retrying in ${retryInMs} ms: ${error.message}`);
    return follow((from, reading) => this.readAll(from, reading), this.wakeUps, after, {
      ...options,
      pollMs: this.options.pollMs,
      onError,
    });
  }

  async head(): Promise<Position> {
    return toPosition((await this.caughtUp()).position);
  }

  /** Read from the server itself, not from the index. */
  async stored(after: Position, limit: number): Promise<SealedEvent[]> {
    const events = await this.trust.witness(this.wire.read(toSequence(after) + 1, limit));
    return this.index.judged(events);
  }

  state(): LogState {
    const { problem, gained } = this.trust;
    return { store: 'eventstoredb', ready: gained, problem };
  }

  verify(): Promise<void> {
    return this.witness.look(() => this.caughtUp());
  }

  async close(): Promise<void> {
    this.trust.end();
    await this.wire.close();
    if (!this.lane.ending) await this.lane.end();
  }

  private async caughtUp() {
    if (!this.trust.gained) await this.trust.gain();
    return this.trust.witness(this.feeder.catchUp());
  }
}

/** The log on a server, checked and ready. @throws LogRefused, StoreUnavailable */
export async function openEventStoreDb(
  pool: pg.Pool,
  settings: EventStoreSettings,
  options?: EventStoreDbOptions,
): Promise<EventStoreDbLog> {
  const log = new EventStoreDbLog(pool, settings, options);
  try {
    return await log.open();
  } catch (error) {
    await log.close();
    if (error instanceof StoreUnavailable) throw error;
    throw new StoreUnavailable(`EventStoreDB cannot be used: ${(error as Error).message}`, { cause: error });
  }
}
