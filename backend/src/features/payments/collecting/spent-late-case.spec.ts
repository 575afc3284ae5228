import { expect, it } from '@jest/globals';
import { parseRlusd } from '@tknest/contracts/money';
import { context } from '#test/event-store/adapter.js';
import { startedPayment } from '#test/support/started-payment.js';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { bookByMark, emptyEscrow, evolveEscrow } from '#features/payouts/escrow/escrow.decider.js';
import { releaseSuspense } from '#features/payouts/escrow/suspense.decider.js';
import { noRun } from '#features/payouts/rules.public.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import type { PaidPayment } from '../payment.state.js';
import { loadPayment } from './commit.js';
import { acceptLatePrincipal, complete } from './endings.js';

const P1 = '00000000-0000-4000-8000-000000000001';
const P2 = '00000000-0000-4000-8000-000000000002';

it('no case is left that says a late refund counts as paid, where its money was spent before', async () => {
  const clock = { now: () => new Date(0), sleep: async () => undefined };
  const store = new MemoryEventStore(clock);
  const append = (stream: string, ...events: any[]) => store.append(stream, 'any', events, context());
  await append(`payment-${P1}`, startedPayment(P1, { payer: 'rBuyer', payee: 'rOwner' }));
  const refund = { kind: 'refund', payer: 'rOwner', payee: 'rEscrow', amount: '500', platformFee: '0', refundOf: P1 };
  await append(`payment-${P2}`, startedPayment(P2, refund as never), {
    type: 'PaymentExpired',
    data: { paymentId: P2 },
  });
  const arrived = { hash: 'HASH', ledgerIndex: 7, delivered: '500', note: 'x' };
  const booked = bookByMark(arrived, 'suspense/HASH', true, emptyEscrow);
  const back = { hash: 'HASH', runId: 'return-HASH', wallet: 'rOwner', propertyId: 1, resolution: 'refunded' };
  const released = releaseSuspense(
    { ...back, today: '2027-01-15', amount: parseRlusd('500') },
    { run: noRun, escrow: evolveEscrow(emptyEscrow, booked) },
  );
  await append('escrow-books', booked, ...released.escrow!);
  const ports: any = {
    store,
    clock,
    turns: {},
    businessDate: async () => '2027-01-15',
    paidOn: async () => '2027-01-15',
    accounts: { settledBefore: async () => [] },
  };
  await acceptLatePrincipal(ports, await loadPayment(ports, P2), { hash: 'HASH', ledgerIndex: 7 });
  const revived = await loadPayment(ports, P2);
  await complete(ports, { ...revived, state: revived.state as PaidPayment });
  const { state } = await loadPayment(ports, P2);
  expect(state).toMatchObject({ phase: 'failed', error: { code: 'spent-before' } });
  const events: any[] = [];
  for await (const event of store.read(`case-late-principal-${P2}`)) events.push(event);
  const { status } = (await load(store, caseFold(`late-principal-${P2}`))).state;
  expect({ status, summary: events[0]?.data.summary }).not.toEqual({
    status: 'open',
    summary: 'A payment arrived after it had ended. It counts as paid.',
  });
});
