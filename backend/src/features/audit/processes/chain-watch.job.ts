import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Gauge } from 'prom-client';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { beforeScrape, metrics } from '#platform/telemetry/metrics.js';
import { CHAIN_WATCH, ChainWatch } from '../chain-watch.js';

const EVERY_MS = 60_000;

const altered = new Gauge({
  name: 'log_altered',
  help: '1 while an event of the log is not as it was written, or missing',
  registers: [metrics],
});
const age = new Gauge({
  name: 'log_verified_age_seconds',
  help: 'Time since all events of the log were last verified from the first one; until then, since the first check began',
  registers: [metrics],
});

/** One instance verifies the chain continuously; every instance reports what was found. */
@Injectable()
export class ChainWatchJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('ChainWatch');
  private looking: Promise<void> | null = null;
  private readonly measuring = async () => {
    const { altered: isAltered, wholeSince } = await this.watch.measured();
    const now = this.clock.now().getTime();
    altered.set(isAltered ? 1 : 0);
    age.set(wholeSince ? Math.max(0, (now - wholeSince.getTime()) / 1_000) : 0);
  };

  constructor(
    private readonly watch: ChainWatch,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.enlist(CHAIN_WATCH);
    beforeScrape.add(this.measuring);
  }

  async onApplicationShutdown(): Promise<void> {
    beforeScrape.delete(this.measuring);
    await this.looking;
  }

  /** No second check begins while one takes longer than a minute. */
  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    this.looking ??= this.jobs
      .once(CHAIN_WATCH, () => this.watch.look())
      .catch((error: unknown) => this.logger.error({ err: error }, 'The chain could not be verified; retrying'))
      .finally(() => (this.looking = null));
    await this.looking;
  }
}
