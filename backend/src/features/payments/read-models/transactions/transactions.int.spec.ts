import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PaymentEvent } from '@tknest/contracts/events';
import { parseRlusd } from '@tknest/contracts/money';
import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { startedPayment } from '#test/support/started-payment.js';
import { context } from '#test/event-store/adapter.js';
import { feesAndUnderWay } from '../../readers.public.js';
import { transactionsProjection } from './transactions.projection.js';

let db: TestDatabase;
let instance: Instance;
beforeAll(async () => {
  db = await freshDatabase();
  instance = await startInstance(db.url, [transactionsProjection]);
});
afterAll(async () => {
  await instance?.stop();
  await db?.drop();
});

const started = (paymentId: string): PaymentEvent => startedPayment(paymentId);
const late = (paymentId: string): PaymentEvent[] => [
  started(paymentId),
  { type: 'PaymentExpired', data: { paymentId } },
  {
    type: 'LatePrincipalFound',
    data: { paymentId, hash: 'HASH', ledgerIndex: 900, delivered: '500', paidOn: '2026-12-01', foundOn: '2026-12-01' },
  },
];

async function rowsOf(events: (paymentId: string) => PaymentEvent[]): Promise<Record<string, unknown>[]> {
  const paymentId = randomUUID();
  await instance.store.append(`payment-${paymentId}`, 'none', events(paymentId), context());
  await instance.models.waitFor(await instance.store.head(), instance.models.names());
  return instance.dataSource.query(
    'select leg, status, date, tx_hash, ending from transactions where payment_id = $1 order by leg desc',
    [paymentId],
  );
}

describe('a payment in the transaction log', () => {
  it('whose principal landed late and is owed back has failed, and nothing of it is coming', async () => {
    expect(await rowsOf(late)).toEqual([
      { leg: 'recipient', status: 'failed', date: '2026-11-21', tx_hash: 'HASH', ending: null },
      { leg: 'platform', status: 'failed', date: '2026-11-21', tx_hash: null, ending: 'expired' },
    ]);
    const days: { status: string; transactions: string }[] = await instance.dataSource.query(
      "select status, sum(transactions)::text as transactions from transaction_days where type = 'property_purchase' group by status having sum(transactions) <> 0",
    );
    expect(days).toEqual([{ status: 'failed', transactions: '1' }]);
  });

  it('that goes on after it landed late is processing, and its fee is asked for again', async () => {
    const revived = (paymentId: string): PaymentEvent[] => [
      ...late(paymentId),
      { type: 'PaymentRevived', data: { paymentId } },
    ];
    expect(await rowsOf(revived)).toMatchObject([
      { leg: 'recipient', status: 'processing', ending: null },
      { leg: 'platform', status: 'pending', ending: null },
    ]);
  });

  it('whose principal is owed back keeps its fee as paid', async () => {
    const at = { attempt: 1, hash: 'FEE', ledgerIndex: 901, result: 'tesSUCCESS', delivered: null };
    const owed = (paymentId: string): PaymentEvent[] => [
      started(paymentId),
      { type: 'LegValidated', data: { paymentId, leg: 'recipient', ...at, hash: 'PAID' } },
      { type: 'LegValidated', data: { paymentId, leg: 'platform', ...at } },
      { type: 'PaymentFailed', data: { paymentId, code: 'undeliverable-deposit-auth', message: '' } },
    ];
    expect(await rowsOf(owed)).toMatchObject([
      { leg: 'recipient', status: 'failed', tx_hash: 'PAID' },
      { leg: 'platform', status: 'completed', tx_hash: 'FEE' },
    ]);
  });
});

describe('fees in the transaction log', () => {
  const at = (paymentId: string, leg: 'recipient' | 'platform' | 'fee-refund', hash: string): PaymentEvent => ({
    type: 'LegValidated',
    data: { paymentId, leg, attempt: 1, hash, ledgerIndex: 900, result: 'tesSUCCESS', delivered: '12.5' },
  });
  it('has one that was paid again, and one that was sent back, which no longer counts as received', async () => {
    const before = await feesAndUnderWay(instance.dataSource);
    let paymentId = '';
    await rowsOf((id) => [
      started((paymentId = id)),
      at(id, 'platform', 'FEE'),
      { type: 'ExtraFeeFound', data: { paymentId: id, hash: 'AGAIN', ledgerIndex: 901, delivered: '12.5' } },
      at(id, 'fee-refund', 'BACK'),
    ]);
    const sql = `select status, amount::text as amount, tx_hash, description from transactions
      where payment_id = $1 and type = 'platform_fee' order by seq`;
    expect(await instance.dataSource.query(sql, [paymentId])).toMatchObject([
      { status: 'completed', amount: '12.5', tx_hash: 'FEE' },
      { status: 'completed', amount: '12.5', tx_hash: 'AGAIN', description: expect.stringMatching(/paid again/) },
      { status: 'completed', amount: '-12.5', tx_hash: 'BACK', description: expect.stringMatching(/sent back/) },
    ]);
    const after = await feesAndUnderWay(instance.dataSource);
    expect(after.paid - before.paid).toBe(parseRlusd('12.5'));
  });

  it('has an owed one that arrived after its payment had ended: it counts', async () => {
    const owed = (id: string) => startedPayment(id, { kind: 'fee', amount: '12.5', platformFee: '0' });
    const [row] = await rowsOf((id) => [owed(id), ...late(id).slice(1)]);
    expect(row).toMatchObject({ leg: 'recipient', status: 'completed', tx_hash: 'HASH' });
  });
});
