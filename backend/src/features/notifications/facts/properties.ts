import type { ListingEvent, LoanEvent, NotificationSent } from '@tknest/contracts/events';
import type { NoticeBook, Teller } from '../read-models/notifications/notice-book.js';

type Followed =
  | NotificationSent
  | Extract<ListingEvent, { type: 'ListingCreated' | 'TokensPurchased' | 'TokensRedeemed' | 'ListingClosed' }>
  | Extract<LoanEvent, { type: 'LoanOpened' | 'LoanInArrears' | 'RepaymentReceived' | 'LoanPaidOff' }>;

interface Property {
  name: string;
  owner: string;
}
/** What a landlord is asked to pay; the next repayment answers it, and the calendar reminds anew of what is left. */
const dues = (propertyId: number) => `due/${propertyId}`;
const ASKS_TO_PAY: ReadonlySet<string> = new Set([
  'payment-due-soon',
  'payment-due',
  'payment-overdue',
  'deposit-short',
  'redemption-due',
]);

/** Properties: their sale, their loan, and the end of their tokens. */
export const propertyFacts: Teller = {
  events: [
    'ListingCreated',
    'TokensPurchased',
    'ListingClosed',
    'LoanOpened',
    'TokensRedeemed',
    'NotificationSent',
    'LoanInArrears',
    'RepaymentReceived',
    'LoanPaidOff',
  ],
  async tell(event, book) {
    const fact = event as unknown as Followed;
    const { propertyId } = fact.data;
    switch (fact.type) {
      case 'ListingCreated':
        return book.keep(`property/${propertyId}`, { name: fact.data.name, owner: fact.data.owner } satisfies Property);
      case 'TokensPurchased':
        return book.holds(propertyId, fact.data.wallet);
      case 'NotificationSent': {
        const { date: _, audience, ...told } = fact.data;
        const waits = ASKS_TO_PAY.has(told.kind) && { waitsFor: dues(propertyId) };
        return book.tell({ ...told, audience, ...waits });
      }
      case 'LoanOpened': {
        // However the sale ended: closed by somebody, or by its last token.
        const { owner, propertyName, principal: amount, tokens } = fact.data;
        const to = { owner, audience: ['owner', 'holders'] } as const;
        const noticeId = `sale-closed/${propertyId}`;
        const told = { ...to, propertyId, propertyName, amount, noticeId, detail: String(tokens) };
        return book.tell({ ...told, kind: 'sale-closed' });
      }
      case 'RepaymentReceived':
      case 'LoanPaidOff':
        return book.close(dues(propertyId));
      default:
        return tellOf(fact, book);
    }
  },
};

async function tellOf(
  fact: Extract<Followed, { type: 'ListingClosed' | 'TokensRedeemed' | 'LoanInArrears' }>,
  book: NoticeBook,
): Promise<void> {
  const { propertyId } = fact.data;
  const property = await book.kept<Property>(`property/${propertyId}`);
  if (!property) return;
  const { owner, name: propertyName } = property;
  const about = { propertyId, propertyName, owner };
  switch (fact.type) {
    case 'ListingClosed':
      // Where something was sold there is a loan, which tells it.
      return fact.data.tokensSold > 0
        ? undefined
        : book.tell({ ...about, kind: 'sale-closed', noticeId: `sale-closed/${propertyId}`, detail: '0' });
    case 'LoanInArrears': {
      const { amount, dueDate } = fact.data;
      return book.tell({ ...about, kind: 'loan-in-arrears', audience: ['holders'], amount, about: dueDate });
    }
    case 'TokensRedeemed': {
      const { wallet, tokens } = fact.data;
      return book.tell({ ...about, kind: 'tokens-redeemed', owner: wallet, detail: String(tokens) });
    }
  }
}
