import type { ListingEvent, LoanEvent, NotificationSent } from '@tknest/contracts/events';
import type { NoticeBook, Teller } from '../read-models/notifications/notice-book.js';

type Followed =
  | NotificationSent
  | Extract<ListingEvent, { type: 'ListingCreated' | 'TokensPurchased' | 'TokensRedeemed' | 'ListingClosed' }>
  | Extract<
      LoanEvent,
      { type: 'LoanOpened' | 'LoanInArrears' | 'LoanArrearsWithdrawn' | 'RepaymentReceived' | 'LoanPaidOff' }
    >;

interface Property {
  name: string;
  owner: string;
}
/** Reminders to a landlord to pay, by subject: a newer one replaces the one before. */
const DUES: Record<string, 'next' | 'overdue' | 'deposit' | 'redemption'> = {
  'payment-due-soon': 'next',
  'payment-due': 'next',
  'payment-overdue': 'overdue',
  'deposit-short': 'deposit',
  'redemption-due': 'redemption',
};
const due = (propertyId: number, about: string) => `due/${propertyId}/${about}`;
/** The next repayment answers all of them; the calendar sends new reminders for what is left. */
const answerDues = async (propertyId: number, book: NoticeBook) => {
  for (const about of new Set(Object.values(DUES))) book.page.close(due(propertyId, about));
};

/** Notices about properties: their sale, their loan, and the end of their tokens. */
export const propertyFacts: Teller<Followed> = {
  events: [
    'ListingCreated',
    'TokensPurchased',
    'ListingClosed',
    'LoanOpened',
    'TokensRedeemed',
    'NotificationSent',
    'LoanInArrears',
    'LoanArrearsWithdrawn',
    'RepaymentReceived',
    'LoanPaidOff',
  ],
  async tell(fact, book) {
    const { propertyId } = fact.data;
    switch (fact.type) {
      case 'ListingCreated':
        return book.page.keep(`property/${propertyId}`, {
          name: fact.data.name,
          owner: fact.data.owner,
        } satisfies Property);
      case 'TokensPurchased':
        return book.holds(propertyId, fact.data.wallet);
      case 'NotificationSent': {
        const { date: _, audience, ...told } = fact.data;
        const about = DUES[told.kind];
        if (!about) return book.tell({ ...told, audience });
        book.page.close(due(propertyId, about));
        return book.tell({ ...told, audience, waitsFor: due(propertyId, about) });
      }
      case 'LoanOpened': {
        // Whether somebody closed the sale or the last token was sold.
        const { owner, propertyName, principal: amount, tokens } = fact.data;
        const to = { owner, audience: ['owner', 'holders'] } as const;
        const notificationId = `sale-closed/${propertyId}`;
        const told = { ...to, propertyId, propertyName, amount, notificationId, detail: String(tokens) };
        return book.tell({ ...told, kind: 'sale-closed' });
      }
      case 'RepaymentReceived':
      case 'LoanPaidOff':
        return answerDues(propertyId, book);
      default:
        return tellOf(fact, book);
    }
  },
};

async function tellOf(
  fact: Extract<Followed, { type: 'ListingClosed' | 'TokensRedeemed' | 'LoanInArrears' | 'LoanArrearsWithdrawn' }>,
  book: NoticeBook,
): Promise<void> {
  const { propertyId } = fact.data;
  const property = await book.page.kept<Property>(`property/${propertyId}`);
  if (!property) return;
  const { owner, name: propertyName } = property;
  const about = { propertyId, propertyName, owner };
  switch (fact.type) {
    case 'ListingClosed':
      // If tokens were sold, a loan follows, and the notice is about that event instead.
      return fact.data.tokensSold > 0
        ? undefined
        : book.tell({ ...about, kind: 'sale-closed', notificationId: `sale-closed/${propertyId}`, detail: '0' });
    case 'LoanInArrears': {
      const { amount, dueDate } = fact.data;
      return book.tell({ ...about, kind: 'loan-in-arrears', audience: ['holders'], amount, about: dueDate });
    }
    case 'LoanArrearsWithdrawn': {
      const { dueDate, date } = fact.data;
      const audience = ['owner', 'holders'] as const;
      return book.tell({ ...about, kind: 'loan-arrears-withdrawn', audience, about: dueDate, detail: date });
    }
    case 'TokensRedeemed': {
      const { wallet, tokens } = fact.data;
      return book.tell({ ...about, kind: 'tokens-redeemed', owner: wallet, detail: String(tokens) });
    }
  }
}
