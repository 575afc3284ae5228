import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { NotificationsQuery, NotificationView, UnreadView } from '@tknest/contracts/api';
import { SessionQuery } from '#platform/sessions/of-session.js';
import type { Session } from '#platform/sessions/session.js';
import { limitOf, pageFrom, seqOf, type PageOf } from '#platform/http/paging.js';
import { OwnNotices, viewOf } from '../../own-notices.js';

/** The session's own notifications, newest first. */
export class ListNotifications extends SessionQuery<NotificationsQuery, PageOf<NotificationView>> {}

@QueryHandler(ListNotifications)
export class ListNotificationsHandler implements IQueryHandler<ListNotifications> {
  constructor(private readonly notices: OwnNotices) {}

  async execute({ session, asked }: ListNotifications): Promise<PageOf<NotificationView>> {
    const limit = limitOf(asked.limit);
    const wanted = { show: asked.show, before: seqOf(asked.cursor), limit: limit + 1 };
    const rows = await this.notices.list(session, wanted);
    return pageFrom(
      rows,
      limit,
      (row) => viewOf(row, session),
      ({ seq }) => seq,
    );
  }
}

/** The number of unread notifications, and of those that need the reader to act. */
export class CountUnread extends Query<UnreadView> {
  constructor(readonly session: Session) {
    super();
  }
}

@QueryHandler(CountUnread)
export class CountUnreadHandler implements IQueryHandler<CountUnread> {
  constructor(private readonly notices: OwnNotices) {}

  execute({ session }: CountUnread): Promise<UnreadView> {
    return this.notices.unread(session);
  }
}
