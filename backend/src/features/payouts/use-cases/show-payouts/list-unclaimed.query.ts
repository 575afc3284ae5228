import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PageQuery, UnclaimedView } from '@tknest/contracts/api';
import { daysBetween, parseRlusd, toDecimal, toNumber, type Day } from '@tknest/contracts/money';
import { propertyName } from '@tknest/contracts/words';
import { DataSource } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { csvFile } from '#platform/http/csv.js';
import type { Session } from '#platform/sessions/session.js';
import { pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';
import { Residences } from '#features/identity/module.public.js';
import { toldReason, viewer } from './payout-row.js';

/** Unclaimed lines, oldest first: the caller's own, or everybody's for the office. */
export class ListUnclaimed extends Query<PageOf<UnclaimedView>> {
  constructor(
    readonly session: Session,
    readonly asked: PageQuery,
  ) {
    super();
  }
}

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

const COLUMNS = [
  'Wallet',
  'Residence',
  'Property',
  'Run',
  'Reason',
  'Amount (RLUSD)',
  'Unclaimed since',
  'Age (days)',
] as const;
type Row = Record<'wallet' | 'run_id' | 'reason' | 'amount', string> & {
  property_id: number | null;
  property_name: string | null;
  since: Day;
  residence: string;
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
    return csvFile(COLUMNS, after, (row) => [
      row.wallet,
      row.residence,
      row.property_id === null ? '' : propertyName({ id: row.property_id, name: row.property_name }),
      row.run_id,
      row.reason,
      toDecimal(parseRlusd(row.amount)),
      row.since,
      String(daysBetween(row.since, asOf)),
    ]);
  }
}
