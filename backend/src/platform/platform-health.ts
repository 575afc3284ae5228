import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from './event-store/event-store.js';
import { ProcessRunner } from './processes/process-runner.js';
import { ReadModels } from './projections/read-models.js';
import { readModelLag } from './telemetry/metrics.js';

/** How read models and processes stand; unhealthy is what does not move while the log does. */
@Injectable()
export class PlatformHealth {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly readModels: ReadModels,
    private readonly processes: ProcessRunner,
  ) {}

  async report() {
    const head = Number(await this.store.head());
    const readModels = this.readModels.report().map((one) => ({ ...one, lag: Math.max(0, head - Number(one.position)) }));
    return { head, started: readModels.every(({ state }) => state !== 'catching-up'), readModels, processes: this.processes.report() };
  }

  async measure(): Promise<void> {
    for (const { name, lag } of (await this.report()).readModels) readModelLag.set({ name }, lag);
  }
}
