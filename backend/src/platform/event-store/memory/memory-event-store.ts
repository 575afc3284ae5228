import { systemClock, type Clock } from '../../clock/clock.js';
import {
  CommandReused,
  WrongExpectedRevision,
  type AppendContext,
  type AppendResult,
  type CaughtUp,
  type EventFilter,
  type ExpectedRevision,
  Fenced,
  type NewEvent,
  type Page,
  type Position,
  type ReadOptions,
  type RecordedEvent,
  type StreamWrite,
} from '../event-store.js';
import { follow, LocalWakeUps } from '../follow.js';
import { toPosition, toSequence } from '../positions.js';
import { prepare, type PreparedCommand } from '../prepare.js';
import { Snapshots } from '../snapshots.js';
import { GENESIS, seal, type SealedEvent } from '../seal.js';
import type { LogState, StoredLog } from '../stored-log.js';
import { Witness, type Found } from '../witness.js';

interface KnownCommand {
  inputHash: string | null;
  position: Position;
  revisions: Record<string, number>;
  result: string;
}

/**
 * The same port over arrays: for unit tests and the simulation. It keeps the same texts and seals as the PostgreSQL
 * adapter, so it refuses the same events. An append happens within one tick of the event loop.
 */
export class MemoryEventStore implements StoredLog {
  readonly snapshots = new Snapshots();
  private log: SealedEvent[] = [];
  /** Events for readers, parsed once and frozen, because a simulation reads its streams thousands of times. */
  private told: RecordedEvent[] = [];
  private readonly streams = new Map<string, number[]>();
  private readonly commands = new Map<string, KnownCommand>();
  private readonly wakeUps = new LocalWakeUps();
  private readonly witness = new Witness();
  private server = 1;

  constructor(private readonly clock: Clock = systemClock) {}

  /** Another server takes the log over. For tests. */
  failOver(): void {
    this.server++;
  }

  async fence(): Promise<string> {
    return String(this.server);
  }

  /** The log loses everything after a position, as after a restore from a backup. For tests. */
  loseAfter(position: Position): void {
    this.failOver();
    const left = toSequence(position);
    [this.log, this.told] = [this.log.slice(0, left), this.told.slice(0, left)];
    for (const [stream, places] of this.streams) {
      const kept = places.filter((place) => place < left);
      if (kept.length > 0) this.streams.set(stream, kept);
      else this.streams.delete(stream);
    }
    for (const [id, known] of this.commands) if (known.position > position) this.commands.delete(id);
  }

  /** A separate log with everything up to a position, like a restored backup. For tests. */
  restoredTo(position: Position): MemoryEventStore {
    const copy = new MemoryEventStore(this.clock);
    [copy.log, copy.told, copy.server] = [[...this.log], [...this.told], this.server];
    for (const [stream, places] of this.streams) copy.streams.set(stream, [...places]);
    for (const [id, known] of this.commands) copy.commands.set(id, known);
    copy.loseAfter(position);
    return copy;
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
    const command = prepare(writes, context);
    this.check();
    if (command.fence !== null && command.fence !== String(this.server)) throw new Fenced();
    const known = this.recall(command.id, command.inputHash ?? undefined);
    if (known) return known;
    for (const { stream, expected } of command.writes) {
      const actual = (this.streams.get(stream)?.length ?? 0) - 1;
      const holds =
        expected === 'any' || (expected === 'exists' ? actual >= 0 : actual === (expected === 'none' ? -1 : expected));
      if (!holds) throw new WrongExpectedRevision(stream, expected, actual);
    }
    const revisions = this.write(command);
    const position = toPosition(this.log.length);
    this.witness.read(
      this.log.slice(-1).map(({ position: at, hash }) => ({ position: at, hash: hash.toString('hex') })),
    );
    this.commands.set(command.id, { inputHash: command.inputHash, position, revisions, result: command.result });
    this.wakeUps.wake();
    return { position, revisions, duplicate: false, result: JSON.parse(command.result) };
  }

