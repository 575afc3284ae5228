import { EventEmitter } from 'node:events';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock/clock.js';
import { LeaseKeeper } from '../consumers/leases.js';
import { LogTail } from '../consumers/log-tail.js';
import { EVENT_STORE, START, type EventStore, type Position, type RecordedEvent } from '../event-store/event-store.js';
import { retryFailed } from './apply.js';
import { NEVER_BUILT } from './checkpoint.js';
import { CheckpointWatch, type Interest, type WatchedReadModel } from './checkpoint-watch.js';
import { distance } from '../event-store/positions.js';
import { LogScan } from './log-scan.js';
import { PositionBoard } from './position-board.js';
import { ProjectionRegistry } from './projection-registry.js';
import { BEHIND_MAX, progressOf, ReadModelRunner } from './read-model-runner.js';

/** How long a command's answer waits for the read models that it affects, in milliseconds. */
const WAIT_MS = 5_000;
/** How long this instance may be behind another one in reading the log, in milliseconds. */
const TAIL_MS = 1_000;

export interface ReadModelHealth {
  name: string;
  state: 'live' | 'catching-up' | 'rebuilding' | 'halted' | 'failed-events';
  position: Position;
  /** The number of failed events. */
  failed: number;
  /** Progress of a rebuild, from 0 to 1; null if there is none. */
  progress: number | null;
  /** The problem; null if there is none. */
  error: string | null;
}

/** There is no read model with this name. */
export class UnknownReadModel extends Error {}

/**
 * Keeps every read model up to date, here or on another instance, and lets answers wait until read models contain their
 * changes.
 */
@Injectable()
export class ReadModels implements OnApplicationBootstrap, OnApplicationShutdown {
  /**
   * Reports the name of a read model whose rows have changed, on whichever instance, and whether any row may have,
   * because it was rebuilt or old events were applied.
   */
  readonly changes = new EventEmitter<{ changed: [name: string, whole: boolean] }>();
  private readonly log = new Logger('ReadModels');
  private readonly board = new PositionBoard();
  private readonly stopping = new AbortController();
  private readonly watch: CheckpointWatch;
  private runners: ReadModelRunner[] = [];
  private background: Promise<void> = Promise.resolve();

  constructor(
    private readonly registry: ProjectionRegistry,
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly leases: LeaseKeeper,
    private readonly tail: LogTail,
  ) {
    this.watch = new CheckpointWatch(
      db,
      clock,
      () => this.interest(),
      (now, before) => this.seen(now, before),
    );
  }

  onApplicationBootstrap(): void {
    const { db, store, clock, leases, tail } = this;
    if (leases.takes) tail.start();
    const deps = {
      db,
      store,
      // Read models that are rebuilt at the same time share a scan of the log.
      scan: new LogScan(store),
      tail,
      clock,
      leases,
      onChange: (name: string, whole: boolean) => this.changes.emit('changed', name, whole),
      onMove: (name: string, position: Position) => this.board.moved(name, position),
    };
    this.runners = this.registry.all().map((projection) => new ReadModelRunner(projection, deps));
    this.runners.forEach((runner) => runner.start());
    this.background = this.watch.run(this.stopping.signal);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.leases.stop();
    await this.tail.stop();
    await this.background;
  }

  /**
   * Waits until the named read models have reached a position; it does not wait for those that are halted or being
   * built.
   * @returns false if one of them has not reached it
   */
  async waitFor(position: Position, names: readonly string[], timeoutMs = WAIT_MS): Promise<boolean> {
    const halted = this.halted();
    const building = this.building(position);
    const isWaitedFor = (name: string) => !halted.has(name) && !building.has(name);
    const reached = Promise.all(
      names.map((name) => this.board.reached(name, position, isWaitedFor(name) ? timeoutMs : 0)),
    );
    if (this.interest() === 'awaited') this.watch.hurry();
    if ((await reached).every(Boolean)) return true;
    const behind = names.filter((name) => this.board.at(name) < position && !building.has(name));
    if (behind.length > 0) this.log.warn(`Read models are behind position ${position}: ${behind.join(', ')}`);
    return false;
  }

  private halted(): ReadonlySet<string> {
    return new Set(this.runners.filter(({ state }) => state === 'halted').map(({ projection }) => projection.name));
  }

