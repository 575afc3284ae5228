import type { ListingEvent, NotificationSent, VerificationExpiryNoticed } from '@tknest/contracts/events';
import { toSequence } from '../../../../platform/event-store/positions.js';
import type { Projection } from '../../../../platform/projections/projection.js';
import { NotificationRow } from './notification.entities.js';

type Folded = NotificationSent | VerificationExpiryNoticed | Extract<ListingEvent, { type: 'TokensPurchased' }>;

/** Notifications, and the holders among whom some of them are found. */
export const notificationsProjection: Projection = {
  name: 'notifications',
  version: 2,
  tables: ['notifications', 'property_holders'],
  events: ['NotificationSent', 'VerificationExpiryNoticed', 'TokensPurchased'],
  onError: 'park',
  async apply(events, tx) {
    for (const event of events) {
      const fact = event as unknown as Folded;
      if (fact.type === 'TokensPurchased') {
        const { propertyId, wallet } = fact.data;
        await tx.query('insert into property_holders values ($1, $2) on conflict do nothing', [propertyId, wallet]);
        continue;
      }
      const told =
        fact.type === 'NotificationSent' ? noticeOf(fact.data) : { ...expiryOf(fact.data), noticeId: event.id };
      await tx.insert(NotificationRow, { ...told, seq: String(toSequence(event.position)), at: event.at });
    }
  },
};

function noticeOf(data: NotificationSent['data']) {
  const { date: _, ...told } = data;
  return told;
}

/** That a verification ends is told to the person alone, and concerns no property. */
const expiryOf = ({ wallet, role, expiresAt }: VerificationExpiryNoticed['data']) => ({
  propertyId: null,
  propertyName: null,
  owner: wallet,
  audience: ['owner'],
  kind: `${role}-verification-ending` as const,
  about: expiresAt.slice(0, 10),
  amount: null,
  missing: null,
});
