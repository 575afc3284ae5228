import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { NotificationView, PageQuery } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import type { Session } from '../../../../platform/http/access.js';
import { limitOf, seqOf, type PageOf } from '../../../../platform/http/paging.js';
import { textOf } from '../../notices/notice-text.js';
import { NotificationRow, PropertyHolder } from '../../read-models/notifications/notification.entities.js';

/** The session's own notifications, newest first. */
export class ListNotifications extends Query<PageOf<NotificationView>> {
  constructor(
    readonly session: Session,
    readonly page: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListNotifications)
export class ListNotificationsHandler implements IQueryHandler<ListNotifications> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ session: { wallet, role }, page }: ListNotifications): Promise<PageOf<NotificationView>> {
    const limit = limitOf(page.limit);
    const held = this.db
      .createQueryBuilder(PropertyHolder, 'h')
      .select('1')
      .where('h.propertyId = n.propertyId and h.wallet = :wallet')
      .getQuery();
    const rows = await this.db
      .createQueryBuilder(NotificationRow, 'n')
      .where('n.seq < :seq', { seq: seqOf(page.cursor) })
      .andWhere(
        `(('owner' = any(n.audience) and n.owner = :wallet) or ('holders' = any(n.audience) and exists (${held}))
          or (:isAdmin and 'admins' = any(n.audience)))`,
        { wallet, isAdmin: role === 'admin' },
      )
      .orderBy('n.seq', 'DESC')
      .limit(limit + 1)
      .getMany();
    const shown = rows.slice(0, limit);
    return { rows: shown.map((row) => viewOf(row, wallet)), next: rows.length > limit ? shown.at(-1)!.seq : null };
  }
}

const viewOf = (row: NotificationRow, wallet: string): NotificationView => ({
  id: row.noticeId,
  at: row.at,
  kind: row.kind as NotificationView['kind'],
  propertyId: row.propertyId,
  propertyName: row.propertyName,
  text: textOf(row),
  link: linkOf(row, wallet),
});

/** Who is told of these goes on at home: the payment, or its refund, stands there. */
const AT_HOME: ReadonlySet<string> = new Set(['tokens-refused', 'payment-owed-back', 'owe-payment-back']);

function linkOf({ kind, propertyId, owner }: NotificationRow, wallet: string): string {
  if (AT_HOME.has(kind)) return '/dashboard';
  if (propertyId === null) return '/kyc';
  return owner === wallet ? `/landlord-payback?propertyId=${propertyId}` : `/property/${propertyId}`;
}
