import {
  SPENT_BEFORE,
  type BusinessDate,
  type DeliveryEvent,
  type PaymentEvent,
  type PaymentKind,
} from '@tknest/contracts/events';
import { refundDueOn } from '#features/payments/rules.public.js';
import type { NoticeBook, Teller, Told } from '../read-models/notifications/notice-book.js';

/** Data of a payment that its later events do not contain. */
interface Payment {
  kind: PaymentKind;
  payer: string;
  payee: string;
  propertyId: number | null;
  propertyName: string | null;
  tokens: number | null;
  amount: string;
  refundOf: string | null;
  /** Whether the principal is validated. */
  paid?: true;
  /** The notice that it failed without moving money. */
  failedNotice?: string;
}
const EVENTS = [
  'PaymentStarted',
  'SignatureRequested',
  'PaymentSubmitted',
  'LegValidated',
  'LatePrincipalFound',
  'PaymentRevived',
  'ExtraPrincipalFound',
  'PaymentCompleted',
  'PaymentFailed',
  'PaymentCancelled',
  'PaymentExpired',
  'DeliveryChecked',
  'PrincipalOwedBack',
  'OwedBackReleased',
] as const;
type Followed = Extract<PaymentEvent | DeliveryEvent, { type: (typeof EVENTS)[number] }>;

const signing = (paymentId: string) => `sign/${paymentId}`;
const delivery = (paymentId: string) => `delivery/${paymentId}`;
const owed = (paymentId: string) => `owed-back/${paymentId}`;
const keyOf = (paymentId: string) => `payment/${paymentId}`;

/** Notices about payments: signatures needed, results, and money that is owed back. */
export const paymentFacts: Teller<Followed> = {
  events: EVENTS,
  asksFor: ({ type, data }) => (type === 'PaymentStarted' ? [] : [keyOf(data.paymentId)]),
  async tell(fact, book) {
    const { paymentId } = fact.data;
    if (fact.type === 'PaymentStarted') {
      const { kind, payer, payee, propertyId, propertyName, tokens, amount, refundOf } = fact.data;
      const started: Payment = { kind, payer, payee, propertyId, propertyName, tokens, amount, refundOf };
      return book.page.keep(keyOf(paymentId), started);
    }
    if (fact.type === 'DeliveryChecked' || fact.type === 'PrincipalOwedBack') return tellOfDelivery(fact, book);
    const payment = await book.page.kept<Payment>(keyOf(paymentId));
    if (payment) await tellOf(fact, payment, book);
  },
};

async function tellOf(
  fact: Exclude<Followed, { type: 'PaymentStarted' | 'DeliveryChecked' | 'PrincipalOwedBack' }>,
  payment: Payment,
  book: NoticeBook,
): Promise<void> {
  const { paymentId } = fact.data;
  const { payer, propertyId, propertyName, amount, tokens } = payment;
  const about = { propertyId, propertyName, amount, ref: paymentId };
  switch (fact.type) {
    case 'SignatureRequested': {
      const { expiresAt: until } = fact.data;
      // Both signatures of a payment are requested at once: one notice, which the first submission removes.
      const notificationId = `signature/${paymentId}/${fact.data.attempt}`;
      const waits = { until, waitsFor: signing(paymentId), detail: tokens ? String(tokens) : null };
      return book.tell({ ...about, ...waits, kind: 'signature-waiting', notificationId, owner: payer });
    }
    case 'PaymentSubmitted':
      return book.page.remove(signing(paymentId));
    case 'LegValidated':
      return fact.data.leg === 'recipient' ? book.page.keep(keyOf(paymentId), { paid: true }) : undefined;
    case 'LatePrincipalFound':
      if (payment.failedNotice) book.page.takeBack(payment.failedNotice);
      book.page.keep(keyOf(paymentId), { paid: true });
      return tellLanded('late', landed(paymentId), fact.data, payment, book);
    case 'PaymentRevived':
      // The payment continues, so its money is not owed back.
      for (const notificationId of [landed(paymentId), toPayee(landed(paymentId))]) book.page.takeBack(notificationId);
      return;
    case 'ExtraPrincipalFound':
      return tellLanded('twice', `${landed(paymentId)}/${fact.data.hash}`, fact.data, payment, book);
    case 'PaymentCancelled':
    case 'PaymentExpired':
      return book.page.remove(signing(paymentId));
    case 'PaymentFailed':
      book.page.remove(signing(paymentId));
      // If money moved, another notice says what is owed back.
      if (payment.paid && fact.data.code !== SPENT_BEFORE) return;
      book.page.keep(keyOf(paymentId), { failedNotice: book.event.id });
      return book.tell({
        ...about,
        kind: 'payment-failed',
        notificationId: book.event.id,
        owner: payer,
        detail: payment.paid ? SPENT_BEFORE : null,
      });
    case 'OwedBackReleased':
      // The landlord could not pay earlier, and is asked again, with the due date.
      book.page.close(owed(paymentId));
      return tellOwed({ ...about, about: fact.data.dueOn }, { from: payment.payee, to: payer }, book);
    case 'PaymentCompleted':
      book.page.remove(signing(paymentId));
      book.page.close(delivery(paymentId));
      if (payment.refundOf) book.page.close(owed(payment.refundOf));
      return tellSettled(payment, paymentId, book);
  }
}

