import type { BusinessDate } from '@tknest/contracts/events';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { noticeExpiry } from '../identity.decider.js';
import { identityFold } from '../identity.state.js';

const JOB = 'expiry-notices';
const EVERY_MS = 60_000;
const PAGE = 500;

/** Notifies verified people before their verification ends: once for each notice day, checked every business day. */
@Injectable()
export class ExpiryNotices implements OnApplicationBootstrap {
  private readonly log = new Logger('Verification');
  private told = '';

  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly calendar: BusinessCalendar,
    private readonly recorder: Recorder,
    private readonly jobs: Jobs,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.every(
      EVERY_MS,
      JOB,
      () => this.day(),
      (error) => this.log.error({ err: error }, 'The notices of ending verifications could not be created'),
    );
  }

  /** Sends today's notices, once a day. */
  async day(): Promise<void> {
    const today = await this.calendar.today();
    if (this.told === today) return;
    for (let after: string | null = ''; after !== null;) {
      const rows: { wallet: string }[] = await this.db.query(
        `select wallet from persons where wallet > $1 and 'verified' in (investor_status, landlord_status)
          order by wallet limit ${PAGE}`,
        [after],
      );
      for (const { wallet } of rows) await this.tell(wallet, today);
      after = rows.at(-1)?.wallet ?? null;
    }
    this.told = today;
  }

  private async tell(wallet: string, today: BusinessDate): Promise<void> {
    await this.recorder.decide(identityFold(wallet), (state) => noticeExpiry(wallet, today, state));
  }
}
