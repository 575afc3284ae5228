import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ComplianceCaseRow, ComplianceCasesQuery } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { pageOf, type PageOf } from '../../../../platform/http/paging.js';
import { CASE_REASON_WORDS } from '../../case-words.js';
import { ComplianceCaseRecord } from '../../read-models/compliance-cases/compliance-case.entities.js';

/** The queue: the oldest promise first; what is decided, last decided first. */
export class ListComplianceCases extends Query<PageOf<ComplianceCaseRow>> {
  constructor(readonly asked: ComplianceCasesQuery) {
    super();
  }
}

@QueryHandler(ListComplianceCases)
export class ListComplianceCasesHandler implements IQueryHandler<ListComplianceCases> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** @throws Refused where limit or cursor make no sense */
  async execute({ asked }: ListComplianceCases): Promise<PageOf<ComplianceCaseRow>> {
    const { limit, offset } = pageOf(asked);
    const decided = asked.state === 'decided';
    const rows = await this.db
      .createQueryBuilder(ComplianceCaseRecord, 'c')
      .where(asked.state ? 'c.state = :state' : 'true', { state: asked.state })
      // What waits comes before what is decided.
      .orderBy(`(c.state = 'decided')`)
      .addOrderBy(decided ? 'c.decidedAt' : 'c.promiseBy', decided ? 'DESC' : 'ASC')
      .addOrderBy('c.openedAt')
      .addOrderBy('c.id')
      .offset(offset)
      .limit(limit + 1)
      .getMany();
    return { rows: rows.slice(0, limit).map(rowView), next: rows.length > limit ? offset + limit : null };
  }
}

export const rowView = (row: ComplianceCaseRecord): ComplianceCaseRow => ({
  ...row,
  reason: CASE_REASON_WORDS[row.reason] ?? row.reason,
});
