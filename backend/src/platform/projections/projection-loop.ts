import { Logger } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import type { Clock } from '../clock/clock.js';
import { START, type EventStore, type Position, type RecordedEvent } from '../event-store/event-store.js';
import type { Projection } from './projection.js';

const PAGE = 1_000;
const RETRIES_MAX = 5;
const RETRY_MS = { first: 50, max: 5_000 };

export type ProjectionState = 'catching-up' | 'live' | 'halted' | 'stopped';

/** Another runner moved the checkpoint: what was applied here is rolled back, and the place is read anew. */
class Fenced extends Error {}

/**
 * Folds the log into one read model. The checkpoint moves by compare-and-set in the transaction that applies a page, so however many
 * runners there are, and wherever one dies, every event is applied exactly once.
 */
export class ProjectionLoop {
  private readonly log: Logger;
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;
  private waiters: { position: Position; wake: () => void }[] = [];
  position: Position = START;
  state: ProjectionState = 'catching-up';
  parked = 0;

  constructor(
    readonly projection: Projection,
    private readonly db: DataSource,
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly onChange: (name: string) => void = () => undefined,
  ) {
    this.log = new Logger(`ReadModel:${projection.name}`);
  }

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running?.catch(() => undefined);
    this.state = 'stopped';
  }

  /** Resolves with true once the read model has applied everything up to `position`, with false after `timeoutMs`. */
  reached(position: Position, timeoutMs: number): Promise<boolean> {
    if (this.position >= position) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.waiters = this.waiters.filter((one) => one !== waiter);
        resolve(false);
      }, timeoutMs);
      const waiter = { position, wake: () => (clearTimeout(timer), resolve(true)) };
      this.waiters.push(waiter);
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.readCheckpoint();
        await this.catchUpAndFollow(signal);
      } catch (error) {
        if (signal.aborted) return;
        // Another instance applied it: what people see here has changed all the same.
        if (error instanceof Fenced) this.onChange(this.projection.name);
        else this.log.warn(`The read model was interrupted and goes on: ${(error as Error).message}`);
        await this.clock.sleep(RETRY_MS.first, signal);
      }
    }
  }

  private async readCheckpoint(): Promise<void> {
    const { name, version } = this.projection;
    await this.db.query('insert into platform.projection_checkpoints (name, version, position) values ($1, $2, $3) on conflict (name) do nothing', [name, version, START]);
    const [row] = await this.db.query('select position from platform.projection_checkpoints where name = $1', [name]);
    this.moved(row.position);
  }

  private async catchUpAndFollow(signal: AbortSignal): Promise<void> {
    for await (const item of this.store.follow(this.position, { signal })) {
      if ('caughtUp' in item) {
        this.state = 'live';
        continue;
      }
      if (item.position <= this.position) continue;
      // The event is only a hint that there is more: the page read is the truth.
      await this.catchUp(signal);
    }
  }

  private async catchUp(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const page = await this.store.readAll(this.position, { limit: PAGE });
      if (page.events.length > 0) await this.applyWithRetry(page.events.filter(({ type }) => this.projection.events.includes(type)), page.next, signal);
      if (page.end) return;
    }
  }

  private async applyWithRetry(events: readonly RecordedEvent[], next: Position, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        return await this.applyPage(events, next);
      } catch (error) {
        if (error instanceof Fenced) throw error;
        const last = attempt >= RETRIES_MAX;
        if (last && events.length > 1) return this.applyOneByOne(events, next, signal);
        if (last) return this.stumble(events[0]!, next, error as Error, signal);
        await this.clock.sleep(Math.min(RETRY_MS.first * 2 ** attempt, RETRY_MS.max), signal);
      }
    }
  }

  private async applyOneByOne(events: readonly RecordedEvent[], next: Position, signal: AbortSignal): Promise<void> {
    for (const [index, event] of events.entries()) {
      await this.applyWithRetry([event], index === events.length - 1 ? next : event.position, signal);
    }
  }

  /** An event that cannot be applied: a wrong balance is worse than a late one, so money halts; others are set aside with their stream. */
  private async stumble(event: RecordedEvent, next: Position, error: Error, signal: AbortSignal): Promise<void> {
    this.log.error({ err: error, position: event.position, type: event.type }, `An event cannot be applied: ${this.projection.onError}`);
    if (this.projection.onError === 'park') {
      this.parked++;
      return this.applyPage([], next, (tx) => tx.query('insert into platform.parked_by_projection (name, stream, position, error) values ($1, $2, $3, $4) on conflict do nothing', [this.projection.name, event.stream, event.position, error.message.slice(0, 2000)]));
    }
    this.state = 'halted';
    while (!signal.aborted) {
      await this.clock.sleep(RETRY_MS.max, signal);
      if (await this.applyPage([event], next).then(() => true, () => false)) return void (this.state = 'catching-up');
    }
  }

  private async applyPage(events: readonly RecordedEvent[], next: Position, also?: (tx: EntityManager) => Promise<unknown>): Promise<void> {
    const { name, version } = this.projection;
    await this.db.transaction(async (tx) => {
      const moved = await tx.query('update platform.projection_checkpoints set position = $3, moved_at = now() where name = $1 and position = $2 and version = $4 returning 1', [name, this.position, next, version]);
      if (moved[0].length === 0) throw new Fenced();
      if (events.length > 0) await this.projection.apply(events, tx);
      await also?.(tx);
    });
    this.moved(next);
    if (events.length > 0) this.onChange(name);
  }

  private moved(position: Position): void {
    this.position = position;
    this.waiters = this.waiters.filter((waiter) => {
      if (waiter.position > position) return true;
      waiter.wake();
      return false;
    });
  }
}
