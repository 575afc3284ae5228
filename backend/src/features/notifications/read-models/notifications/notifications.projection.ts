import type { Projection } from '../../../../platform/projections/projection.js';
import { officeFacts } from '../../facts/office.js';
import { paymentFacts } from '../../facts/payments.js';
import { payoutFacts } from '../../facts/payouts.js';
import { personFacts } from '../../facts/persons.js';
import { propertyFacts } from '../../facts/properties.js';
import { NoticeBook, type Teller } from './notice-book.js';

const TELLERS: readonly Teller[] = [propertyFacts, paymentFacts, payoutFacts, personFacts, officeFacts];

/** Notifications, the holders among whom some of them are found, and what later facts leave out. */
export const notificationsProjection: Projection = {
  name: 'notifications',
  version: 7,
  tables: ['notifications', 'property_holders', 'notice_subjects'],
  events: [...new Set(TELLERS.flatMap(({ events }) => events))],
  onError: 'park',
  async apply(events, tx) {
    for (const event of events) {
      const book = new NoticeBook(tx, event);
      for (const teller of TELLERS) if (teller.events.includes(event.type)) await teller.tell(event, book);
    }
  },
};
