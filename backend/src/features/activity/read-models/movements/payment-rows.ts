/** Rows of a user's payment: one for the payer from the start, one for the payee once a validated ledger shows it. */
import type { ActivityType } from '@tknest/contracts/api';
import type { PaymentEvent, PaymentKind } from '@tknest/contracts/events';
import type { Recorded, RecordedEvent } from '#platform/event-store/event-store.js';
import type { MovementPage } from './movement-page.js';
import { amountOf, seqOf, type Direction, type MovementStatus } from './row.js';

export const PAYMENT_EVENTS = [
  'PaymentStarted',
  'PaymentSubmitted',
  'LegValidated',
  'PaymentCompleted',
  'PaymentFailed',
  'PaymentCancelled',
  'PaymentExpired',
  'LatePrincipalFound',
  'PaymentRevived',
  'ExtraPrincipalFound',
  'ExtraFeeFound',
  'FeeLeftUnpaid',
] as const;
export type PaymentFact = Extract<PaymentEvent, { type: (typeof PAYMENT_EVENTS)[number] }>;
type Started = Extract<PaymentFact, { type: 'PaymentStarted' }>['data'];
type Paid = { paymentId: string; hash: string; ledgerIndex: number };

const TYPES: Record<PaymentKind, ActivityType> = {
  property_purchase: 'purchase',
  rlusd_payment: 'direct_payment',
  principal_payback: 'repayment',
  deposit: 'deposit',
  refund: 'refund',
  fee: 'fee',
};

/** The payee's row of a payment. */
export const payeeRow = (paymentId: string) => `${paymentId}~in`;
/** Money that reached the escrow and was booked before its payment was known. */
export const arrivalRow = (hash: string) => `arrival-${hash}`;

/** Everything that an event may need to change a payment's rows, looked up at once. */
export function rowsAskedFor({ type, data }: Recorded<PaymentFact>): { ids: string[]; addresses: string[] } {
  if (type === 'PaymentStarted') return { ids: [data.paymentId], addresses: [data.payee] };
  const ids = [data.paymentId, payeeRow(data.paymentId)];
  return { ids: 'hash' in data ? [...ids, arrivalRow(data.hash)] : ids, addresses: [] };
}

export function foldPayment(event: Recorded<PaymentFact>, page: MovementPage): void {
  const { type, data } = event;
  const status = (to: MovementStatus) => {
    for (const id of [data.paymentId, payeeRow(data.paymentId)]) page.change(id, { status: to });
  };
  switch (type) {
    case 'PaymentStarted':
      return started(data, event, page);
    case 'PaymentSubmitted': {
      const isWaiting = page.find(data.paymentId)?.settled_seq === null;
      if (data.leg === 'recipient' && isWaiting)
        page.change(data.paymentId, { status: 'processing', tx_hash: data.hash });
      return;
    }
    case 'LegValidated':
      if (data.leg === 'recipient') return principalPaid(data, event, page);
      if (data.leg === 'platform') return feePaid('out', data, event, page);
      if (data.leg === 'fee-refund') return feePaid('in', data, event, page);
      if (data.leg === 'issuance') return tokensIssued(data, event, page);
      return;
    case 'LatePrincipalFound':
      return principalPaid(data, event, page);
    case 'ExtraPrincipalFound':
      return paidAgain(data, event, page);
    case 'ExtraFeeFound':
      return feePaid('out', data, event, page);
    case 'FeeLeftUnpaid':
      return page.change(data.paymentId, { fee: null });
    case 'PaymentRevived':
      return status('processing');
    case 'PaymentCompleted':
      return status('completed');
    case 'PaymentFailed':
      return status('failed');
    case 'PaymentCancelled':
      return status(data.by === 'wallet' ? 'declined' : 'cancelled');
    case 'PaymentExpired':
      return status('expired');
  }
}

const NOTHING = {
  settled_seq: null,
  counterparty: null,
  property_id: null,
  amount: null,
  fee: null,
  tokens: null,
  tx_hash: null,
  ledger_index: null,
  payment_id: null,
  receipt: null,
} as const;

