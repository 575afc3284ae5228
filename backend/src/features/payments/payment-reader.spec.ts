import { describe, expect, it } from '@jest/globals';
import type { PaymentEvent, PaymentStarted } from '@tknest/contracts/events';
import { startedPayment } from '#test/support/started-payment.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { landedFacts } from './collecting/already-paid.js';
import { paymentStream } from './payment.state.js';
import { PaymentReader } from './payment-reader.js';

const ORIGINAL = '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a11';
const REFUND = '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a12';
const TODAY = '2027-01-15';

/** A purchase with a first principal that was owed back and refunded, and a second one that was found since. */
async function paidTwice(also: readonly PaymentEvent[] = [], of: Partial<PaymentStarted['data']> = {}) {
  const store = new MemoryEventStore();
  const add = (paymentId: string, ...events: PaymentEvent[]) =>
    store.append(paymentStream(paymentId), 'any', events, context());
  const terms = { paymentId: ORIGINAL, amount: 500_000_000n, platformFee: 0n };
  const tx = { Sequence: 7, LastLedgerSequence: 900 };
  const landed = { hash: 'FIRST', tx, ledgerIndex: 850, result: 'tesSUCCESS' };
  const owed = { hash: 'FIRST', ledgerIndex: 850, by: 'rOwner', to: 'rPayer', propertyId: 1, amount: '500' } as const;
  await add(
    ORIGINAL,
    startedPayment(ORIGINAL),
    ...landedFacts(terms, 'recipient', 1, landed, '2026-12-01'),
    {
      type: 'PrincipalOwedBack',
      data: {
        ...owed,
        paymentId: ORIGINAL,
        propertyName: 'Sample Court',
        reason: 'admin',
        dueOn: '2026-12-15',
        feeKept: false,
      },
    },
    { type: 'PaymentFailed', data: { paymentId: ORIGINAL, code: 'x', message: 'x' } },
    { type: 'RefundBegun', data: { paymentId: ORIGINAL, refundId: REFUND, principalHash: 'FIRST' } },
    ...also,
  );
  await add(
    REFUND,
    startedPayment(REFUND, { kind: 'refund', refundOf: ORIGINAL, payer: 'rOwner', ...of }),
    ...landedFacts({ ...terms, paymentId: REFUND }, 'recipient', 1, { ...landed, hash: 'BACK' }, '2026-12-02'),
    { type: 'PaymentCompleted', data: { paymentId: REFUND } },
  );
  const reader = new PaymentReader({ store, businessDate: async () => TODAY } as never);
  return reader.view(await reader.state(ORIGINAL));
}

describe('what a payment says of its refund', () => {
  it('is that it is paid once every principal is paid back', async () => {
    expect(await paidTwice()).toMatchObject({
      owedBack: { status: 'paid' },
      refund: { paymentId: REFUND, status: 'completed' },
    });
  });
  it('is that a second principal is due ten business days after it was found, while only the first is paid back', async () => {
    const data = {
      paymentId: ORIGINAL,
      hash: 'SECOND',
      ledgerIndex: 860,
      delivered: '500',
      foundOn: '2026-12-31' as const,
    };
    expect(await paidTwice([{ type: 'ExtraPrincipalFound', data }])).toMatchObject({
      owedBack: { status: 'due', dueOn: '2027-01-15' },
      refund: null,
    });
  });
  it.each<[string, Partial<PaymentStarted['data']>]>([
    ['of another payment', { refundOf: REFUND }],
    ['of a cent', { amount: '0.01' }],
    ['of somebody else', { payer: 'rPayer' }],
    ['that is none', { kind: 'rlusd_payment' }],
  ])('is nothing where a forged event names a refund %s', async (_, of) => {
    expect(await paidTwice([], of)).toMatchObject({ owedBack: { status: 'overdue' }, refund: null });
  });
});
