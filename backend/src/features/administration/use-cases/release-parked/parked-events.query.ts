import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PageQuery, ParkedEventView } from '@tknest/contracts/api';
import { pageFrom, pageOf, type PageOf } from '#platform/http/paging.js';
import { ParkedEvents } from '#platform/parked.js';

/** Events that read models and processes could not process, oldest first. */
export class ListParkedEvents extends Query<PageOf<ParkedEventView>> {
  constructor(readonly asked: PageQuery) {
    super();
  }
}

@QueryHandler(ListParkedEvents)
export class ListParkedEventsHandler implements IQueryHandler<ListParkedEvents> {
  constructor(private readonly parked: ParkedEvents) {}

  async execute({ asked }: ListParkedEvents): Promise<PageOf<ParkedEventView>> {
    const { limit, offset } = pageOf(asked);
    const found = await this.parked.list(limit + 1, offset);
    // The first line says what was wrong; the rest is for the log.
    const viewOf = ({ error, parkedAt, ...one }: (typeof found)[number]) => ({
      ...one,
      error: error.replace(/\n.*/s, ''),
      parkedAt: parkedAt.toISOString(),
    });
    return pageFrom(found, limit, viewOf, () => offset + limit);
  }
}
