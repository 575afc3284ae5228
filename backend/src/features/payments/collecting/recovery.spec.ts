import { beforeEach, describe, expect, it } from '@jest/globals';
import { RLUSD, seal } from '#test/support/marked-purchase.js';
import { openedPayment, startedPayment } from '#test/support/started-payment.js';
import { context } from '#test/event-store/adapter.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { load } from '#platform/event-store/folding.js';
import { bookByMark } from '#features/payouts/escrow/escrow.decider.js';
import { balanceOf, emptyEscrow, escrowFold } from '#features/payouts/rules.public.js';
import { markOf } from '../payment-mark.js';
import { paymentStream } from '../payment.state.js';
import { rlusdPayment } from '../transactions.js';
import { findPayment } from './commit.js';
import { PaymentCollector } from './payment-collector.js';
import type { PaymentPorts } from './ports.js';
import { recover } from './recovery.js';

const [ORIGINAL, REFUND] = ['7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a12', '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a13'];
const found = { hash: 'R', payer: 'rOwner', ledgerIndex: 850 };

describe('a refund that a restored log lost', () => {
  let store: MemoryEventStore;
  let ports: PaymentPorts;
  beforeEach(async () => {
    store = new MemoryEventStore();
    const about = { kind: 'refund', payer: 'rOwner', payee: 'rEscrow', platformFee: '0', refundOf: ORIGINAL } as const;
    const refund = openedPayment(REFUND!, { ...about, tokens: null });
    const transaction = rlusdPayment({
      from: 'rOwner',
      to: 'rEscrow',
      amount: refund.amount,
      memo: null,
      mark: markOf(refund, 'recipient', seal),
      issuer: RLUSD,
      sequence: 7,
      lastLedgerSequence: 900,
      fee: 12n,
    });
    const seen = { kind: 'validated', result: 'tesSUCCESS', ledgerIndex: 850, transaction };
    ports = {
      store,
      seal,
      ledger: { conclude: async () => ({ ...seen, delivered: transaction.Amount }) },
      accounts: { address: async (name: string) => (name === 'payoutEscrow' ? 'rEscrow' : 'rFee') },
      clock: { now: () => new Date('2026-11-22T10:00:00Z') },
      mayGoOn: () => true,
      businessDate: async () => '2026-11-22',
      paidOn: async () => '2026-11-22',
      settings: { rlusdIssuer: RLUSD },
      turns: {},
    } as unknown as PaymentPorts;
    const arrival = { hash: 'R', ledgerIndex: 850, delivered: '500', note: 'x' };
    await store.append('escrow-books', 'none', [bookByMark(arrival, 'suspense/R', true, emptyEscrow)], context());
  });
  const original = (...more: { type: string; data: object }[]) =>
    store.append(paymentStream(ORIGINAL!), 'none', [startedPayment(ORIGINAL!), ...more], context());
  const expired = { type: 'PaymentExpired', data: { paymentId: ORIGINAL } };
  const landed = { hash: 'L', ledgerIndex: 9, delivered: '500', paidOn: '2026-11-01', foundOn: '2026-11-01' };
  const late = { type: 'LatePrincipalFound', data: { paymentId: ORIGINAL, ...landed } };
  const suspense = async () => balanceOf((await load(store, escrowFold)).state, 'suspense/R');

  it('leaves suspense for its buyer, by the run that the lost log would have made', async () => {
    await original(expired, late);
    expect(await recover(ports, found, 'count')).toBe(REFUND);
    await new PaymentCollector(ports).advance(REFUND!);
    expect((await findPayment({ store }, REFUND!)).state.phase).toBe('completed');
    const books = (await load(store, escrowFold)).state;
    expect([await suspense(), balanceOf(books, `run/refund-${REFUND}`) > 0n]).toEqual([0n, true]);
    expect(await recover(ports, found, 'count')).toBe(REFUND);
  });

  it('stays in suspense where nothing is owed, or another refund has begun', async () => {
    const other = { paymentId: ORIGINAL, refundId: 'another', principalHash: 'L' };
    await original(expired, late, { type: 'RefundBegun', data: other });
    expect(await recover(ports, found, 'count')).toBeNull();
    expect([(await findPayment({ store }, REFUND!)).state.phase, (await suspense()) > 0n]).toEqual(['none', true]);
  });
});