  /**
   * Read models for which no answer waits, because their tables have another version until a rebuild ends, here or
   * elsewhere, or because they are many events behind.
   */
  private building(position: Position): ReadonlySet<string> {
    const isBuilding = ({ projection: { name, version } }: ReadModelRunner) => {
      const stored = this.watch.known.get(name);
      if (stored && stored.version < version) return true;
      const known = this.board.at(name);
      return known !== '' && distance(known, position) > BEHIND_MAX;
    };
    return new Set(this.runners.filter(isBuilding).map(({ projection }) => projection.name));
  }

  /** A read model's progress, as far as this instance knows; empty if it does not know yet. */
  positionOf(name: string): Position | '' {
    return this.board.at(name);
  }

  names(): string[] {
    return this.runners.map(({ projection }) => projection.name);
  }

  /**
   * The events that a read model has folded between two positions. An instance without background work starts following
   * the log with the first call. @returns null if it is more than `max`, or cannot be read yet
   */
  async folded(name: string, after: Position, to: Position, max: number): Promise<RecordedEvent[] | null> {
    const runner = this.runners.find(({ projection }) => projection.name === name);
    if (!runner) return null;
    this.tail.start();
    const types = new Set(runner.projection.events);
    for (const patience = Date.now() + TAIL_MS; ;) {
      const seen = this.tail.wakeUps.count;
      const { events, next, end } = await this.tail.read(after, types, max);
      if (next >= to) return events.filter(({ position }) => position <= to);
      // Another instance has folded events that this one has not read yet.
      if (!end || Date.now() >= patience) return null;
      await this.tail.wakeUps.wait(seen, 50, this.stopping.signal);
    }
  }

  /**
   * Rebuilds a read model (without a name: all of them) beside the live one, in the background.
   * @throws UnknownReadModel
   */
  rebuild(name?: string): void {
    const chosen = this.runners.filter(({ projection }) => name === undefined || projection.name === name);
    if (chosen.length === 0) throw new UnknownReadModel(`There is no read model ${name}`);
    chosen.forEach((runner) => runner.requestRebuild());
  }

  /** Retries a read model's failed events after the cause is fixed. @throws UnknownReadModel */
  async retryFailed(name: string): Promise<{ applied: number; stuck: number }> {
    const runner = this.runners.find(({ projection }) => projection.name === name);
    if (!runner) throw new UnknownReadModel(`There is no read model ${name}`);
    const result = await retryFailed(this.db, this.store, runner.projection);
    this.changes.emit('changed', name, true);
    return result;
  }

  report(): ReadModelHealth[] {
    return this.runners.map((runner) => {
      const { name } = runner.projection;
      const seen = this.watch.known.get(name);
      const failed = seen?.failed ?? 0;
      const progress =
        runner.progress ?? (seen?.rebuild ? progressOf(seen.rebuild.position, seen.rebuild.target) : null);
      return {
        name,
        state: this.stateOf(runner, failed, progress),
        position: this.board.at(name) || START,
        failed,
        progress,
        error: runner.problem ?? seen?.firstError ?? null,
      };
    });
  }

  /** Whether all tables have been filled once, as far as this instance knows; before that, they are empty. */
  areAllBuilt(): boolean {
    return this.names().every((name) => this.isBuilt(name));
  }

  /** Builds by this instance are known before they are seen in the database. */
  private isBuilt(name: string): boolean {
    const at = this.board.at(name);
    return this.watch.known.get(name)?.version === NEVER_BUILT ? at > START : at !== '';
  }

  private stateOf(runner: ReadModelRunner, failed: number, progress: number | null): ReadModelHealth['state'] {
    if (runner.state === 'halted') return 'halted';
    if (progress !== null) return 'rebuilding';
    if (runner.state === 'catching-up') return 'catching-up';
    // Nobody has begun yet, or the instance that had begun is gone.
    if (runner.state === 'standby' && !this.isBuilt(runner.projection.name)) return 'catching-up';
    return failed > 0 ? 'failed-events' : 'live';
  }

  private interest(): Interest {
    if (this.runners.every((runner) => runner.held)) return 'here';
    return this.board.waiting ? 'awaited' : 'elsewhere';
  }

  private seen(now: WatchedReadModel, before: WatchedReadModel | undefined): void {
    this.board.moved(now.name, now.position);
    const here = this.runners.find(({ projection }) => projection.name === now.name)?.held;
    if (here || !before || before.changed === now.changed) return;
    const whole = before.rebuild !== null || before.version !== now.version;
    this.changes.emit('changed', now.name, whole);
  }
}
