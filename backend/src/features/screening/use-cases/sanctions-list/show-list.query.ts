import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { SanctionsListView } from '@tknest/contracts/api';
import { Inject } from '@nestjs/common';
import { CONFIG, type Config } from '#platform/config/config.js';
import { ListKeeper } from '../../list/list-keeper.js';

/** The list that this instance uses for screening. */
export class ShowList extends Query<SanctionsListView> {}

@QueryHandler(ShowList)
export class ShowListHandler implements IQueryHandler<ShowList> {
  constructor(
    private readonly lists: ListKeeper,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute(): Promise<SanctionsListView> {
    const { loaded, source } = this.lists;
    return {
      source,
      name: loaded?.record.name ?? null,
      date: loaded?.record.published ?? null,
      sha256: loaded?.record.sha256 ?? null,
      entries: loaded?.entries ?? 0,
      loadedAt: loaded?.record.fetchedAt ?? null,
      sandbox: this.config.sanctions.sandboxList,
      closed: !loaded || this.lists.isTooOld(loaded),
    };
  }
}
