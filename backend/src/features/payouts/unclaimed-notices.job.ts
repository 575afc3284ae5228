import type { BusinessDate } from '@tknest/contracts/events';
import { addDays } from '@tknest/contracts/money';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { DailyJob } from '#platform/calendar/daily-job.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { batchFold } from './runs/batch.state.js';
import { NOTICE_DAYS, noticeAge } from './runs/unclaimed-age.js';

const JOB = {
  name: 'unclaimed-notices',
  failure: 'The notices of unclaimed money could not be created',
};
const PAGE = 500;

interface Row {
  run_id: string;
  batch: string;
  wallet: string;
  unclaimed_on: BusinessDate;
}

/** Tells the owners of unclaimed money how long it has waited: once for each notice day, checked every business day. */
@Injectable()
export class UnclaimedNotices extends DailyJob {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    calendar: BusinessCalendar,
    private readonly recorder: Recorder,
    jobs: Jobs,
  ) {
    super(JOB, calendar, jobs);
  }

  /** The rows only find lines: each batch decides which notices are due. */
  protected async work(today: BusinessDate): Promise<void> {
    for (let last: Row | undefined, full = true; full;) {
      const rows: Row[] = await this.db.query(
        `select run_id, batch, wallet, unclaimed_on from payout_lines
         where status = 'unclaimed' and unclaimed_on <= $1 and (run_id, wallet) > ($2, $3)
         order by run_id, wallet limit ${PAGE}`,
        [addDays(today, -NOTICE_DAYS[0]), last?.run_id ?? '', last?.wallet ?? ''],
      );
      for (const { run_id, batch, wallet, unclaimed_on: since } of rows)
        await this.recorder.decide(batchFold(run_id, batch), (state) => noticeAge({ wallet, since, today }, state));
      full = rows.length === PAGE;
      last = rows.at(-1);
    }
  }
}
