import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { EVENT_STORE, START, type EventStore } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import { beforeScrape, metrics } from '#platform/telemetry/metrics.js';
import { AnchorBook } from './anchor-book.js';
import { lateAfterMs, newestAnchored } from './anchor-schedule.js';

const PAGE = 200;
/** Streams to which anchoring itself writes: the anchor, and the tickets of the account that signs it. */
const ITS_OWN = /^(anchor-|account-issuer$)/;

const seconds = new Gauge({
  name: 'log_anchor_age_seconds',
  help: 'Age of the newest anchor of the log that a validated ledger holds; 0 while nothing was recorded since',
  registers: [metrics],
});

/** How long ago the log was anchored, and whether it has grown since. */
@Injectable()
export class AnchorAge implements OnModuleInit, OnApplicationShutdown {
  private readonly measuring = async () => seconds.set((await this.ageMs()) / 1_000);

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'anchorEveryMinutes'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly book: AnchorBook,
  ) {}

  onModuleInit(): void {
    beforeScrape.add(this.measuring);
  }

  onApplicationShutdown(): void {
    beforeScrape.delete(this.measuring);
  }

  /** Whether anything but anchors was recorded since the newest one that did not fail. */
  async hasGrown(): Promise<boolean> {
    const newest = (await this.book.all()).findLast(({ state }) => state.phase !== 'failed');
    return (await this.firstSince(newest?.state.position ?? 0)) !== null;
  }

  /** How long the log has had events that no anchor covers, in milliseconds; 0 if there are none. */
  async ageMs(): Promise<number> {
    const newest = newestAnchored(await this.book.all());
    const first = await this.firstSince(newest?.state.position ?? 0);
    return first === null ? 0 : Math.max(0, this.clock.now().getTime() - (newest?.at ?? first).getTime());
  }

  /** The problem to report once the newest anchor is three intervals old; null before. */
  async problem(): Promise<string | null> {
    const age = await this.ageMs();
    if (age < lateAfterMs(this.config.anchorEveryMinutes)) return null;
    return `The log has not been anchored on the ledger for ${Math.round(age / 60_000)} minutes`;
  }

  /** When the first event after this one was recorded that is not about anchoring; null if there is none. */
  private async firstSince(position: number): Promise<Date | null> {
    for (let after = position === 0 ? START : toPosition(position); ;) {
      const { events, next, end } = await this.store.readAll(after, { limit: PAGE });
      const found = events.find(({ stream }) => !ITS_OWN.test(stream));
      if (found) return new Date(found.at);
      if (end) return null;
      after = next;
    }
  }
}
