import type { ListingEvent, NotificationSent } from '@tknest/contracts/events';
import { toSequence } from '../../../../platform/event-store/positions.js';
import type { Projection } from '../../../../platform/projections/projection.js';
import { NotificationRow } from './notification.entities.js';

/** Notifications, and the holders among whom some of them are found. */
export const notificationsProjection: Projection = {
  name: 'notifications',
  version: 1,
  tables: ['notifications', 'property_holders'],
  events: ['NotificationSent', 'TokensPurchased'],
  onError: 'park',
  async apply(events, tx) {
    for (const event of events) {
      const fact = event as unknown as NotificationSent | Extract<ListingEvent, { type: 'TokensPurchased' }>;
      if (fact.type === 'TokensPurchased') {
        const { propertyId, wallet } = fact.data;
        await tx.query('insert into property_holders values ($1, $2) on conflict do nothing', [propertyId, wallet]);
        continue;
      }
      const { date: _, ...told } = fact.data;
      await tx.insert(NotificationRow, { ...told, seq: String(toSequence(event.position)), at: event.at });
    }
  },
};
