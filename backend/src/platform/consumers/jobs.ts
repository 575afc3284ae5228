import { Inject, Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock/clock.js';
import { POOL } from '../database/pool.js';
import { LeaseKeeper } from './leases.js';

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

export interface JobRun {
  at: Date;
  /** What the job left for all instances to tell. */
  result: any;
}

/** Jobs on a schedule: every instance's clock asks, one instance does them. */
@Injectable()
export class Jobs {
  constructor(
    private readonly leases: LeaseKeeper,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SchedulerRegistry) private readonly timers: Pick<SchedulerRegistry, 'addInterval'>,
  ) {}

  /** From now on this instance does the job where no other one does. */
  enlist(name: string): void {
    this.leases.want(`job:${name}`, untilAborted);
  }

  /**
   * Does the job's work every so often where this instance is the one that does it, until the program ends. No turn
   * begins while the one before it takes.
   * @param complain is told why a turn failed; the next one tries again. It must not fail itself
   */
  every(everyMs: number, name: string, work: () => Promise<unknown>, complain: (error: unknown) => void): void {
    this.enlist(name);
    let working: Promise<void> | null = null;
    const turn = () => {
      working ??= this.once(name, work)
        .catch(complain)
        .finally(() => (working = null));
    };
    this.timers.addInterval(`job:${name}`, setInterval(turn, everyMs));
  }

  /** Does the job's work where this instance is the one that does it. */
  async once(name: string, work: () => Promise<unknown>): Promise<void> {
    if (this.leases.holds(`job:${name}`)) await work();
    else this.enlist(name);
  }

  /** Writes down that a job was done, wherever it was, for every instance to tell. */
  async note(name: string, result: object): Promise<void> {
    await this.pool.query(
      `insert into platform.job_runs (name, at, result) values ($1, $2, $3)
       on conflict (name) do update set at = excluded.at, result = excluded.result`,
      [name, this.clock.now(), JSON.stringify(result)],
    );
  }

  /** When a job was done last, by any instance; null where it never was. */
  async last(name: string): Promise<JobRun | null> {
    const { rows } = await this.pool.query('select at, result from platform.job_runs where name = $1', [name]);
    return rows[0] ?? null;
  }
}
