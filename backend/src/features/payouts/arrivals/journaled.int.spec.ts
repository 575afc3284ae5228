import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { PaymentEvent } from '@tknest/contracts/events';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { context, event } from '#test/event-store/adapter.js';
import { transactionsProjection } from '#features/payments/read-models/transactions/transactions.projection.js';
import { legHashesProjection } from '#features/reconciliation/read-models/leg-hashes/leg-hashes.projection.js';
import { journaledOf } from './journaled.js';

let db: TestDatabase;
let instance: Instance;
beforeAll(async () => {
  db = await freshDatabase();
  instance = await startInstance(db.url, [legHashesProjection, transactionsProjection]);
});
afterAll(async () => {
  await instance?.stop();
  await db?.drop();
});

type Kind = Extract<PaymentEvent, { type: 'PaymentStarted' }>['data']['kind'];

/** A payment to the escrow whose signed hash is named after its kind, or several hashes one after another. */
async function signed(kind: Kind, hashes: readonly string[] = [kind]): Promise<void> {
  const paymentId = randomUUID();
  const started = {
    paymentId,
    payer: 'rOwner',
    kind,
    payee: 'rEscrow',
    feeWallet: 'rFees',
    propertyId: null,
    propertyName: null,
    tokens: null,
    amount: '100',
    platformFee: '2.5',
    totalAmount: '102.5',
    memo: null,
    refundOf: null,
    expiresAt: '2027-01-15T12:00:00.000Z',
  };
  const leg = (name: string, hash: string, attempt = 1) => [
    event({ paymentId, leg: name, attempt, transaction: {} }, 'LegPrepared'),
    event({ paymentId, leg: name, attempt, hash }, 'LegSigned'),
  ];
  const events = [
    event(started, 'PaymentStarted'),
    ...hashes.flatMap((hash, index) => leg('recipient', hash, index + 1)),
    ...leg('platform', `${kind}-fee`),
  ];
  await instance.store.append(`payment-${paymentId}`, 'none', events, context());
}

it('a direct payment that names the escrow as its payee is an arrival like any other: nobody else books it', async () => {
  for (const kind of ['rlusd_payment', 'principal_payback', 'deposit', 'refund'] as const) await signed(kind);
  await instance.models.waitFor(await instance.store.head(), instance.models.names());
  const asked = ['rlusd_payment', 'rlusd_payment-fee', 'principal_payback', 'deposit', 'refund', 'unknown'];
  expect([...(await journaledOf(asked, { db: instance.dataSource, store: instance.store }))].sort()).toEqual([
    'deposit',
    'principal_payback',
    'refund',
    'rlusd_payment-fee',
  ]);
});

it('of a refund that was signed twice, only the signature that its payment stands for is the buyer’s', async () => {
  await signed('refund', ['first', 'again']);
  await instance.models.waitFor(await instance.store.head(), instance.models.names());
  const known = await journaledOf(['first', 'again'], { db: instance.dataSource, store: instance.store });
  expect([...known]).toEqual(['again']);
});