function started(
  { paymentId, payer, payee, kind, propertyId, amount, platformFee, tokens }: Started,
  event: RecordedEvent,
  page: MovementPage,
): void {
  page.add({
    ...NOTHING,
    id: paymentId,
    wallet: payer,
    seq: String(seqOf(event, 'out')),
    at: event.at,
    date: event.metadata.businessDate,
    type: TYPES[kind],
    direction: 'out',
    status: 'pending',
    payment_id: paymentId,
    counterparty: page.isPlatform(payee) ? null : payee,
    property_id: propertyId,
    amount,
    fee: platformFee === '0' ? null : platformFee,
    tokens: tokens === null ? null : String(tokens),
  });
}

/** The columns that a validated transaction sets in the row that it settled. */
const settledBy = (event: RecordedEvent, direction: Direction, { hash, ledgerIndex }: Omit<Paid, 'paymentId'>) => {
  const seq = String(seqOf(event, direction));
  const { at, metadata } = event;
  const when = { seq, settled_seq: seq, at, date: metadata.businessDate };
  return { ...when, direction, tx_hash: hash, ledger_index: String(ledgerIndex) };
};

/**
 * A validated ledger shows the principal: the payer's row is settled with what was delivered, and the payee gets a row.
 * Money that was booked as an arrival before its payment was known stays in the period in which it arrived.
 */
function principalPaid(paid: Paid & { delivered: string | null }, event: RecordedEvent, page: MovementPage): void {
  const { paymentId, hash, delivered } = paid;
  const arrived = page.find(arrivalRow(hash));
  page.remove(arrivalRow(hash));
  const row = page.find(paymentId);
  if (!row || row.settled_seq !== null) return;
  const { seq: _, direction: __, ...settled } = settledBy(event, 'out', paid);
  const place = arrived && { at: arrived.at, date: arrived.date, settled_seq: arrived.settled_seq };
  const amount = delivered ? amountOf(delivered) : row.amount;
  page.change(paymentId, { ...settled, ...place, amount, receipt: row.payment_id });
  const { wallet, counterparty, at, date } = row;
  if (counterparty === null) return;
  const own = { id: payeeRow(paymentId), wallet: counterparty, counterparty: wallet, fee: null, at, date };
  page.add({ ...row, ...settledBy(event, 'in', paid), ...own });
}

/** The payer paid the principal a second time: it gets rows of its own on both sides. */
function paidAgain(again: Paid & { delivered: string }, event: RecordedEvent, page: MovementPage): void {
  const { paymentId, hash, delivered } = again;
  const row = page.find(paymentId);
  if (row) {
    const { wallet, counterparty, type, property_id, payment_id } = row;
    const about = {
      ...NOTHING,
      type,
      status: 'completed',
      property_id,
      payment_id,
      amount: amountOf(delivered),
    } as const;
    const id = `${paymentId}~again~${hash}`;
    page.add({ ...about, ...settledBy(event, 'out', again), id, wallet, counterparty });
    if (counterparty !== null)
      page.add({
        ...about,
        ...settledBy(event, 'in', again),
        id: `${id}~in`,
        wallet: counterparty,
        counterparty: wallet,
      });
  }
  page.remove(arrivalRow(hash));
}

/** A platform fee that a validated ledger shows, or one that was refunded. */
function feePaid(
  direction: Direction,
  fee: Paid & { delivered: string | null },
  event: RecordedEvent,
  page: MovementPage,
): void {
  const { paymentId, hash, delivered } = fee;
  const row = page.find(paymentId);
  if (!row) return;
  const { wallet, property_id, payment_id, receipt } = row;
  page.add({
    ...NOTHING,
    ...settledBy(event, direction, fee),
    id: `${paymentId}~fee~${hash}`,
    wallet,
    type: 'fee',
    status: 'completed',
    property_id,
    payment_id,
    receipt,
    amount: delivered ? amountOf(delivered) : row.fee,
  });
  // A payment that was given up reached the ledger after all.
  if (direction === 'out' && delivered && row.fee === null) page.change(paymentId, { fee: amountOf(delivered) });
}

function tokensIssued(issued: Paid, event: RecordedEvent, page: MovementPage): void {
  const row = page.find(issued.paymentId);
  if (!row) return;
  const { wallet, property_id, tokens, payment_id, receipt } = row;
  page.add({
    ...NOTHING,
    ...settledBy(event, 'in', issued),
    id: `${issued.paymentId}~tokens`,
    wallet,
    type: 'issuance',
    status: 'completed',
    property_id,
    tokens,
    payment_id,
    receipt,
  });
}
