import { Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Day } from '@tknest/contracts/money';
import type { BusinessCalendar } from './business-calendar.js';
import type { Jobs } from '../consumers/jobs.js';

const EVERY_MS = 60_000;

/** Work of each business day, done once on one instance; a day whose work failed is tried again. */
export abstract class DailyJob implements OnApplicationBootstrap {
  private done: Day | null = null;

  /** @param job its lease's name, and what its log says if the work of a day failed */
  constructor(
    private readonly job: { name: string; failure: string },
    private readonly calendar: BusinessCalendar,
    private readonly jobs: Jobs,
  ) {}

  /** The work of a day; it may be done again after a restart. */
  protected abstract work(today: Day): Promise<void>;

  onApplicationBootstrap(): void {
    const { name, failure } = this.job;
    const log = new Logger(name);
    this.jobs.every(
      EVERY_MS,
      name,
      () => this.day(),
      (error) => log.error({ err: error }, failure),
    );
  }

  async day(): Promise<void> {
    const today = await this.calendar.today();
    if (this.done === today) return;
    await this.work(today);
    this.done = today;
  }
}
