import type { TransactionEnding } from '@tknest/contracts/api';
import type { PaymentEvent } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import { toSequence } from '../../../../platform/event-store/positions.js';
import type { Projection } from '../../../../platform/projections/projection.js';
import { recipeOf } from '../../kinds/index.js';
import { describePayout, insertPaidOut, isPayout, type PaidOut } from './payout-rows.js';

/**
 * The transaction log that admins filter: a row for each payment's principal and one for its fee, one for each paid
 * line of a payout run and for the run's fee. `seq` is the log position of its start, which orders rows forever and
 * makes paging stable. Beside it the different texts and wallets, which a search looks through first, and the sums of
 * each day: both cost the same at any size.
 */
export const transactionsProjection: Projection = {
  name: 'transactions',
  version: 5,
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
    'PayoutSettled',
    'UnclaimedPaid',
    'PayoutFeePaid',
  ],
  onError: 'halt',
  async apply(events, tx) {
    for (const event of events) {
      if (isPayout(event)) await paidOut(event, tx);
      else await fold(event as unknown as PaymentEvent, event, tx);
    }
  },
};

type Started = Extract<PaymentEvent, { type: 'PaymentStarted' }>['data'];

async function fold(event: PaymentEvent, { position, at }: RecordedEvent, tx: EntityManager): Promise<void> {
  const set = (leg: string, assignments: string, ...values: unknown[]) =>
    change(tx, assignments, [event.data.paymentId, leg, ...values]);
  switch (event.type) {
    case 'PaymentStarted':
      return insert(event.data, position, at, tx);
    case 'PaymentSubmitted':
      if (isMoney(event.data.leg)) await set(event.data.leg, `status = 'processing', tx_hash = $3`, event.data.hash);
      return;
    case 'LegValidated':
      if (isMoney(event.data.leg))
        await set(
          event.data.leg,
          `tx_hash = $3, ledger_index = $4${event.data.leg === 'platform' ? ", status = 'completed'" : ''}`,
          event.data.hash,
          event.data.ledgerIndex,
        );
      return;
    case 'LegFailed':
      if (event.data.leg === 'platform') await set('platform', `status = 'pending'`);
      return;
    case 'FeeLeftUnpaid':
      return void (await set('platform', `status = 'failed'`));
    case 'PaymentCompleted':
      return void (await set('recipient', `status = 'completed'`));
    case 'LatePrincipalFound':
      return void (await set(
        'recipient',
        // The payment has ended: what landed is owed back, unless `PaymentRevived` follows.
        `tx_hash = $3, ledger_index = $4, ending = null`,
        event.data.hash,
        event.data.ledgerIndex,
      ));
    case 'PaymentRevived':
      return void (await set('recipient', `status = 'processing', ending = null`));
    case 'PaymentFailed':
    case 'PaymentCancelled':
    case 'PaymentExpired':
      await set('recipient', `status = 'failed', ending = $3`, endingOf(event));
      // A fee that was paid stays paid, also where the principal is owed back.
      await set('platform', `status = ${UNLESS_PAID}, ending = $3`, endingOf(event));
  }
}

const UNLESS_PAID = `case when t.status = 'completed' then t.status else 'failed' end`;

/** Why no money moved, where nothing went wrong. */
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

interface Counted {
  day: string;
  type: string;
  status: string;
  amount: string;
}

/** Changes a payment's row; where its status changes, the sums of its day follow. */
async function change(tx: EntityManager, assignments: string, values: unknown[]): Promise<void> {
  const [rows]: [(Counted & { before: string })[]] = await tx.query(
    `with old as (select id, status from transactions where payment_id = $1 and leg = $2)
     update transactions t set ${assignments} from old where t.id = old.id
     returning left(t.at, 10) as day, t.type, t.status, t.amount::text as amount, old.status as before`,
    values,
  );
  for (const row of rows) {
    if (row.status === row.before) continue;
    await count(tx, { ...row, status: row.before }, -1);
    await count(tx, row, 1);
  }
}

async function count(tx: EntityManager, { day, type, status, amount }: Counted, sign: 1 | -1): Promise<void> {
  await tx.query(
    `insert into transaction_days as d (day, type, status, transactions, amount) values ($1, $2, $3, $4::int, $4::int * $5::numeric)
     on conflict (day, type, status) do update set transactions = d.transactions + excluded.transactions, amount = d.amount + excluded.amount`,
    [day, type, status, sign, amount],
  );
}

/** What a search and the sums of the day need to know of a new row. */
async function index(id: string, wallet: string, counted: Counted, tx: EntityManager): Promise<void> {
  await tx.query(
    String.raw`insert into transaction_texts select text_key, type, lower(description || E'\n' || coalesce(property_name, '')) from transactions where id = $1 on conflict do nothing`,
    [id],
  );
  await tx.query('insert into transaction_wallets values ($1) on conflict do nothing', [wallet]);
  await count(tx, counted, 1);
}

/** A line of a payout run, or its fee, was paid: a row that is complete from the beginning. */
async function paidOut(event: PaidOut, tx: EntityManager): Promise<void> {
  const row = describePayout(event);
  await insertPaidOut(event, row, tx);
  const { wallet, amount } = event.data;
  await index(row.id, wallet, { day: event.at.slice(0, 10), type: row.type, status: 'completed', amount }, tx);
}

const isMoney = (leg: string) => leg === 'recipient' || leg === 'platform';

async function insert(data: Started, position: string, at: string, tx: EntityManager): Promise<void> {
  const sql = `insert into transactions (id, seq, payment_id, leg, status, type, description, user_wallet, counterparty, amount, currency, property_id, property_name, at)
    values ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
  const row = async (
    leg: string,
    order: number,
    type: string,
    description: string,
    counterparty: string,
    amount: string,
  ) => {
    await tx.query(sql, [
      `${data.paymentId}-${leg}`,
      BigInt(toSequence(position)) * 2n + BigInt(order),
      data.paymentId,
      leg,
      type,
      description,
      data.payer,
      counterparty,
      amount,
      'RLUSD',
      data.propertyId,
      data.propertyName,
      at,
    ]);
    await index(`${data.paymentId}-${leg}`, data.payer, { day: at.slice(0, 10), type, status: 'pending', amount }, tx);
  };
  const recipe = recipeOf(data);
  const description = recipe.title(data);
  await row('recipient', 1, recipe.listedAs, description, data.payee, data.amount);
  if (data.platformFee !== '0')
    await row('platform', 0, 'platform_fee', `Platform fee: ${description}`, data.feeWallet, data.platformFee);
}