  async findCommand(commandId: string, inputHash?: string): Promise<AppendResult | null> {
    this.check();
    return this.recall(commandId, inputHash);
  }

  /** Without any await, so that nothing can run between this check and the write. */
  private recall(commandId: string, inputHash?: string): AppendResult | null {
    const known = this.commands.get(commandId);
    if (!known) return null;
    if (inputHash && known.inputHash && known.inputHash !== inputHash) throw new CommandReused(commandId);
    return {
      position: known.position,
      revisions: { ...known.revisions },
      duplicate: true,
      result: JSON.parse(known.result),
    };
  }

  async *read(
    stream: string,
    { from, limit = Infinity, backwards = false }: ReadOptions = {},
  ): AsyncIterable<RecordedEvent> {
    this.check();
    const places = this.streams.get(stream) ?? [];
    const first = from ?? (backwards ? places.length - 1 : 0);
    const chosen = backwards ? places.slice(0, first + 1).reverse() : places.slice(first);
    for (const place of chosen.slice(0, limit)) yield this.told[place]!;
  }

  async readAll(
    after: Position,
    { limit = 1000, filter }: { limit?: number; filter?: EventFilter } = {},
  ): Promise<Page> {
    this.check();
    const { types, streamPrefixes } = filter ?? {};
    const events: RecordedEvent[] = [];
    let at = toSequence(after);
    for (; at < this.log.length && events.length < limit; at++) {
      const event = this.log[at]!;
      if (types && !types.includes(event.type)) continue;
      if (streamPrefixes && !streamPrefixes.some((prefix) => event.stream.startsWith(prefix))) continue;
      events.push(this.told[at]!);
    }
    this.witness.read(events.slice(-1));
    return { events, next: toPosition(at), end: at >= this.log.length };
  }

  follow(
    after: Position,
    options: { filter?: EventFilter; signal: AbortSignal },
  ): AsyncIterable<RecordedEvent | CaughtUp> {
    return follow((from, reading) => this.readAll(from, reading), this.wakeUps, after, options);
  }

  async head(): Promise<Position> {
    this.check();
    return toPosition(this.log.length);
  }

  async stored(after: Position, limit: number): Promise<SealedEvent[]> {
    return this.log.slice(toSequence(after), toSequence(after) + limit);
  }

  state(): LogState {
    return { store: 'memory', ready: true, problem: this.witness.problem };
  }

  async verify(): Promise<void> {
    this.check();
  }

  /** @throws LogWentBack */
  private check(): void {
    const asked = this.witness.seen;
    const there = this.told[asked.position - 1];
    const found: Found = there ? { hash: there.hash, id: there.id } : null;
    this.witness.check(asked, found, toPosition(this.log.length));
  }

  async close(): Promise<void> {}

  private write(command: PreparedCommand): Record<string, number> {
    const revisions: Record<string, number> = {};
    for (const { stream, events } of command.writes) {
      if (events.length === 0) continue;
      const places = this.streams.get(stream) ?? [];
      this.streams.set(stream, places);
      for (const event of events) {
        const last = this.log.at(-1);
        const now = this.clock.now().toISOString();
        const at = last && last.at > now ? last.at : now;
        const stored = {
          ...event,
          position: this.log.length + 1,
          stream,
          revision: places.length,
          at,
          metadata: command.metadata,
        };
        places.push(this.log.length);
        const sealed = { ...stored, hash: seal(last?.hash ?? GENESIS, stored) };
        this.log.push(sealed);
        this.told.push(frozen(toEvent(sealed)));
      }
      revisions[stream] = places.length - 1;
    }
    return revisions;
  }
}

function toEvent({
  position,
  hash,
  data,
  metadata,
  stream,
  revision,
  id,
  type,
  version,
  at,
}: SealedEvent): RecordedEvent {
  return {
    stream,
    revision,
    id,
    type,
    version,
    at,
    position: toPosition(position),
    data: JSON.parse(data),
    metadata: JSON.parse(metadata),
    hash: hash.toString('hex'),
  };
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}
