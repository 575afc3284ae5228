import type { BusinessDate } from '@tknest/contracts/events';
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ComplianceCaseRow, ComplianceCasesQuery, ComplianceCasesSearch } from '@tknest/contracts/api';
import { daysBetween } from '@tknest/contracts/money';
import { CASE_REASON_WORDS } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { SessionQuery } from '#platform/sessions/of-session.js';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';
import { NameSearch } from '../../name-search.js';
import { ComplianceCaseRecord } from '../../read-models/compliance-cases/compliance-case.entities.js';

/** The queue: open cases by due date, decided ones by the latest decision. */
export class ListComplianceCases extends SessionQuery<
  ComplianceCasesQuery & Partial<ComplianceCasesSearch>,
  PageOf<ComplianceCaseRow>
> {}

@QueryHandler(ListComplianceCases)
export class ListComplianceCasesHandler implements IQueryHandler<ListComplianceCases> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly names: NameSearch,
    private readonly calendar: BusinessCalendar,
  ) {}

  /** @throws Refused if limit or cursor are not valid, or a search by name cannot be recorded */
  async execute({ session, asked }: ListComplianceCases): Promise<PageOf<ComplianceCaseRow>> {
    const { limit, offset } = pageOf(asked);
    const decided = asked.state === 'decided' || asked.show === 'decided';
    const query = this.db.createQueryBuilder(ComplianceCaseRecord, 'c').where('true');
    if (asked.state) query.andWhere('c.state = :state', { state: asked.state });
    if (asked.show) query.andWhere(decided ? `c.state = 'decided'` : `c.state <> 'decided'`);
    if (asked.show === 'mine') query.andWhere('c.assignee = :own', { own: session.wallet });
    if (asked.reason) query.andWhere('c.reason = :reason', { reason: asked.reason });
    const text = asked.search?.trim();
    if (text) {
      const wallets = session.role === 'auditor' ? [] : await this.names.walletsOf(session, text);
      query.andWhere(
        '(c.wallet = any(:wallets) or position(:text in lower(c.wallet)) > 0 or starts_with(c.id, :text))',
        {
          wallets,
          text: text.toLowerCase(),
        },
      );
    }
    const today = await this.calendar.today();
    const rows = await query
      // Open cases come before decided ones.
      .orderBy(`(c.state = 'decided')`)
      .addOrderBy(decided ? 'c.decidedAt' : 'c.promiseBy', decided ? 'DESC' : 'ASC')
      .addOrderBy('c.openedAt')
      .addOrderBy('c.id')
      .offset(offset)
      .limit(limit + 1)
      .getMany();
    return pageFrom(
      rows,
      limit,
      (row) => rowView(row, today),
      () => offset + limit,
    );
  }
}

/** @param today the business day */
export const rowView = (row: ComplianceCaseRecord, today: BusinessDate): ComplianceCaseRow => ({
  ...row,
  daysLeft: daysBetween(today, row.promiseBy),
  reason: CASE_REASON_WORDS[row.reason] ?? row.reason,
});
