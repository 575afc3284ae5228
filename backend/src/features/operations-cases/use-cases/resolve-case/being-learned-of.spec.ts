import { expect, it } from '@jest/globals';
import type { PaymentEvent } from '@tknest/contracts/events';
import { context } from '#test/event-store/adapter.js';
import { startedPayment } from '#test/support/started-payment.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { opening } from '../../case-writes.js';
import { mustBeKnown } from './being-learned-of.js';

const started = startedPayment('p', { kind: 'principal_payback' });
const expired: PaymentEvent = { type: 'PaymentExpired', data: { paymentId: 'p' } };

it.each<[string, boolean, string | null, number, readonly PaymentEvent[]]>([
  ['is refused before its ledger was compared', false, 'p', 849, []],
  ['is refused while the payment that was found goes on', false, 'p', 850, [started]],
  ['counts once the comparison has found no payment to record', true, 'p', 850, []],
  ['counts once the payment has ended without the money', true, 'p', 850, [started, expired]],
  ['is refused while a payment that has ended may get it late', false, 'p', 849, [started, expired]],
  ['counts at once where no payment of the platform brought it', true, null, 0, []],
])('an answer about money in suspense %s', async (_, counts, paymentId, toLedger, facts) => {
  const store = new MemoryEventStore();
  const found = {
    kind: 'escrow-suspense',
    subject: 'R',
    summary: 'x',
    paymentId,
    details: { ledgerIndex: 850 },
  } as const;
  await store.appendMany(await opening(store, found), context());
  await store.append('reconciliation-purchases', 'none', [{ type: 'LedgerReconciled', data: { toLedger } }], context());
  if (facts.length > 0) await store.append('payment-p', 'none', facts, context());
  const answered = mustBeKnown(store, 'escrow-suspense-R');
  if (counts) await answered;
  else await expect(answered).rejects.toMatchObject({ reason: 'conflict', message: expect.stringContaining('Wait') });
});
