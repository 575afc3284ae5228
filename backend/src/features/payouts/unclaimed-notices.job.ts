import type { BusinessDate } from '@tknest/contracts/events';
import { addDays } from '@tknest/contracts/money';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { batchFold } from './runs/batch.state.js';
import { NOTICE_DAYS, noticeAge } from './runs/unclaimed-age.js';

const JOB = 'unclaimed-notices';
const EVERY_MS = 60_000;
const PAGE = 500;

interface Row {
  run_id: string;
  batch: string;
  wallet: string;
  unclaimed_on: BusinessDate;
}

/** Tells the owners of unclaimed money how long it has waited: once for each notice day, checked every business day. */
@Injectable()
export class UnclaimedNotices implements OnApplicationBootstrap {
  private readonly log = new Logger('UnclaimedPayouts');
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
      (error) => this.log.error({ err: error }, 'The notices of unclaimed money could not be created'),
    );
  }

  /** Sends today’s notices, once a day. The rows only find lines: each batch decides which notices are due. */
  async day(): Promise<void> {
    const today = await this.calendar.today();
    if (this.told === today) return;
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
    this.told = today;
  }
}
