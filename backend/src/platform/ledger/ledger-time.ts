import { Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { beforeScrape, metrics } from '../telemetry/metrics.js';
import type { Clock } from '../clock/clock.js';

/**
 * The largest accepted difference between this machine's clock and the ledger's, in milliseconds; a larger one is
 * reported.
 */
export const CLOCK_TOLERANCE_MS = 120_000;
/** 2000-01-01T00:00:00Z, from which the ledger counts seconds (xrpl.org, "Basic Data Types", "Specifying Time"). */
const LEDGER_EPOCH_MS = 946_684_800_000;
/** @param closeTime seconds since 2000-01-01 */
export const momentOf = (closeTime: number): Date => new Date(LEDGER_EPOCH_MS + closeTime * 1000);

const differs = new Gauge({
  name: 'clock_difference_seconds',
  help: "Seconds by which this machine's clock is ahead of the ledger's close times; absent in the sandbox",
  registers: [metrics],
});

/**
 * The time that validators agree on. Close times have a resolution of 10 s and are known a few seconds late (xrpl.org,
 * "Ledger Close Times"). In the sandbox, the ledger's time is a clock of its own and is not used.
 */
export class LedgerTime {
  private readonly log = new Logger('Clock');
  private last: Date | null = null;
  /** The ledger's time, and the process's stopwatch at that moment. */
  private heard: { at: Date; stopwatch: number } | null = null;
  private warned = false;

  /** @param stopwatch milliseconds, unaffected by changes of the machine's clock */
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly stopwatch: () => number = () => performance.now(),
  ) {}

  /** Registers the metric. */
  publish(): void {
    beforeScrape.add(async () => {
      const ms = this.differsMs();
      if (ms !== null) differs.set(ms / 1000);
    });
  }

  /**
   * A ledger was validated. A node may report an older one than another node did, so only the newest counts.
   * @param closeTime seconds since 2000-01-01
   * @param isNews whether it closed just now, so that this machine's clock can be compared with it
   */
  hear(closeTime: number, isNews: boolean): void {
    const at = momentOf(closeTime);
    if (this.last !== null && at < this.last) return;
    this.last = at;
    if (!isNews) return;
    this.heard = { at, stopwatch: this.stopwatch() };
    this.complain();
  }

  /** Close time of the last validated ledger; null until a node has reported one. */
  get closedAt(): Date | null {
    return this.last;
  }

  /** How far this machine's clock is ahead of the ledger's, in milliseconds; null if unknown. */
  differsMs(): number | null {
    if (!this.heard) return null;
    return this.clock.now().getTime() - this.heard.at.getTime() - (this.stopwatch() - this.heard.stopwatch);
  }

  /** The problem that an operator must solve, or null. */
  problem(): string | null {
    const ms = this.differsMs();
    if (ms === null || Math.abs(ms) <= CLOCK_TOLERANCE_MS) return null;
    const seconds = Math.round(Math.abs(ms) / 1000);
    return (
      `This machine's clock is ${seconds} s ${ms > 0 ? 'ahead of' : 'behind'} the last validated ledger. ` +
      'Correct the clock, or check whether the ledger node is in sync.'
    );
  }

  private complain(): void {
    const problem = this.problem();
    if (problem && !this.warned) this.log.error(problem);
    this.warned = problem !== null;
  }
}

/** Nest's token for it; null in the sandbox. */
export const LEDGER_TIME = Symbol('LedgerTime');
