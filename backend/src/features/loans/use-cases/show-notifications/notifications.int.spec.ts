import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { createDataSource } from '../../../../platform/database/data-source.js';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import { toPosition } from '../../../../platform/event-store/positions.js';
import type { Session } from '../../../../platform/http/access.js';
import { NotificationRow, PropertyHolder } from '../../read-models/notifications/notification.entities.js';
import { notificationsProjection } from '../../read-models/notifications/notifications.projection.js';
import { ListNotifications, ListNotificationsHandler } from './list-notifications.query.js';

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  db = await createDataSource(database.url, [NotificationRow, PropertyHolder]).initialize();
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const listFor = async (wallet: string, role = 'investor') => {
  const session = { wallet, role } as Session;
  return (await new ListNotificationsHandler(db).execute(new ListNotifications(session, {}))).rows;
};
const noticed = (days: number, index: number) =>
  ({
    type: 'VerificationExpiryNoticed',
    id: `notice-${days}`,
    position: toPosition(index + 1),
    at: `2026-11-2${index}T00:00:00.000Z`,
    data: { wallet: 'rIda', role: 'landlord', expiresAt: '2026-12-22T09:00:00.000Z', days, date: '2026-11-22' },
  }) as unknown as RecordedEvent;

describe('that a verification ends (rule 7)', () => {
  it('stands 30, 7 and 1 days before among the person’s notifications, the newest first, and nobody else’s', async () => {
    await db.transaction((tx) => notificationsProjection.apply([30, 7, 1].map(noticed), tx));
    const told = await listFor('rIda');
    expect(told.map(({ id }) => id)).toEqual(['notice-1', 'notice-7', 'notice-30']);
    expect(told[0]).toEqual({
      id: 'notice-1',
      at: '2026-11-22T00:00:00.000Z',
      kind: 'landlord-verification-ending',
      propertyId: null,
      propertyName: null,
      text: 'Your verification as a landlord ends on 2026-12-22. After that nothing new can begin until you are verified again.',
      link: '/kyc',
    });
    expect(await listFor('rOther')).toEqual([]);
    expect(await listFor('rAdmin', 'admin')).toEqual([]);
  });
});

describe('that tokens which are paid for are not issued (hostile world 1)', () => {
  const bought = { paymentId: 'p', propertyId: 1, propertyName: 'Sample Court' };
  const fact = (type: string, data: object, index: number) =>
    ({
      type,
      id: `${type}-${index}`,
      position: toPosition(100 + index),
      at: '2026-11-23T00:00:00.000Z',
      data,
    }) as unknown as RecordedEvent;

  it('is told to the buyer with the day, and then to both who owes what back', async () => {
    const checked = { ...bought, payer: 'rBuyer', until: '2026-11-30' };
    const owed = { ...bought, by: 'rLandlord', to: 'rBuyer', amount: '500', dueOn: '2026-12-15' };
    const facts = [
      fact('DeliveryChecked', { ...checked, obstacle: 'deposit-auth' }, 1),
      fact('DeliveryChecked', { ...checked, obstacle: null }, 2),
      fact('DeliveryChecked', { ...checked, obstacle: 'destination-tag' }, 4),
      fact('PrincipalOwedBack', owed, 5),
    ];
    await db.transaction((tx) => notificationsProjection.apply(facts, tx));
    const told = async (wallet: string) =>
      (await listFor(wallet)).map(({ kind, text, link }) => ({ kind, text, link }));
    expect(await told('rBuyer')).toEqual([
      {
        kind: 'payment-owed-back',
        text: expect.stringContaining('500.00 RLUSD back, due 15 Dec 2026.'),
        link: '/dashboard',
      },
      { kind: 'tokens-refused', text: expect.stringContaining('by 30 Nov 2026'), link: '/dashboard' },
    ]);
    expect(await told('rLandlord')).toEqual([
      {
        kind: 'owe-payment-back',
        text: expect.stringContaining('you owe the buyer 500.00 RLUSD back'),
        link: '/dashboard',
      },
    ]);
  });
});
