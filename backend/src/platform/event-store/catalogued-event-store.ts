import { appendDuration } from '../telemetry/metrics.js';
import type { Upcasters } from '@tknest/contracts/events';
import type {
  AppendContext,
  AppendResult,
  CaughtUp,
  EventFilter,
  EventStore,
  ExpectedRevision,
  NewEvent,
  Page,
  Position,
  ReadOptions,
  RecordedEvent,
  StreamWrite,
} from './event-store.js';
import type { SnapshotStore } from './snapshots.js';
import { upcast, upcastPage } from './upcasting.js';

/** An event that the catalog does not know, or not in this version, so that it could not be read back. */
export class NotInCatalogue extends Error {
  constructor({ type, version }: NewEvent, current: number | undefined) {
    super(
      current === undefined
        ? `There is no event ${type} in the catalogue`
        : `${type} is written in version ${current}, not ${version}`,
    );
    this.name = 'NotInCatalogue';
  }
}

/**
 * Wraps any adapter: only event types of the catalog are written, in their current version, and events are read in that
 * version. Pages and streams end before an event that this program cannot read.
 */
export class CataloguedEventStore implements EventStore {
  constructor(
    private readonly inner: EventStore,
    private readonly versions: Readonly<Record<string, number>>,
    private readonly upcasters: Upcasters,
    readonly snapshots?: SnapshotStore,
  ) {}

  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    context: AppendContext,
  ): Promise<AppendResult> {
    return this.appendMany([{ stream, expected, events }], context);
  }

  async appendMany(writes: readonly StreamWrite[], context: AppendContext): Promise<AppendResult> {
    const current = writes.map((write) => ({ ...write, events: write.events.map((event) => this.current(event)) }));
    const end = appendDuration.startTimer();
    try {
      return await this.inner.appendMany(current, context);
    } finally {
      end();
    }
  }

  findCommand(commandId: string, inputHash?: string): Promise<AppendResult | null> {
    return this.inner.findCommand(commandId, inputHash);
  }

  async *read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent> {
    for await (const event of this.inner.read(stream, options)) yield this.upcast(event);
  }

  async readAll(after: Position, options?: { limit?: number; filter?: EventFilter }): Promise<Page> {
    return upcastPage(await this.inner.readAll(after, options), (event) => this.upcast(event));
  }

  /** @throws UnreadableEvent after the last readable event */
  async *follow(
    after: Position,
    options: { filter?: EventFilter; signal: AbortSignal },
  ): AsyncIterable<RecordedEvent | CaughtUp> {
    for await (const item of this.inner.follow(after, options)) yield 'caughtUp' in item ? item : this.upcast(item);
  }

  head(): Promise<Position> {
    return this.inner.head();
  }

  /** The event in its current version. @throws UnreadableEvent */
  upcast(event: RecordedEvent): RecordedEvent {
    return upcast(event, this.versions, this.upcasters);
  }

  private current(event: NewEvent): NewEvent {
    const current = this.versions[event.type];
    if (current === undefined || (event.version !== undefined && event.version !== current))
      throw new NotInCatalogue(event, current);
    return { ...event, version: current };
  }
}
