import { isMoving, MOVING, type DomainEvent, type PaymentStarted } from '@tknest/contracts/events';
import { exactOf, parseRlusd } from '@tknest/contracts/money';
import type { Books, LoanBook, PropertyBook } from './books.js';
import { compared, comparedWhole } from './comparison.js';
import { forget, ownerOfArrival, recordMove, runOf } from './moves.js';

/** Events that change registers, payments in progress, or what is known of accounts. */
const OTHERS = [
  'ListingCreated',
  'TokensReserved',
  'ReservationReleased',
  'TokensPurchased',
  'TokensRedeemed',
  'ListingFullyFunded',
  'ListingClosed',
  'LoanOpened',
  'RepaymentAllocated',
  'LoanPaidOff',
  'KycDecided',
  'PlatformAccountMade',
  'PaymentStarted',
  'PaymentRevived',
  'PaymentCompleted',
  'PaymentFailed',
  'PaymentCancelled',
  'PaymentExpired',
  'FeeLeftUnpaid',
  'PayoutRunCreated',
  'PayoutRunCompleted',
  'CaseOpened',
  'LedgerReconciled',
  'EverythingReconciled',
] as const satisfies readonly DomainEvent['type'][];
type Other = Extract<DomainEvent, { type: (typeof OTHERS)[number] }>;
const isOther = (event: { type: string }): event is Other => (OTHERS as readonly string[]).includes(event.type);

/** The events that change a register or a balance: no others need to be read. */
export const BOOK_EVENTS: readonly DomainEvent['type'][] = [...new Set([...OTHERS, ...MOVING])];

/** An event, and the stream that it is in. */
export type BookEvent = DomainEvent & { stream: string };

/**
 * Money counts once a validated ledger shows it, never when it was only signed or submitted.
 * @param event its payment's terms must be known: `needsTerms`
 */
export function record(books: Books, event: BookEvent): void {
  if (isMoving(event)) recordMove(books, event);
  if (isOther(event)) recordOther(books, event);
}

function recordOther(books: Books, event: Other): void {
  switch (event.type) {
    case 'ListingCreated': {
      const { propertyId: id, name, owner, tokenCount } = event.data;
      books.properties.set(id, {
        id,
        name,
        owner,
        tokenCount,
        tokensReserved: 0,
        tokensSold: 0,
        status: 'open',
        holders: new Map(),
        loan: null,
      });
      return;
    }
    case 'TokensReserved':
      return change(books, event.data.propertyId, (property) => (property.tokensReserved += event.data.tokens));
    case 'ReservationReleased':
      return change(books, event.data.propertyId, (property) => (property.tokensReserved -= event.data.tokens));
    case 'TokensPurchased': {
      const { propertyId, wallet, tokens } = event.data;
      return change(books, propertyId, (property) => {
        property.tokensReserved -= tokens;
        property.tokensSold += tokens;
        property.holders.set(wallet, (property.holders.get(wallet) ?? 0) + tokens);
      });
    }
    case 'TokensRedeemed': {
      const { propertyId, wallet } = event.data;
      return change(books, propertyId, ({ holders }) => void holders.delete(wallet));
    }
    case 'ListingFullyFunded':
      return change(books, event.data.propertyId, (property) => (property.status = 'funded'));
    case 'ListingClosed':
      return change(books, event.data.propertyId, (property) => (property.status = 'closed'));
    case 'LoanOpened': {
      const principal = parseRlusd(event.data.principal);
      const loan: LoanBook = { principal, balance: principal, repaid: 0n, status: 'open' };
      return change(books, event.data.propertyId, (property) => (property.loan = loan));
    }
    case 'RepaymentAllocated': {
      const { propertyId, interest, principal, balance } = event.data;
      return changeLoan(books, propertyId, (loan) => {
        loan.balance = parseRlusd(balance);
        loan.repaid += parseRlusd(interest) + parseRlusd(principal);
      });
    }
    case 'LoanPaidOff':
      return changeLoan(books, event.data.propertyId, (loan) => (loan.status = 'paid_off'));
    case 'KycDecided': {
      const person = `${event.data.role} ${event.data.wallet}`;
      if (event.data.status === 'verified') books.verified.add(person);
      else books.verified.delete(person);
      return;
    }
    case 'PlatformAccountMade':
      books.accounts.set(event.data.name, event.data.address);
      return;
    case 'PaymentStarted':
      remember(books, event.data);
      books.open.add(event.data.paymentId);
      return;
    case 'PaymentRevived':
      books.open.add(event.data.paymentId);
      return;
    case 'PaymentCompleted':
    case 'PaymentFailed':
    case 'PaymentCancelled':
    case 'PaymentExpired':
      books.open.delete(event.data.paymentId);
      return forget(books, event.data.paymentId, event.type === 'PaymentCompleted');
    case 'FeeLeftUnpaid':
      books.payments.get(event.data.paymentId)?.counted.add('platform');
      return forget(books, event.data.paymentId, true);
    case 'PayoutRunCreated':
      return runOf(books, event.data);
    case 'PayoutRunCompleted':
      if (event.data.unclaimed.lines === 0) books.otherRuns.delete(event.data.runId);
      return;
    case 'CaseOpened':
      return ownerOfArrival(books, event.data);
    case 'LedgerReconciled':
      return compared(books, event.data);
    case 'EverythingReconciled':
      return comparedWhole(books, event.data);
  }
}

/** Remembers a payment's terms until it has ended and all of its legs are counted. */
export function remember({ payments }: Books, started: PaymentStarted['data']): void {
  const { paymentId, kind, payer, payee, feeWallet, amount, platformFee, tokens } = started;
  payments.set(paymentId, {
    kind,
    payer,
    payee,
    feeWallet,
    amount: exactOf(parseRlusd(amount)),
    fee: exactOf(parseRlusd(platformFee)),
    tokens: tokens ?? 0,
    counted: new Set(),
  });
}

/** Events that move money by the terms of a payment, or continue a payment that had ended. */
const BY_TERMS: ReadonlySet<string> = new Set<BookEvent['type']>([
  'LegValidated',
  'LatePrincipalFound',
  'ExtraPrincipalFound',
  'ExtraFeeFound',
  'PaymentRevived',
]);

/** The payment whose terms an event needs and the books no longer hold; null if there is none. */
export const needsTerms = ({ payments }: Books, { type, data }: BookEvent): string | null =>
  BY_TERMS.has(type) && 'paymentId' in data && data.paymentId !== null && !payments.has(data.paymentId)
    ? data.paymentId
    : null;

/** The size of a copy of the books, in entries. */
export function entriesOf(books: Books): number {
  const { properties, wallets, open, verified, payments, otherRuns, arrivals, awaited, unexplained } = books;
  const all = [properties, wallets, open, verified, payments, otherRuns, arrivals, awaited, unexplained];
  let entries = all.reduce((sum, { size }) => sum + size, 0);
  for (const { holders } of properties.values()) entries += holders.size;
  return entries;
}

function change(books: Books, id: number, how: (property: PropertyBook) => void): void {
  const property = books.properties.get(id);
  if (property) how(property);
}

const changeLoan = (books: Books, id: number, how: (loan: LoanBook) => void): void =>
  change(books, id, ({ loan }) => loan && how(loan));
