import type { ListingEvent } from '@tknest/contracts/events';
import { WATCHLIST } from '@tknest/contracts/rules';
import type { NoticeBook, Teller } from '../read-models/notifications/notice-book.js';

const EVENTS = [
  'ListingCreated',
  'TokensPurchased',
  'SalePaused',
  'SaleResumed',
  'ListingHidden',
  'ListingShown',
  'ListingClosing',
  'ListingFullyFunded',
  'ListingClosed',
] as const;
type Followed = Extract<ListingEvent, { type: (typeof EVENTS)[number] }>;

/** A sale as far as its watchers are told of it. */
interface Sale {
  name: string;
  owner: string;
  count: number;
  sold: number;
  hidden: boolean;
  admin: boolean;
  check: boolean;
  ended: boolean;
}
const keyOf = (propertyId: number) => `sale/${propertyId}`;
const isOpen = ({ hidden, admin, check, ended, sold, count }: Sale) =>
  !hidden && !admin && !check && !ended && sold < count;

/** Notices to those who watch a property: its sale goes on again, or is about to end. Of a hidden one, nothing. */
export const saleFacts: Teller<Followed> = {
  events: EVENTS,
  asksFor: ({ data }) => [keyOf(data.propertyId)],
  async tell(fact, book) {
    const { propertyId } = fact.data;
    const keep = (change: Partial<Sale>) => book.page.keep(keyOf(propertyId), change);
    if (fact.type === 'ListingCreated') {
      const { name, owner, tokenCount: count } = fact.data;
      const closed = { hidden: false, admin: false, check: false, ended: false };
      return keep({ name, owner, count, sold: 0, ...closed } satisfies Sale);
    }
    const before = await book.page.kept<Sale>(keyOf(propertyId));
    if (!before) return;
    const after = { ...before, ...changeOf(fact, before) };
    keep(after);
    tellOf(propertyId, before, after, book);
  },
};

function changeOf(fact: Exclude<Followed, { type: 'ListingCreated' }>, { sold }: Sale): Partial<Sale> {
  switch (fact.type) {
    case 'TokensPurchased':
      return { sold: sold + fact.data.tokens };
    case 'SalePaused':
    case 'SaleResumed':
      return { [fact.data.by]: fact.type === 'SalePaused' };
    case 'ListingHidden':
    case 'ListingShown':
      return { hidden: fact.type === 'ListingHidden' };
    default:
      return { ended: true };
  }
}

function tellOf(propertyId: number, before: Sale, after: Sale, book: NoticeBook): void {
  if (!isOpen(after)) return;
  const isEnding = ({ sold, count }: Sale) => sold * 100 >= count * WATCHLIST.endingAtPercent;
  const kind = isOpen(before) ? (isEnding(after) && !isEnding(before) ? 'sale-ending' : null) : 'sale-resumed';
  if (!kind) return;
  const { name: propertyName, owner, sold, count } = after;
  book.tell({
    kind,
    notificationId: `${kind}/${book.event.id}`,
    owner,
    audience: ['watchers'],
    propertyId,
    propertyName,
    detail: String(count - sold),
  });
}
