import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { CLOCK, type Clock } from '../clock/clock.js';
import { metrics } from '../telemetry/metrics.js';
import { covers } from './ledger-history.js';

/**
 * Ledgers that the nodes of XRPL_URL must keep: a day's worth at four seconds each, so that the program can catch up
 * after a downtime.
 */
const REQUIRED_LEDGERS = 21_600;
/** A gap older than this needs a person, in milliseconds. */
const GAP_TOLERANCE_MS = 600_000;

const seconds = new Gauge({
  name: 'ledger_history_gap_seconds',
  help: 'How long something has been waiting for ledgers that no node has',
  labelNames: ['what'] as const,
  registers: [metrics],
});

export interface Gap {
  /** What is waiting, by a stable name. */
  what: string;
  fromLedger: number;
  toLedger: number;
  ageMs: number;
}

/** Waits for ledgers that no node has. They are reported, and block only what needs them. */
@Injectable()
export class HistoryGaps {
  private readonly gaps = new Map<string, { from: number; to: number; since: number }>();
  private tooShort: string | null = null;

  constructor(@Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>) {}

  waits(what: string, from: number, to: number): void {
    const since = this.gaps.get(what)?.since ?? this.clock.now().getTime();
    this.gaps.set(what, { from, to, since });
    seconds.set({ what }, (this.clock.now().getTime() - since) / 1000);
  }

  goesOn(what: string): void {
    if (this.gaps.delete(what)) seconds.remove({ what });
  }

  /** Gaps that somebody must close. */
  old(): Gap[] {
    const now = this.clock.now().getTime();
    return [...this.gaps]
      .map(([what, { from, to, since }]) => ({ what, fromLedger: from, toLedger: to, ageMs: now - since }))
      .filter(({ ageMs }) => ageMs > GAP_TOLERANCE_MS);
  }

  /**
   * Compares what a node keeps with what is required of it. @param first the ledger that the log begins with
   * @returns what is wrong, or null
   */
  judge(completeLedgers: string, first: number, validated: number): string | null {
    const from = Math.max(first, validated - REQUIRED_LEDGERS);
    this.tooShort = covers(completeLedgers, from, validated)
      ? null
      : `The ledger node keeps ${completeLedgers}, and ${from}-${validated} is required. ` +
        'Add a node with more history to XRPL_URL, or set ledger_history of this one.';
    return this.tooShort;
  }

  /** One line for readiness; null if nothing is wrong. */
  problem(): string | null {
    const waiting = this.old().map(
      ({ what, fromLedger, toLedger }) => `${what} waits for ledgers ${fromLedger}-${toLedger}, which no node holds.`,
    );
    return [...waiting, ...(this.tooShort ? [this.tooShort] : [])].join(' ') || null;
  }
}
