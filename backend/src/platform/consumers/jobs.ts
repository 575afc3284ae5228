import { Inject, Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock/clock.js';
import { POOL } from '../database/pool.js';
import { LeaseKeeper } from './leases.js';

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/**
 * A run that takes longer than this many intervals is hanging, for example on a dead connection (TypeORM's have no
 * timeout). Because it keeps its lease, no other instance would do the job either.
 */
const TURNS_MISSED_MAX = 60;

export interface JobRun {
  at: Date;
  /** The job's result, for all instances to report. */
  result: any;
}

/** Jobs on a schedule: every instance has the schedule, one instance does the job. */
@Injectable()
export class Jobs {
  private readonly log = new Logger('Jobs');

  constructor(
    private readonly leases: LeaseKeeper,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SchedulerRegistry) private readonly timers: Pick<SchedulerRegistry, 'addInterval'>,
  ) {}

  /** From now on this instance does the job unless another one does. */
  enlist(name: string): void {
    this.leases.want(`job:${name}`, untilAborted);
  }

  /**
   * Runs a job at an interval on the instance that holds its lease, until the program ends. No run begins while the
   * previous one is in progress, unless that one has missed so many intervals that it must be hanging.
   * @param complain receives the error of a failed run; the next run tries again
   */
  every(everyMs: number, name: string, work: () => Promise<unknown>, complain: (error: unknown) => void): void {
    this.enlist(name);
    const tell = (error: unknown) => {
      try {
        complain(error);
      } catch (failure) {
        this.log.error({ err: failure }, `The job ${name} failed, and the failure could not be reported`);
      }
    };
    let underWay: object | null = null;
    let missed = 0;
    const turn = async () => {
      if (underWay && ++missed < TURNS_MISSED_MAX) return;
      if (underWay)
        tell(
          new Error(
            `The job ${name} has missed ${missed} turns; the next one begins although the last one has not ended`,
          ),
        );
      missed = 0;
      const own = (underWay = {});
      await this.once(name, work).catch(tell);
      if (underWay === own) underWay = null;
    };
    const timer = setInterval(() => void turn(), everyMs);
    try {
      this.timers.addInterval(`job:${name}`, timer);
    } catch (error) {
      clearInterval(timer);
      throw error;
    }
  }

  /** Does the job if this instance holds its lease. */
  async once(name: string, work: () => Promise<unknown>): Promise<void> {
    if (this.leases.holds(`job:${name}`)) await work();
    else this.enlist(name);
  }

  /** Records that a job was done and its result, so that every instance can report it. */
  async note(name: string, result: object): Promise<void> {
    await this.pool.query(
      `insert into platform.job_runs (name, at, result) values ($1, $2, $3)
       on conflict (name) do update set at = excluded.at, result = excluded.result`,
      [name, this.clock.now(), JSON.stringify(result)],
    );
  }

  /** When any instance last did the job; null if none ever did. */
  async last(name: string): Promise<JobRun | null> {
    const { rows } = await this.pool.query('select at, result from platform.job_runs where name = $1', [name]);
    return rows[0] ?? null;
  }
}
