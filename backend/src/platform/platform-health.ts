import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from './clock/clock.js';
import { START } from './event-store/event-store.js';
import { distance, toSequence } from './event-store/positions.js';
import { STORED_LOG, type StoredLog } from './event-store/stored-log.js';
import { ProcessRunner } from './processes/process-runner.js';
import { ReadModels } from './projections/read-models.js';
import { consumersHalted, eventLog, processLag, readModelLag } from './telemetry/metrics.js';

/** The health of read models and processes; one is unhealthy if it makes no progress while the log grows. */
@Injectable()
export class PlatformHealth {
  /** The last head read, so that health can be reported while the database is unavailable. */
  private head = START;
  private started = false;
  private readonly lastMoves = new Map<string, { position: string; at: number }>();

  constructor(
    @Inject(STORED_LOG) private readonly stored: StoredLog,
    private readonly readModels: ReadModels,
    private readonly processes: ProcessRunner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async report() {
    this.head = await this.stored.head().catch(() => this.head);
    const readModels = this.readModels.report().map((one) => {
      const lag = distance(one.position, this.head);
      return { ...one, lag, stalledMs: this.stalledMs(one.name, one.position, lag) };
    });
    // Being ready once is enough: a lease that moves later is no reason to turn users away. During a rebuild the old
    // tables serve, except during the first build, when they are empty.
    this.started ||= this.readModels.areAllBuilt() && readModels.every(({ state }) => state !== 'catching-up');
    return {
      head: toSequence(this.head),
      log: this.stored.state(),
      started: this.started,
      readModels,
      processes: this.processes.report(),
    };
  }

  async measure(): Promise<void> {
    const { log, readModels, processes } = await this.report();
    eventLog.set({ store: log.store }, log.ready && log.problem === null ? 1 : 0);
    for (const { name, lag, state } of readModels) {
      readModelLag.set({ name }, lag);
      consumersHalted.set({ consumer: `read-model:${name}` }, state === 'halted' ? 1 : 0);
    }
    for (const { name, state, position } of processes) {
      consumersHalted.set({ consumer: `process:${name}` }, state === 'halted' ? 1 : 0);
      // An instance that waits for the lease knows where the process was when it last had it.
      processLag.set({ name }, state === 'waiting-for-lease' ? 0 : distance(position, this.head));
    }
  }

  /**
   * How long a read model has been behind without progress, according to earlier reports: a shrinking lag is no
   * problem.
   */
  private stalledMs(name: string, position: string, lag: number): number {
    const now = this.clock.now().getTime();
    const last = this.lastMoves.get(name);
    if (last && last.position === position && lag > 0) return now - last.at;
    this.lastMoves.set(name, { position, at: now });
    return 0;
  }
}
