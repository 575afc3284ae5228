import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ComplianceSummary } from '@tknest/contracts/api';
import { DESK } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';

/** The desk's workload, counted over every case. @param officer the officer whose own cases are counted */
export class CountComplianceCases extends Query<ComplianceSummary> {
  constructor(readonly officer: string) {
    super();
  }
}

@QueryHandler(CountComplianceCases)
export class CountComplianceCasesHandler implements IQueryHandler<CountComplianceCases> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly calendar: BusinessCalendar,
  ) {}

  async execute({ officer }: CountComplianceCases): Promise<ComplianceSummary> {
    const [now, today] = [await this.calendar.now(), await this.calendar.today()];
    const since = new Date(now.getTime() - DESK.medianDays * 24 * 3_600_000).toISOString();
    const [row] = await this.db.query(COUNT, [officer, today, since]);
    return { ...row, medianMinutes: row.medianMinutes === null ? null : Math.round(row.medianMinutes) };
  }
}

const COUNT = `
select count(*) filter (where state <> 'decided')::int                            as "open",
       count(*) filter (where state = 'open')::int                                as "toReview",
       count(*) filter (where state = 'asked')::int                               as "asked",
       count(*) filter (where state = 'second-approval')::int                     as "secondApproval",
       count(*) filter (where state <> 'decided' and promise_by < $2)::int        as "overdue",
       count(*) filter (where state <> 'decided' and assignee = $1)::int          as "mine",
       (percentile_cont(0.5) within group (
          order by extract(epoch from decided_at::timestamptz - opened_at::timestamptz) / 60)
        filter (where decided_at >= $3))::float8                                  as "medianMinutes"
  from compliance_cases`;
