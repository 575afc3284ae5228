import type { BusinessDate } from '@tknest/contracts/events';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { DailyJob } from '#platform/calendar/daily-job.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { noticeExpiry } from '../identity.decider.js';
import { identityFold } from '../identity.state.js';

const JOB = {
  name: 'expiry-notices',
  failure: 'The notices of ending verifications could not be created',
};
const PAGE = 500;

/** Notifies verified people before their verification ends: once for each notice day, checked every business day. */
@Injectable()
export class ExpiryNotices extends DailyJob {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    calendar: BusinessCalendar,
    private readonly recorder: Recorder,
    jobs: Jobs,
  ) {
    super(JOB, calendar, jobs);
  }

  protected async work(today: BusinessDate): Promise<void> {
    for (let after: string | null = ''; after !== null;) {
      const rows: { wallet: string }[] = await this.db.query(
        `select wallet from persons where wallet > $1 and 'verified' in (investor_status, landlord_status)
          order by wallet limit ${PAGE}`,
        [after],
      );
      for (const { wallet } of rows)
        await this.recorder.decide(identityFold(wallet), (state) => noticeExpiry(wallet, today, state));
      after = rows.at(-1)?.wallet ?? null;
    }
  }
}
