import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createDataSource } from '#platform/database/data-source.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import type { Session } from '#platform/sessions/session.js';
import { OwnNotices } from '#features/notifications/own-notices.js';
import {
  NotificationSubject,
  NotificationRow,
  PropertyHolder,
} from '#features/notifications/read-models/notifications/notification.entities.js';
import { notificationsProjection } from '#features/notifications/read-models/notifications/notifications.projection.js';
import { NotificationState } from '#features/notifications/notification-state.js';
import { MarkRead, MarkReadHandler } from '#features/notifications/use-cases/mark-read/mark-read.command.js';
import {
  ListNotifications,
  ListNotificationsHandler,
} from '#features/notifications/use-cases/show-notifications/list-notifications.query.js';

let position = 0;
/** The next fact of the log. */
export const fact = (type: string, data: object, id = `${type}-${position + 1}`, businessDate = '2026-11-22') =>
  ({
    type,
    id,
    position: toPosition(++position),
    at: '2026-11-23T00:00:00.000Z',
    metadata: { businessDate },
    data,
  }) as unknown as RecordedEvent;
export const of = (wallet: string, role = 'investor') => ({ wallet, role }) as Session;

export const started = (paymentId: string, payer: string, more: object = {}) =>
  fact('PaymentStarted', {
    paymentId,
    kind: 'property_purchase',
    payer,
    payee: 'rLandlord',
    propertyId: 1,
    propertyName: 'Sample Court',
    tokens: 5,
    amount: '500',
    refundOf: null,
    ...more,
  });
export const asked = (paymentId: string, leg = 'recipient') =>
  fact('SignatureRequested', { paymentId, leg, attempt: 1, expiresAt: '2026-11-23T00:10:00.000Z' });

/** Notifications on a database of their own. */
export class NoticeWorld {
  private constructor(
    readonly database: TestDatabase,
    readonly db: DataSource,
    readonly state: NotificationState,
    readonly notices: OwnNotices,
  ) {}

  static async open(): Promise<NoticeWorld> {
    const database = await freshDatabase();
    const db = await createDataSource(database.url, [
      NotificationRow,
      PropertyHolder,
      NotificationSubject,
    ]).initialize();
    const state = new NotificationState(database.pool);
    return new NoticeWorld(database, db, state, new OwnNotices(db, state));
  }

  async close(): Promise<void> {
    await this.db.destroy();
    await this.database.drop();
  }

  happen = (...facts: RecordedEvent[]) => this.db.transaction((tx) => notificationsProjection.apply(facts, tx));
  page = (wallet: string, role = 'investor', page: object = {}) =>
    new ListNotificationsHandler(this.notices).execute(new ListNotifications(of(wallet, role), page));
  listFor = async (wallet: string, role = 'investor', page: object = {}) => (await this.page(wallet, role, page)).rows;
  told = async (wallet: string, role = 'investor') => (await this.listFor(wallet, role)).map(({ kind }) => kind);
  waiting = async (wallet: string, role = 'investor') =>
    (await this.listFor(wallet, role, { show: 'needs-you' })).map(({ kind }) => kind);
  unread = async (wallet: string, role = 'investor') => (await this.notices.unread(of(wallet, role))).unread;
  read = (wallet: string, what: object) =>
    new MarkReadHandler(this.notices, this.state).execute(new MarkRead(of(wallet), what));
}
