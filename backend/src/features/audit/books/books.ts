import type { DomainEvent } from '@tknest/contracts/events';
import { parseRlusd } from '@tknest/contracts/money';

/** A property's register at a given time. */
export interface PropertyBook {
  id: number;
  name: string;
  owner: string;
  tokenCount: number;
  tokensReserved: number;
  tokensSold: number;
  status: 'open' | 'funded' | 'closed';
  /** Tokens by holder. */
  holders: Map<string, number>;
  /** Null until the loan begins. */
  loan: LoanBook | null;
}

/** What a property's landlord owes, micro-RLUSD. */
export interface LoanBook {
  principal: bigint;
  balance: bigint;
  /** Interest and principal repaid so far. */
  repaid: bigint;
  status: 'open' | 'paid_off';
}

/** What a wallet paid and received through the platform, micro-RLUSD, and the tokens it holds. */
export interface WalletBook {
  paid: bigint;
  received: bigint;
  tokens: number;
}

interface PaymentBook {
  payer: string;
  payee: string;
  feeWallet: string;
  amount: bigint;
  fee: bigint;
  tokens: number;
  /** Legs that were counted already. */
  counted: Set<string>;
}

/** Registers and balances, folded from the log's events up to some position. */
export interface Books {
  properties: Map<number, PropertyBook>;
  wallets: Map<string, WalletBook>;
  /** TKNEST issued by validated transactions of the issuer, in any register or none. */
  tokensIssued: number;
  /** Validated principals and fees, micro-RLUSD. */
  principal: bigint;
  fees: bigint;
  /** Payments that have not ended. */
  open: Set<string>;
  /** Verified wallets, as `role wallet`. */
  verified: Set<string>;
  /** Payments with legs that may still be counted. */
  payments: Map<string, PaymentBook>;
}

export const emptyBooks = (): Books => ({
  properties: new Map(),
  wallets: new Map(),
  tokensIssued: 0,
  principal: 0n,
  fees: 0n,
  open: new Set(),
  verified: new Set(),
  payments: new Map(),
});

/** The events that change a register or a balance: no others need to be read. */
export const BOOK_EVENTS = [
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
  'TokensIssued',
  'TokenIssuanceAssigned',
  'PaymentStarted',
  'LegValidated',
  'LatePrincipalFound',
  'PaymentRevived',
  'PaymentCompleted',
  'PaymentFailed',
  'PaymentCancelled',
  'PaymentExpired',
] as const satisfies readonly DomainEvent['type'][];

/** Money counts once a validated ledger shows it, never when it was only signed or submitted. */
export function record(books: Books, event: DomainEvent): void {
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
      walletOf(books, wallet).tokens += tokens;
      return change(books, propertyId, (property) => {
        property.tokensReserved -= tokens;
        property.tokensSold += tokens;
        property.holders.set(wallet, (property.holders.get(wallet) ?? 0) + tokens);
      });
    }
    case 'TokensRedeemed': {
      const { propertyId, wallet, tokens } = event.data;
      books.tokensIssued -= tokens;
      walletOf(books, wallet).tokens -= tokens;
      return change(books, propertyId, ({ holders }) => void holders.delete(wallet));
    }
    case 'TokensIssued':
      books.tokensIssued += event.data.tokens;
      walletOf(books, event.data.recipient).tokens += event.data.tokens;
      return;
    // The register's own event, in the same commit, counts them for their holder.
    case 'TokenIssuanceAssigned':
      walletOf(books, event.data.recipient).tokens -= event.data.tokens;
      return;
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
    case 'PaymentStarted': {
      const { paymentId, payer, payee, feeWallet, amount, platformFee, tokens } = event.data;
      books.payments.set(paymentId, {
        payer,
        payee,
        feeWallet,
        amount: parseRlusd(amount),
        fee: parseRlusd(platformFee),
        tokens: tokens ?? 0,
        counted: new Set(),
      });
      books.open.add(paymentId);
      return;
    }
    case 'LegValidated':
      return validated(books, event.data.paymentId, event.data.leg);
    case 'LatePrincipalFound':
      return validated(books, event.data.paymentId, 'recipient');
    case 'PaymentRevived':
      books.open.add(event.data.paymentId);
      return;
    case 'PaymentCompleted':
      books.open.delete(event.data.paymentId);
      return forget(books, event.data.paymentId);
    case 'PaymentFailed':
    case 'PaymentCancelled':
    case 'PaymentExpired':
      books.open.delete(event.data.paymentId);
  }
}

function validated(books: Books, paymentId: string, leg: string): void {
  const payment = books.payments.get(paymentId);
  if (!payment) return;
  payment.counted.add(leg);
  if (leg === 'recipient') {
    books.principal += payment.amount;
    move(books, payment.payer, payment.payee, payment.amount);
  } else if (leg === 'platform') {
    books.fees += payment.fee;
    move(books, payment.payer, payment.feeWallet, payment.fee);
  } else if (leg === 'issuance') books.tokensIssued += payment.tokens;
}

/** Forgets a payment once it is complete and all of its legs are counted, to save memory. */
function forget({ payments }: Books, paymentId: string): void {
  const payment = payments.get(paymentId);
  if (!payment) return;
  const { counted, fee, tokens } = payment;
  if (counted.has('recipient') && (fee === 0n || counted.has('platform')) && (tokens === 0 || counted.has('issuance')))
    payments.delete(paymentId);
}

/** The size of a copy of the books, in entries. */
export function entriesOf({ properties, wallets, open, verified, payments }: Books): number {
  let entries = properties.size + wallets.size + open.size + verified.size + payments.size;
  for (const { holders } of properties.values()) entries += holders.size;
  return entries;
}

function move(books: Books, from: string, to: string, amount: bigint): void {
  walletOf(books, from).paid += amount;
  walletOf(books, to).received += amount;
}

function walletOf(books: Books, wallet: string): WalletBook {
  let book = books.wallets.get(wallet);
  if (!book) books.wallets.set(wallet, (book = { paid: 0n, received: 0n, tokens: 0 }));
  return book;
}

function change(books: Books, id: number, how: (property: PropertyBook) => void): void {
  const property = books.properties.get(id);
  if (property) how(property);
}

const changeLoan = (books: Books, id: number, how: (loan: LoanBook) => void): void =>
  change(books, id, ({ loan }) => loan && how(loan));
