import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Clock } from '../clock/clock.js';
import type { LeaseKeeper } from '../consumers/leases.js';
import type { LogTail } from '../consumers/log-tail.js';
import { START, type EventStore, type Position } from '../event-store/event-store.js';
import { distance, toSequence } from '../event-store/positions.js';
import { Checkpoints, NEVER_BUILT } from './checkpoint.js';
import { ProjectionLoop, Superseded } from './projection-loop.js';
import type { Projection } from './projection.js';
import type { LogScan } from './log-scan.js';
import { RebuildCheckpoint } from './rebuild-checkpoint.js';
import { isOutage, rebuild } from './rebuild.js';

/**
 * A read model that is more events behind than this cannot catch up while somebody waits, so a new one is built first.
 */
export const BEHIND_MAX = 20_000;
const VERSION_POLL_MS = 250;
const REBUILD_RETRY_MS = 15_000;
/** How often a rebuild reports to other instances that it is alive, and its progress. */
const REBUILD_BEAT_MS = 500;

export interface RunnerDeps {
  db: DataSource;
  store: EventStore;
  scan: LogScan;
  tail: LogTail;
  clock: Clock;
  leases: LeaseKeeper;
  /** @param whole any of its rows may have changed */
  onChange(name: string, whole: boolean): void;
  onMove(name: string, position: Position): void;
}

export type RunnerState = 'standby' | 'catching-up' | 'live' | 'rebuilding' | 'halted';

/**
 * One read model in one process: follows the log while this instance has the lease; rebuilds the tables beside the live
 * ones if the program's version is newer, or on request.
 */
export class ReadModelRunner {
  /** Why it cannot run at all; null if it can. */
  private blocked: string | null = null;
  private failedRebuild: string | null = null;
  /** Whether a requested rebuild has not begun yet. */
  private asked = false;
  /** Whether this instance is rebuilding, or about to check whether it must. */
  private isRebuildWanted = false;
  private rebuilding: { position: Position; target: Position } | null = null;
  private readonly loop: ProjectionLoop;
  private readonly log: Logger;
  private readonly checkpoints: Checkpoints;

  constructor(
    readonly projection: Projection,
    private readonly deps: RunnerDeps,
  ) {
    const { name } = projection;
    this.log = new Logger(`ReadModel:${name}`);
    this.checkpoints = new Checkpoints(deps.db);
    this.loop = new ProjectionLoop(projection, {
      ...deps,
      onChange: () => deps.onChange(name, false),
      onMove: (position) => deps.onMove(name, position),
    });
  }

  start(): void {
    this.deps.leases.want(this.lease, (signal) => this.whileLeased(signal));
    this.wantRebuild();
  }

  /** Requests a rebuild, which begins as soon as no other instance is doing one. */
  requestRebuild(): void {
    if (this.rebuilding) return;
    this.asked = true;
    this.wantRebuild();
  }

  get held(): boolean {
    return this.deps.leases.holds(this.lease);
  }

  get state(): RunnerState {
    if (this.rebuilding) return 'rebuilding';
    if (this.blocked) return 'halted';
    return this.held ? this.loop.state : 'standby';
  }

  get problem(): string | null {
    return this.blocked ?? this.loop.error ?? this.failedRebuild;
  }

  /** Progress of a rebuild, from 0 to 1; null if there is none. */
  get progress(): number | null {
    return this.rebuilding && progressOf(this.rebuilding.position, this.rebuilding.target);
  }

  private get lease(): string {
    return `read-model:${this.projection.name}`;
  }

