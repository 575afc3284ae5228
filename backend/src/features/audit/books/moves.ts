/** What each event says that a validated ledger moved, from whom to whom. */
import type { MovedKind } from '@tknest/contracts/api';
import {
  isSuspense,
  movedBy,
  type CaseOpened,
  type EscrowPosted,
  type FeesPosted,
  type MovingEvent,
  type MovingEventName,
  type PaymentKind,
  type PayoutRunCreated,
  type PayoutSource,
} from '@tknest/contracts/events';
import { parseExact, type Exact } from '@tknest/contracts/money';
import { purseOf, SMALL_ARRIVALS } from '#features/payouts/rules.public.js';
import type { Books, PaymentBook, WalletBook } from './books.js';
import { explained } from './comparison.js';

type Told<Name extends MovingEventName> = Extract<MovingEvent, { type: Name }> & { stream: string };
type Folds = { [Name in MovingEventName]: (books: Books, event: Told<Name>) => void };

/** Counts what an event moved, and takes it from the transactions that nothing explains. */
export function recordMove(books: Books, event: MovingEvent & { stream: string }): void {
  (FOLDS[event.type] as (books: Books, event: MovingEvent) => void)(books, event);
  for (const moved of movedBy(event)) explained(books, moved);
}

const FOLDS: Folds = {
  // No balance of the books is in XRP: it was a row of its own, which ends.
  XrpReturned: () => {},
  LegValidated(books, { data }) {
    const { paymentId, leg, delivered } = data;
    const payment = books.payments.get(paymentId);
    if (!payment) return;
    if (leg === 'recipient') principal(books, payment, data.hash, moneyOf(delivered) ?? payment.amount);
    if (leg === 'platform') fee(books, payment, moneyOf(delivered) ?? payment.fee);
    if (leg === 'fee-refund') {
      const amount = moneyOf(delivered) ?? payment.fee;
      move(books, 'fee_refund', amount, payment.feeWallet, payment.payer);
    }
    if (leg === 'issuance') issued(books, payment.payer, payment.tokens);
    payment.counted.add(leg);
    forget(books, paymentId, true);
  },
  LatePrincipalFound(books, { data }) {
    const payment = books.payments.get(data.paymentId);
    if (!payment) return;
    principal(books, payment, data.hash, parseExact(data.delivered));
    payment.counted.add('recipient');
  },
  ExtraPrincipalFound(books, { data }) {
    const payment = books.payments.get(data.paymentId);
    if (payment) principal(books, payment, data.hash, parseExact(data.delivered));
  },
  ExtraFeeFound(books, { data }) {
    const payment = books.payments.get(data.paymentId);
    if (payment) fee(books, payment, parseExact(data.delivered));
  },
  PayoutSettled(books, { stream, data: { payoutId, wallet, amount } }) {
    // The line of a direct run is the principal of the landlord's payment, which is counted already.
    if (stream !== `payout-${payoutId}`) paidOut(books, payoutId, wallet, amount);
  },
  UnclaimedPaid(books, { data: { runId, wallet, amount } }) {
    paidOut(books, runId, wallet, amount);
  },
  PayoutFeePaid(books, { data: { wallet, amount } }) {
    move(books, 'run_fee', parseExact(amount), escrowOf(books), wallet);
  },
  TokensIssued(books, { data: { recipient, tokens } }) {
    issued(books, recipient, tokens);
  },
  TokensRedeemed(books, { data: { wallet, tokens } }) {
    issued(books, wallet, -tokens);
  },
  EscrowPosted: (books, { data }) => posted(books, data, 'payoutEscrow'),
  FeesPosted: (books, { data }) => posted(books, data, 'feeWallet'),
};

/** What reached an account outside payments, or was clawed back from it. Fees are told by their payments. */
function posted(books: Books, data: (EscrowPosted | FeesPosted)['data'], purse: Purse): void {
  const { kind, hash, entries } = data;
  const account = walletOf(books, addressOf(books, purse));
  const sumOf = (name: string) =>
    entries.reduce((sum, { account, amount }) => (account === name ? sum + parseExact(amount) : sum), 0n);
  // A payout's own event tells its transaction; here stands only what the ledger's rounding left with the escrow.
  if (hash === null) account.paid -= sumOf('dust');
  const arrived = -sumOf('ledger');
  if (hash === null || arrived === 0n) return;
  if (arrived > 0n) account.received += arrived;
  else {
    account.paid -= arrived;
    count(books, 'clawback', -arrived);
  }
  if (kind === 'arrival' && !books.awaited.delete(hash)) unannounced(books, data, hash, arrived);
}

const KINDS: Record<PaymentKind, MovedKind> = {
  property_purchase: 'purchase',
  rlusd_payment: 'direct_payment',
  principal_payback: 'repayment',
  deposit: 'deposit',
  refund: 'refund',
  fee: 'fee',
};
const OTHER_RUNS: Partial<Record<PayoutSource, MovedKind>> = {
  bulk: 'payout',
  'by-hand': 'payout',
  return: 'returned',
  refund: 'returned',
  withdrawal: 'withdrawal',
  revenue: 'revenue',
  'fee-return': 'returned',
};

