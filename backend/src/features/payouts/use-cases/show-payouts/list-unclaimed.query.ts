import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PageQuery, UnclaimedView } from '@tknest/contracts/api';
import { daysBetween, parseRlusd, toDecimal, toNumber, type Day } from '@tknest/contracts/money';
import { propertyName } from '@tknest/contracts/words';
import { DataSource } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { csvFile, type Columns } from '#platform/http/csv.js';
import { SessionQuery } from '#platform/sessions/of-session.js';
import type { Session } from '#platform/sessions/session.js';
import { pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';
import { Residences } from '#features/identity/module.public.js';
import { toldReason, viewer } from './payout-row.js';

/** Unclaimed lines, oldest first: the caller's own, or everybody's for the office. */
export class ListUnclaimed extends SessionQuery<PageQuery, PageOf<UnclaimedView>> {}

/** Everybody's unclaimed lines of a year as CSV, with where their owners live: each of these views is recorded. */
export class ExportUnclaimed extends Query<AsyncIterable<string>> {
  constructor(
    readonly session: Session,
    readonly year: string,
  ) {
    super();
  }
}

@QueryHandler(ListUnclaimed)
export class ListUnclaimedHandler implements IQueryHandler<ListUnclaimed> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ session, asked }: ListUnclaimed): Promise<PageOf<UnclaimedView>> {
    const { limit, offset } = pageOf(asked);
    const rows: Record<string, any>[] = await this.db.query(
      `select wallet, run_id, property_id, name as property_name, amount::text as amount, reason, unclaimed_on as since
       from payout_lines left join property_names using (property_id)
       where status = 'unclaimed' and ($1 or wallet = $2) order by unclaimed_on, run_id, wallet offset $3 limit $4`,
      [...viewer(session), offset, limit + 1],
    );
    return pageFrom(
      rows,
      limit,
      (row) => view(row, session),
      () => offset + limit,
    );
  }
}

const view = (row: Record<string, any>, session: Session): UnclaimedView => ({
  wallet: row.wallet,
  runId: row.run_id,
  propertyId: row.property_id,
  propertyName: row.property_name,
  amount: toNumber(parseRlusd(row.amount)),
  reason: toldReason(row.reason, session),
  since: row.since,
});

type Row = Record<'wallet' | 'run_id' | 'reason' | 'amount', string> & {
  property_id: number | null;
  property_name: string | null;
  since: Day;
  residence: string;
};
const CSV_COLUMNS: Columns<Row & { age: number }> = {
  Wallet: ({ wallet }) => wallet,
  Residence: ({ residence }) => residence,
  Property: ({ property_id: id, property_name: name }) => (id === null ? null : propertyName({ id, name })),
  Run: ({ run_id }) => run_id,
  Reason: ({ reason }) => reason,
  'Amount (RLUSD)': ({ amount }) => toDecimal(parseRlusd(amount)),
  'Unclaimed since': ({ since }) => since,
  'Age (days)': ({ age }) => age,
};

@QueryHandler(ExportUnclaimed)
export class ExportUnclaimedHandler implements IQueryHandler<ExportUnclaimed> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly calendar: BusinessCalendar,
    private readonly residences: Residences,
  ) {}

  /** What was unclaimed on the last day of the year, or is today, and still is. */
  async execute({ session, year }: ExportUnclaimed): Promise<AsyncIterable<string>> {
    const today = await this.calendar.today();
    const end: Day = `${year}-12-31` as Day;
    const asOf = end < today ? end : today;
    const after = async (last: Row | undefined, limit: number): Promise<Row[]> => {
      const rows: Row[] = await this.db.query(
        `select wallet, run_id, property_id, name as property_name, amount::text as amount, reason, unclaimed_on as since
         from payout_lines left join property_names using (property_id)
         where status = 'unclaimed' and unclaimed_on <= $1 and (unclaimed_on, run_id, wallet) > ($2, $3, $4)
         order by unclaimed_on, run_id, wallet limit $5`,
        [asOf, last?.since ?? '', last?.run_id ?? '', last?.wallet ?? '', limit],
      );
      const lived = await this.residences.of(session, [...new Set(rows.map(({ wallet }) => wallet))]);
      return rows.map((row) => ({ ...row, residence: lived.get(row.wallet) ?? '' }));
    };
    return csvFile(CSV_COLUMNS, after, (row) => ({ ...row, age: daysBetween(row.since, asOf) }));
  }
}
