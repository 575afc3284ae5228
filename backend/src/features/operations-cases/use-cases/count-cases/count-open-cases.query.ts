import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CASE_KINDS, type CaseKind } from '@tknest/contracts/events';
import { DataSource } from 'typeorm';
import { Case } from '../../read-models/cases/case.entity.js';

/** The number of cases of each kind that wait for a person; kinds without cases are listed with 0. */
export class CountOpenCases extends Query<Record<CaseKind, number>> {}

@QueryHandler(CountOpenCases)
export class CountOpenCasesHandler implements IQueryHandler<CountOpenCases> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute(): Promise<Record<CaseKind, number>> {
    const rows = await this.db
      .createQueryBuilder(Case, 'c')
      .select('c.kind', 'kind')
      .addSelect('count(*)::int', 'open')
      .where("c.status = 'open'")
      .groupBy('c.kind')
      .getRawMany<{ kind: CaseKind; open: number }>();
    const none = CASE_KINDS.map((kind) => ({ kind, open: 0 }));
    return Object.fromEntries([...none, ...rows].map(({ kind, open }) => [kind, open])) as Record<CaseKind, number>;
  }
}
