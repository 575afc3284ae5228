import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PageQuery, FailedEventView } from '@tknest/contracts/api';
import { pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';
import { FailedEvents } from '#platform/failed-events.js';

/** Events that read models and processes could not process, oldest first. */
export class ListFailedEvents extends Query<PageOf<FailedEventView>> {
  constructor(readonly asked: PageQuery) {
    super();
  }
}

@QueryHandler(ListFailedEvents)
export class ListFailedEventsHandler implements IQueryHandler<ListFailedEvents> {
  constructor(private readonly failed: FailedEvents) {}

  async execute({ asked }: ListFailedEvents): Promise<PageOf<FailedEventView>> {
    const { limit, offset } = pageOf(asked);
    const found = await this.failed.list(limit + 1, offset);
    // The first line says what was wrong; the rest is for the log.
    const viewOf = ({ error, failedAt, ...one }: (typeof found)[number]) => ({
      ...one,
      error: error.replace(/\n.*/s, ''),
      failedAt: failedAt.toISOString(),
    });
    return pageFrom(found, limit, viewOf, () => offset + limit);
  }
}