/** Remembers what a run pays, unless it is rent. */
export function runOf(books: Books, { runId, source }: PayoutRunCreated['data']): void {
  const kind = OTHER_RUNS[source];
  if (kind) books.otherRuns.set(runId, kind);
}

const moneyOf = (delivered: string | null): Exact | null => (delivered === null ? null : parseExact(delivered));

/**
 * What reached the escrow before its payment was known is now the payment's. A payment to the fee wallet that is no fee
 * is an arrival there too.
 */
function principal(books: Books, { kind, payer, payee }: PaymentBook, hash: string, amount: Exact): void {
  const isArrival = payee === escrowOf(books) || (payee === addressOf(books, 'feeWallet') && kind !== 'fee');
  if (!isArrival) return move(books, KINDS[kind], amount, payer, payee);
  count(books, KINDS[kind], amount);
  walletOf(books, payer).paid += amount;
  const arrival = books.arrivals.get(hash);
  if (!arrival) return void books.awaited.add(hash);
  count(books, 'arrival', -arrival.amount, -1);
  if (arrival.wallet) walletOf(books, arrival.wallet).paid -= arrival.part;
  books.arrivals.delete(hash);
}

const fee = (books: Books, { payer, feeWallet }: PaymentBook, amount: Exact): void =>
  move(books, 'fee', amount, payer, feeWallet);

const paidOut = (books: Books, runId: string, wallet: string, amount: string): void =>
  move(books, books.otherRuns.get(runId) ?? 'rent_share', parseExact(amount), addressOf(books, purseOf(runId)), wallet);

function issued(books: Books, wallet: string, tokens: number): void {
  books.tokensIssued += tokens;
  walletOf(books, wallet).tokens += tokens;
}

const DEPOSIT = /^deposit\/(\d+)$/;

/**
 * RLUSD that no payment of the platform brought: a deposit is its landlord's. The case that opens in the same commit
 * names the sender of what is in suspense. Small arrivals from many senders are nobody's.
 */
function unannounced(
  books: Books,
  { postingId, entries }: (EscrowPosted | FeesPosted)['data'],
  hash: string,
  amount: Exact,
): void {
  count(books, 'arrival', amount);
  const owned = entries.find(({ account }) => account === `suspense/${hash}` || DEPOSIT.test(account));
  const part = owned ? parseExact(owned.amount) : 0n;
  const property = DEPOSIT.exec(owned?.account ?? '')?.[1];
  const wallet = property === undefined ? null : (books.properties.get(Number(property))?.owner ?? null);
  if (wallet) walletOf(books, wallet).paid += part;
  const isSmall = entries.some(({ account }) => account === `suspense/${SMALL_ARRIVALS}`);
  const isNobodys = isSmall && !postingId.startsWith('by-mark/');
  if (!isNobodys) books.arrivals.set(hash, { wallet, part, amount });
}

/** The case of money in suspense names its sender. */
export function ownerOfArrival(books: Books, { kind, wallet, txHash }: CaseOpened['data']): void {
  const arrival = isSuspense(kind) && wallet && txHash ? books.arrivals.get(txHash) : undefined;
  if (!arrival || arrival.wallet !== null) return;
  arrival.wallet = wallet;
  walletOf(books, wallet!).paid += arrival.part;
}

/** Forgets a payment that has ended once all of its legs are counted, to save memory. */
export function forget({ payments, open }: Books, paymentId: string, waitsForLegs: boolean): void {
  const payment = payments.get(paymentId);
  if (!payment || open.has(paymentId)) return;
  const { counted, fee, tokens } = payment;
  const isCounted =
    counted.has('recipient') && (fee === 0n || counted.has('platform')) && (tokens === 0 || counted.has('issuance'));
  if (isCounted || !waitsForLegs) payments.delete(paymentId);
}

type Purse = ReturnType<typeof purseOf>;

/** An account that the log does not name has no address yet. */
const addressOf = ({ accounts }: Books, name: Purse): string => accounts.get(name) ?? name;
const escrowOf = (books: Books): string => addressOf(books, 'payoutEscrow');

function move(books: Books, kind: MovedKind, amount: Exact, from: string, to: string): void {
  count(books, kind, amount);
  walletOf(books, from).paid += amount;
  walletOf(books, to).received += amount;
}

function count({ moved }: Books, kind: MovedKind, amount: Exact, transactions = 1): void {
  const sum = moved.get(kind) ?? { transactions: 0, amount: 0n };
  moved.set(kind, { transactions: sum.transactions + transactions, amount: sum.amount + amount });
}

export function walletOf(books: Books, wallet: string): WalletBook {
  let book = books.wallets.get(wallet);
  if (!book) books.wallets.set(wallet, (book = { paid: 0n, received: 0n, tokens: 0 }));
  return book;
}
