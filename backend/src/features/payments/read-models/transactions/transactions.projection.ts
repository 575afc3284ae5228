import type { PaymentEvent } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import type { Projection } from '../../../../platform/projections/projection.js';

/**
 * The transaction log that admins filter: a row for each payment's principal and one for its fee. `seq` is the log position of its start,
 * which orders rows for ever and makes paging stable.
 */
export const transactionsProjection: Projection = {
  name: 'transactions',
  version: 1,
  tables: ['transactions'],
  events: ['PaymentStarted', 'PaymentSubmitted', 'LegValidated', 'LegFailed', 'FeeLeftUnpaid', 'PaymentCompleted', 'PaymentFailed', 'PaymentCancelled', 'PaymentExpired', 'LatePrincipalFound', 'PaymentRevived'],
  onError: 'halt',
  async apply(events, tx) {
    for (const event of events) await fold(event as unknown as PaymentEvent, event, tx);
  },
};

type Started = Extract<PaymentEvent, { type: 'PaymentStarted' }>['data'];

/** The row as people read it. */
function describe({ kind, tokens, propertyName, memo }: Started): string {
  if (kind === 'property_purchase') return `Purchase of ${tokens} tokens of ${propertyName}`;
  if (kind === 'principal_payback') return `Loan payback for ${propertyName ?? 'a property'}`;
  if (kind === 'refund') return `Refund${propertyName ? ` for ${propertyName}` : ''}`;
  return memo ? `RLUSD payment: ${memo}` : 'RLUSD payment';
}

async function fold(event: PaymentEvent, { position, at }: RecordedEvent, tx: EntityManager): Promise<void> {
  const set = (leg: string, assignments: string, ...values: unknown[]) => tx.query(`update transactions set ${assignments} where payment_id = $1 and leg = $2`, [event.data.paymentId, leg, ...values]);
  switch (event.type) {
    case 'PaymentStarted':
      return insert(event.data, position, at, tx);
    case 'PaymentSubmitted':
      if (isMoney(event.data.leg)) await set(event.data.leg, `status = 'processing', tx_hash = $3`, event.data.hash);
      return;
    case 'LegValidated':
      if (isMoney(event.data.leg)) await set(event.data.leg, `tx_hash = $3, ledger_index = $4${event.data.leg === 'platform' ? ", status = 'completed'" : ''}`, event.data.hash, event.data.ledgerIndex);
      return;
    case 'LegFailed':
      if (event.data.leg === 'platform') await set('platform', `status = 'pending'`);
      return;
    case 'FeeLeftUnpaid':
      return void (await set('platform', `status = 'failed'`));
    case 'PaymentCompleted':
      return void (await set('recipient', `status = 'completed'`));
    case 'LatePrincipalFound':
      return void (await set('recipient', `tx_hash = $3, ledger_index = $4, status = 'processing'`, event.data.hash, event.data.ledgerIndex));
    case 'PaymentRevived':
      return void (await set('recipient', `status = 'processing'`));
    case 'PaymentFailed':
    case 'PaymentCancelled':
    case 'PaymentExpired':
      await set('recipient', `status = 'failed'`);
      return void (await set('platform', `status = 'failed'`));
  }
}

const isMoney = (leg: string) => leg === 'recipient' || leg === 'platform';

async function insert(data: Started, position: string, at: string, tx: EntityManager): Promise<void> {
  const sql = `insert into transactions (id, seq, payment_id, leg, status, type, description, user_wallet, counterparty, amount, currency, property_id, property_name, at)
    values ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $9, $10, $11, $12, $13)`;
  const row = (leg: string, order: number, type: string, description: string, counterparty: string, amount: string) =>
    tx.query(sql, [`${data.paymentId}-${leg}`, BigInt(position) * 2n + BigInt(order), data.paymentId, leg, type, description, data.payer, counterparty, amount, 'RLUSD', data.propertyId, data.propertyName, at]);
  const description = describe(data);
  await row('recipient', 1, data.kind === 'refund' ? 'rlusd_payment' : data.kind, description, data.payee, data.amount);
  if (data.platformFee !== '0') await row('platform', 0, 'platform_fee', `Platform fee: ${description}`, data.feeWallet, data.platformFee);
}
