import type {
  DeliveryChecked,
  PrincipalOwedBack,
  ListingEvent,
  NotificationSent,
  VerificationExpiryNoticed,
} from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import { toSequence } from '../../../../platform/event-store/positions.js';
import type { Projection } from '../../../../platform/projections/projection.js';
import { NotificationRow } from './notification.entities.js';

type Folded =
  | NotificationSent
  | VerificationExpiryNoticed
  | DeliveryChecked
  | PrincipalOwedBack
  | Extract<ListingEvent, { type: 'TokensPurchased' }>;

/** Notifications, and the holders among whom some of them are found. */
export const notificationsProjection: Projection = {
  name: 'notifications',
  version: 3,
  tables: ['notifications', 'property_holders'],
  events: ['NotificationSent', 'VerificationExpiryNoticed', 'TokensPurchased', 'DeliveryChecked', 'PrincipalOwedBack'],
  onError: 'park',
  async apply(events, tx) {
    for (const event of events) {
      const fact = event as unknown as Folded;
      if (fact.type === 'TokensPurchased') {
        const { propertyId, wallet } = fact.data;
        await tx.query('insert into property_holders values ($1, $2) on conflict do nothing', [propertyId, wallet]);
        continue;
      }
      // A wallet that is switched to and fro is told once.
      if (fact.type === 'DeliveryChecked' && (await isTold(fact.data.paymentId, tx))) continue;
      for (const [order, told] of toldBy(fact, event.id).entries())
        await tx.insert(NotificationRow, { ...told, seq: seqOf(event.position, order), at: event.at });
    }
  },
};

/** A fact may tell two people: the same position, one after the other. */
const seqOf = (position: string, order: number) => String(BigInt(toSequence(position)) * 2n + BigInt(order));

const refusedId = (paymentId: string) => `tokens-refused/${paymentId}`;
const isTold = (paymentId: string, tx: EntityManager) =>
  tx.getRepository(NotificationRow).existsBy({ noticeId: refusedId(paymentId) });

function toldBy(fact: Exclude<Folded, { type: 'TokensPurchased' }>, id: string) {
  switch (fact.type) {
    case 'NotificationSent':
      return [noticeOf(fact.data)];
    case 'VerificationExpiryNoticed':
      return [{ ...expiryOf(fact.data), noticeId: id }];
    case 'DeliveryChecked': {
      const { paymentId, payer, propertyId, propertyName, obstacle, until: about } = fact.data;
      const told = { propertyId, propertyName, about, amount: null };
      return obstacle ? [toOne(payer, 'tokens-refused', refusedId(paymentId), told)] : [];
    }
    case 'PrincipalOwedBack': {
      const { by, to, propertyId, propertyName, dueOn: about, amount } = fact.data;
      const told = { propertyId, propertyName, about, amount };
      return [toOne(to, 'payment-owed-back', id, told), toOne(by, 'owe-payment-back', `${id}/landlord`, told)];
    }
  }
}

/** What one person alone is told. */
const toOne = (
  owner: string,
  kind: 'tokens-refused' | 'payment-owed-back' | 'owe-payment-back',
  noticeId: string,
  told: { propertyId: number; propertyName: string; about: string | null; amount: string | null },
) => ({ ...told, noticeId, owner, audience: ['owner'], kind, missing: null });

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
