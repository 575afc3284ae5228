import type { TransactionEnding } from '@tknest/contracts/api';
import type { PaymentEvent, PayoutFeePaid, PayoutSettled, UnclaimedPaid } from '@tknest/contracts/events';
import type { Recorded } from '#platform/event-store/event-store.js';
import { toSequence } from '#platform/event-store/positions.js';
import type { Projection } from '#platform/projections/projection.js';
import { recipeOf } from '../../kinds/index.js';
import { describePayout, isPayout, type PaidOut } from './payout-rows.js';
import { rowOf, TransactionPage, type Leg } from './transaction-page.js';

type Folded = PaymentEvent | PayoutSettled | UnclaimedPaid | PayoutFeePaid;

/**
 * The transaction log that admins filter: a row for each payment's principal and one for its fee, one for each fee that
 * was paid again or sent back (with a negative amount), one for each paid line of a payout run and for its fee. `seq`
 * is the log position of its start, which orders rows permanently and makes paging stable. Also the distinct texts and
 * wallets, which a search looks through first, and the sums of each day: both cost the same at any size.
 */
export const transactionsProjection: Projection<Folded> = {
  name: 'transactions',
  version: 1,
  tables: ['transactions', 'transaction_texts', 'transaction_wallets', 'transaction_days'],
  events: [
    'PaymentStarted',
    'PaymentSubmitted',
    'LegValidated',
    'LegFailed',
    'FeeLeftUnpaid',
    'PaymentCompleted',
    'PaymentFailed',
    'PaymentCancelled',
    'PaymentExpired',
    'LatePrincipalFound',
    'PaymentRevived',
    'ExtraPrincipalFound',
    'ExtraFeeFound',
    'PayoutSettled',
    'UnclaimedPaid',
    'PayoutFeePaid',
  ],
  onError: 'halt',
  async apply(events, tx) {
    const payouts = events.filter(isPayout);
    const payments = events.filter((event) => !isPayout(event)).filter(({ type }) => type !== 'PaymentStarted');
    const page = await TransactionPage.open(
      tx,
      [...new Set(payments.map(({ data }) => data.paymentId))],
      [...new Set(payouts.flatMap(({ data }) => data.propertyId ?? []))],
    );
    for (const event of events)
      if (isPayout(event)) paidOut(event, page);
      else fold(event, page);
    await page.write();
  },
};

type Started = Extract<PaymentEvent, { type: 'PaymentStarted' }>;

function fold(event: Recorded<PaymentEvent>, page: TransactionPage): void {
  const set = (leg: Leg, change: Parameters<TransactionPage['change']>[2]) =>
    page.change(event.data.paymentId, leg, change);
  switch (event.type) {
    case 'PaymentStarted':
      return started(event, page);
    case 'PaymentSubmitted': {
      const { leg, hash } = event.data;
      return isMoney(leg) ? set(leg, () => ({ status: 'processing', tx_hash: hash })) : undefined;
    }
    case 'LegValidated': {
      const { leg, hash, ledgerIndex } = event.data;
      const paid = { tx_hash: hash, ledger_index: ledgerIndex };
      if (leg === 'fee-refund') return moreFees(event, page, true);
      if (isMoney(leg)) set(leg, () => (leg === 'platform' ? { ...paid, status: 'completed' } : paid));
      return;
    }
    case 'LegFailed':
      return event.data.leg === 'platform' ? set('platform', () => ({ status: 'pending' })) : undefined;
    case 'FeeLeftUnpaid':
      return set('platform', () => ({ status: 'failed' }));
    case 'PaymentCompleted':
      return set('recipient', () => ({ status: 'completed' }));
    case 'LatePrincipalFound': {
      const { hash, ledgerIndex } = event.data;
      // The payment had ended, so the money is owed back, unless `PaymentRevived` follows. A fee counts.
      return set('recipient', ({ type, status }) => ({
        tx_hash: hash,
        ledger_index: ledgerIndex,
        ending: null,
        status: type === 'platform_fee' ? 'completed' : status,
      }));
    }
    case 'ExtraFeeFound':
      return moreFees(event, page, false);
    case 'ExtraPrincipalFound': {
      const isFee = page.rowOf(event.data.paymentId, 'recipient')?.type === 'platform_fee';
      return isFee ? moreFees(event, page, false) : undefined;
    }
    case 'PaymentRevived':
      set('recipient', () => ({ status: 'processing', ending: null }));
      // The fee is requested again.
      return set('platform', ({ status }) => (status === 'completed' ? {} : { status: 'pending', ending: null }));
    case 'PaymentFailed':
    case 'PaymentCancelled':
    case 'PaymentExpired': {
      const ending = endingOf(event);
      set('recipient', () => ({ status: 'failed', ending }));
      // A fee that was paid stays paid, even if the principal is owed back.
      set('platform', ({ status }) => ({ status: status === 'completed' ? status : 'failed', ending }));
    }
  }
}

