import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { Projection } from '#platform/projections/projection.js';
import { officeFacts } from '../../facts/office.js';
import { paymentFacts } from '../../facts/payments.js';
import { payoutFacts } from '../../facts/payouts.js';
import { personFacts } from '../../facts/persons.js';
import { propertyFacts } from '../../facts/properties.js';
import { saleFacts } from '../../facts/sales.js';
import { NoticeBook, NoticePage, type Teller } from './notice-book.js';

const TELLERS: readonly Teller[] = [propertyFacts, saleFacts, paymentFacts, payoutFacts, personFacts, officeFacts];
const tellersOf = ({ type }: RecordedEvent) => TELLERS.filter(({ events }) => events.includes(type));

/** Notifications, the holders who can see some of them, and data that later events do not contain. */
export const notificationsProjection: Projection = {
  name: 'notifications',
  version: 1,
  tables: ['notifications', 'property_holders', 'notification_subjects'],
  events: [...new Set(TELLERS.flatMap(({ events }) => events))],
  onError: 'halt-stream',
  async apply(events, tx) {
    const page = new NoticePage(tx);
    await page.lookUp(events.flatMap((event) => tellersOf(event).flatMap((teller) => teller.asksFor?.(event) ?? [])));
    for (const event of events) {
      const book = new NoticeBook(page, event);
      for (const teller of tellersOf(event)) await teller.tell(event, book);
    }
    await page.write();
  },
};