  private async whileLeased(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const version = await this.storedVersion();
      if (version === this.projection.version) {
        this.blocked = null;
        await this.loop.run(signal).catch((error: unknown) => {
          if (!(error instanceof Superseded)) throw error;
        });
      } else if (version > this.projection.version) {
        // A newer program was deployed: this one must not change its tables, and releases the lease to an instance that
        // may.
        this.blocked = `the read model is of version ${version}, this program's is ${this.projection.version}`;
        return this.deps.leases.unwant(this.lease);
      } else {
        // The rebuild is in progress, here or elsewhere, or an older program has restored its own version.
        if (!this.isRebuildWanted) this.wantRebuild();
        await this.deps.clock.sleep(VERSION_POLL_MS, signal);
      }
    }
  }

  /** A new read model over a long log is built like one with a new version, with a shared scan of the log. */
  private async storedVersion(): Promise<number> {
    const found = await this.checkpoints.find(this.projection);
    if (found) return found.version;
    const isLong = distance(START, await this.deps.store.head()) > BEHIND_MAX;
    return (await this.checkpoints.read(this.projection, isLong ? NEVER_BUILT : this.projection.version)).version;
  }

  /** A request that arrives during this check is included: the holder of the lease is not asked again. */
  private async needsRebuild(): Promise<boolean> {
    const version = await this.storedVersion();
    // A newer program is running too: the tables are in its version.
    if (version > this.projection.version) return (this.asked = false);
    // A requested rebuild that was interrupted.
    const isOpen = await RebuildCheckpoint.isOpen(this.deps.db, this.projection);
    return this.asked || version < this.projection.version || isOpen;
  }

  private wantRebuild(): void {
    this.isRebuildWanted = true;
    const lease = `rebuild:${this.projection.name}`;
    this.deps.leases.want(lease, async (signal) => {
      while (!signal.aborted && (await this.needsRebuild())) {
        this.asked = false;
        try {
          await this.rebuild(signal);
          this.failedRebuild = this.blocked = null;
        } catch (error) {
          if (signal.aborted) return;
          const version = await this.storedVersion();
          // Following the log records as failed those events that cannot be applied, whereas a failed first build would
          // leave nothing.
          const isToFollow = version === NEVER_BUILT && !isOutage(error);
          if (isToFollow && !(await RebuildCheckpoint.isOpen(this.deps.db, this.projection))) {
            await this.checkpoints.followInstead(this.projection);
            this.log.error({ err: error }, 'The first build failed; the read model follows the log from its start');
            continue;
          }
          this.failedRebuild = `the rebuild failed: ${(error as Error).message}`;
          if (version !== this.projection.version) this.blocked = this.failedRebuild;
          this.log.error({ err: error }, 'The rebuild failed; the live read model stays as it is');
          await this.deps.clock.sleep(REBUILD_RETRY_MS, signal);
        }
      }
      if (signal.aborted) return;
      this.isRebuildWanted = false;
      this.deps.leases.unwant(lease);
    });
  }

  private async rebuild(signal: AbortSignal): Promise<void> {
    const { db, store, scan } = this.deps;
    const { name } = this.projection;
    const target = await store.head();
    let position = START;
    this.rebuilding = { position, target };
    this.log.log(`Rebuilding beside the live one, up to ${target}`);
    let isBeating = false;
    let beaten: Promise<unknown> = Promise.resolve();
    const beat = () => {
      if (isBeating) return;
      isBeating = true;
      beaten = db
        .query(BEAT, [name, position, target])
        .catch(() => {})
        .finally(() => (isBeating = false));
    };
    beat();
    // On a timer and not with each page, because a page may take long, and a rebuild that reports nothing counts as
    // dead.
    const timer = setInterval(beat, REBUILD_BEAT_MS);
    try {
      const reached = await rebuild(db, store, this.projection, {
        signal,
        scan,
        onProgress: (reached) => {
          position = reached;
          this.rebuilding = { position, target };
        },
      });
      this.log.log(`Rebuilt, and live from ${reached}`);
      this.deps.onMove(name, reached);
      this.deps.onChange(name, true);
    } finally {
      this.rebuilding = null;
      clearInterval(timer);
      await beaten;
      await db.query('delete from platform.projection_rebuilds where name = $1', [name]).catch(() => {});
    }
  }
}

export const progressOf = (position: Position, target: Position): number =>
  toSequence(target) === 0 ? 1 : Math.min(1, toSequence(position) / toSequence(target));

const BEAT = `insert into platform.projection_rebuilds (name, position, target) values ($1, $2, $3)
  on conflict (name) do update set position = excluded.position, target = excluded.target, beat_at = now()`;