type OfFee = Extract<PaymentEvent, { type: 'LegValidated' | 'ExtraFeeFound' | 'ExtraPrincipalFound' }>;

/** A fee that was sent back, with a negative amount, or paid again: the row is inserted complete. */
function moreFees(event: Recorded<OfFee>, page: TransactionPage, isBack: boolean): void {
  const { paymentId, hash, ledgerIndex, delivered } = event.data;
  const of = page.rowOf(paymentId, 'platform') ?? page.rowOf(paymentId, 'recipient');
  if (!of) return;
  const { user_wallet, counterparty, property_id, property_name } = of;
  const [leg, type] = ['platform', 'platform_fee'] as const;
  const moved = delivered ?? of.amount;
  const amount = isBack ? `-${moved}` : moved;
  const what = isBack ? 'Platform fee sent back' : 'Platform fee, paid again';
  const description = property_name === null ? what : `${what} for ${property_name}`;
  const about = { user_wallet, counterparty, property_id, property_name, description, amount, leg, type };
  const id = `${paymentId}-fee-${hash}`;
  page.add(
    { ...about, id, seq: seqOf(event.position, 0), payment_id: paymentId, ...whenOf(event) },
    { status: 'completed', tx_hash: hash, ledger_index: ledgerIndex },
  );
}

/** Why no money moved although nothing went wrong. */
function endingOf(
  event: Extract<PaymentEvent, { type: 'PaymentFailed' | 'PaymentCancelled' | 'PaymentExpired' }>,
): TransactionEnding | null {
  switch (event.type) {
    case 'PaymentFailed':
      return null;
    case 'PaymentCancelled':
      return event.data.by === 'wallet' ? 'declined' : 'cancelled';
    case 'PaymentExpired':
      return 'expired';
  }
}

const isMoney = (leg: string): leg is 'recipient' | 'platform' => leg === 'recipient' || leg === 'platform';

const seqOf = (position: string, order: 0 | 1): string => String(BigInt(toSequence(position)) * 2n + BigInt(order));

const whenOf = ({ at, metadata }: Recorded<Folded>) => ({ at, date: metadata.businessDate });

/** A line of a payout run, or its fee, was paid: the row is inserted complete. */
function paidOut(event: PaidOut, page: TransactionPage): void {
  const { wallet, amount, propertyId, hash, ledgerIndex } = event.data;
  const { id, type, description } = describePayout(event);
  // The property's name as in its purchases.
  const name = page.nameOf(propertyId);
  page.add(
    {
      id,
      seq: seqOf(event.position, 0),
      payment_id: null,
      leg: 'payout',
      type,
      user_wallet: wallet,
      amount,
      counterparty: 'payout escrow',
      property_id: propertyId,
      property_name: name,
      ...whenOf(event),
      description: name === null ? description : `${description} for ${name}`,
    },
    { status: 'completed', tx_hash: hash, ledger_index: ledgerIndex },
  );
}

function started(event: Recorded<Started>, page: TransactionPage): void {
  const { data, position } = event;
  const { paymentId, payer, propertyId: property_id, propertyName: property_name } = data;
  const about = { payment_id: paymentId, user_wallet: payer, property_id, property_name, ...whenOf(event) };
  const recipe = recipeOf(data);
  const description = recipe.title(data);
  page.add({
    ...about,
    id: rowOf(paymentId, 'recipient'),
    seq: seqOf(position, 1),
    leg: 'recipient',
    type: recipe.listedAs,
    description,
    counterparty: data.payee,
    amount: data.amount,
  });
  if (data.platformFee === '0') return;
  page.add({
    ...about,
    id: rowOf(paymentId, 'platform'),
    seq: seqOf(position, 0),
    leg: 'platform',
    type: 'platform_fee',
    description: `Platform fee: ${description}`,
    counterparty: data.feeWallet,
    amount: data.platformFee,
  });
}