const landed = (paymentId: string) => `landed/${paymentId}`;
const toPayee = (notificationId: string) => `${notificationId}/payee`;
/** Unexpected payments of other kinds count toward the loan or become a case. */
const OWED_BACK: ReadonlySet<PaymentKind> = new Set<PaymentKind>(['property_purchase', 'rlusd_payment']);

/** A validated payment that bought nothing is owed back. */
async function tellLanded(
  detail: 'late' | 'twice',
  notificationId: string,
  { paymentId, delivered: amount, foundOn }: { paymentId: string; delivered: string; foundOn: BusinessDate },
  { kind, payer, payee, propertyId, propertyName }: Payment,
  book: NoticeBook,
): Promise<void> {
  if (!OWED_BACK.has(kind)) return;
  const dueOn = refundDueOn(foundOn);
  const about = { propertyId, propertyName, amount, detail, about: dueOn, ref: paymentId };
  book.tell({ ...about, kind: 'payment-owed-back', notificationId, owner: payer });
  const waitsFor = owed(paymentId);
  book.tell({ ...about, kind: 'owe-payment-back', notificationId: toPayee(notificationId), owner: payee, waitsFor });
}

/** Notices about repayments and deposits come from the loan's events. */
async function tellSettled(payment: Payment, paymentId: string, book: NoticeBook): Promise<void> {
  const { kind, payer, payee, propertyId, propertyName, amount, tokens } = payment;
  if (kind === 'principal_payback' || kind === 'deposit') return;
  const about = { propertyId, propertyName, amount, ref: paymentId, detail: tokens ? String(tokens) : null };
  const id = `settled/${paymentId}`;
  book.tell({ ...about, kind: 'payment-settled', notificationId: id, owner: payer });
  if (kind !== 'property_purchase' && kind !== 'fee')
    book.tell({ ...about, kind: 'payment-received', notificationId: `${id}/received`, owner: payee });
}

async function tellOfDelivery(
  fact: Extract<Followed, { type: 'DeliveryChecked' | 'PrincipalOwedBack' }>,
  book: NoticeBook,
): Promise<void> {
  const { paymentId, propertyId, propertyName } = fact.data;
  const about = { propertyId, propertyName, ref: paymentId };
  if (fact.type === 'DeliveryChecked') {
    const { payer: owner, obstacle, until: day } = fact.data;
    if (!obstacle) return book.page.close(delivery(paymentId));
    // One notice, however often the wallet's settings change back and forth.
    const notificationId = `tokens-refused/${paymentId}`;
    return book.tell({
      ...about,
      kind: 'tokens-refused',
      notificationId,
      owner,
      about: day,
      waitsFor: delivery(paymentId),
    });
  }
  const { by: from, to, amount, dueOn } = fact.data;
  book.page.close(delivery(paymentId));
  tellOwed({ ...about, amount, about: dueOn }, { from, to }, book);
}

/** Tells both sides that a payment is owed back, with the due date if there is one; the debtor has to act. */
function tellOwed(
  about: Pick<Told, 'propertyId' | 'propertyName' | 'amount' | 'about'> & { ref: string },
  { from, to }: { from: string; to: string },
  book: NoticeBook,
): void {
  book.tell({ ...about, kind: 'payment-owed-back', owner: to });
  const notificationId = `${book.event.id}/landlord`;
  book.tell({ ...about, kind: 'owe-payment-back', notificationId, owner: from, waitsFor: owed(about.ref) });
}
