import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { CasesQuery, CaseView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { Refused } from '#platform/domain/refused.js';
import { pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';
import { ShownCases } from './shown-cases.js';
import { Case } from '../../read-models/cases/case.entity.js';

/** Cases, last opened first, a page at a time. */
export class ListCases extends Query<PageOf<CaseView>> {
  constructor(readonly asked: CasesQuery) {
    super();
  }
}

@QueryHandler(ListCases)
export class ListCasesHandler implements IQueryHandler<ListCases> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly cases: ShownCases,
  ) {}

  /** @throws Refused if limit or cursor are not valid */
  async execute({ asked }: ListCases): Promise<PageOf<CaseView>> {
    const status = asked.status || 'open';
    const { limit, offset } = pageOf(asked);
    const rows = await this.db.getRepository(Case).find({
      where: status === 'all' ? {} : { status },
      order: { openedAt: 'DESC', id: 'ASC' },
      skip: offset,
      take: limit + 1,
    });
    const { rows: shown, next } = pageFrom(
      rows,
      limit,
      (row) => this.cases.shown(row),
      () => offset + limit,
    );
    return { rows: (await Promise.all(shown)).filter((row) => row !== null), next };
  }
}

/** One case. */
export class ShowCase extends Query<CaseView> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(ShowCase)
export class ShowCaseHandler implements IQueryHandler<ShowCase> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly cases: ShownCases,
  ) {}

  /** @throws Refused (not-found) */
  async execute({ id }: ShowCase): Promise<CaseView> {
    const found = await this.db.getRepository(Case).findOneBy({ id });
    const shown = found && (await this.cases.shown(found));
    if (!shown) throw new Refused('not-found', 'No such case');
    return shown;
  }
}
