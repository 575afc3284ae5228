import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Leg, PaymentEvent } from '@tknest/contracts/events';
import { foldedPayment, startedPayment } from '#test/support/started-payment.js';
import { principalOf, principalToRefund } from './kinds/refund.js';
import { acceptExtra, orderFeeRefund } from './payment.decider.js';
import { evolvePayment, isFeeOwedWith } from './payment.evolve.js';
import { plan } from './payment.plan.js';
import { feesOwedBack, feesPaid, noPayment, owedBack } from './payment.state.js';
import { viewOf } from './payment.view.js';

const paymentId = '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a11';
const started = startedPayment(paymentId, { expiresAt: '2026-11-22T10:10:00Z' });
const leg = (name: Leg, attempt: number, state: 'validated' | 'void'): PaymentEvent[] => [
  {
    type: 'LegPrepared',
    data: {
      paymentId,
      leg: name,
      attempt,
      identifier: '',
      transaction: {},
      sequence: 7,
      lastLedgerSequence: 900,
      ledgerIndex: 800,
    },
  },
  {
    type: 'LegSigned',
    data: {
      paymentId,
      leg: name,
      attempt,
      hash: `${name}${attempt}`,
      sequence: 7,
      ticket: null,
      lastLedgerSequence: 900,
      blobItem: 'x',
    },
  },
  state === 'void'
    ? {
        type: 'LegVoided',
        data: { paymentId, leg: name, attempt, reason: '', hash: `${name}${attempt}`, lastLedgerSequence: 900 },
      }
    : {
        type: 'LegValidated',
        data: {
          paymentId,
          leg: name,
          attempt,
          hash: `${name}${attempt}`,
          ledgerIndex: 801,
          result: 'tesSUCCESS',
          delivered: null,
        },
      },
];
const completed: PaymentEvent = { type: 'PaymentCompleted', data: { paymentId } };
const failed: PaymentEvent = { type: 'PaymentFailed', data: { paymentId, code: 'x', message: 'x' } };
const begun = (refundId: string, principalHash: string): PaymentEvent => ({
  type: 'RefundBegun',
  data: { paymentId, refundId, principalHash },
});
const fold = (...events: PaymentEvent[]) => foldedPayment([started, ...events]);

describe('a principal that is owed back is refunded once', () => {
  const landed: PaymentEvent = {
    type: 'LatePrincipalFound',
    data: { paymentId, hash: 'late', ledgerIndex: 850, delivered: '500', paidOn: '2026-12-01', foundOn: '2026-12-01' },
  };
  const cancelled: PaymentEvent = { type: 'PaymentCancelled', data: { paymentId, by: 'payer' } };

  it('is possible for a principal that landed late and for nothing else', () => {
    expect(principalToRefund(fold(cancelled, landed), null)).toBe('late');
    const revived: PaymentEvent = { type: 'PaymentRevived', data: { paymentId } };
    for (const other of [fold(), fold(cancelled), fold(cancelled, landed, revived), noPayment])
      expect(() => principalToRefund(other, null)).toThrow('There is nothing to refund for this payment');
  });
  it('is not begun a second time beside one that nobody has looked at', () => {
    const refunding = fold(cancelled, landed, begun('first', 'late'));
    expect(() => principalToRefund(refunding, null)).toThrow(
      expect.objectContaining({ reason: 'conflict', extra: { paymentId: 'first' } }),
    );
    expect(principalToRefund(refunding, 'first')).toBe('late');
  });
  it('one that came to nothing and lands after all is known by its principal too', () => {
    const twice = fold(cancelled, landed, begun('first', 'late'), begun('second', 'late'));
    expect(principalOf(twice, 'first')).toBe('late');
    expect(principalOf(twice, 'second')).toBe('late');
  });
  it('a second principal for a settled payment can be refunded, each beyond the first once', () => {
    const settled = fold(...leg('recipient', 1, 'validated'), completed);
    expect(() => principalToRefund(settled, null)).toThrow('nothing to refund');
    const [found] = acceptExtra('principal', { hash: 'second', ledgerIndex: 860 }, settled, '2026-12-30');
    const twice = fold(...leg('recipient', 1, 'validated'), completed, found!);
    expect(owedBack(twice)).toEqual([{ hash: 'second', ledgerIndex: 860, dueOn: '2027-01-14' }]);
    expect(acceptExtra('principal', { hash: 'second', ledgerIndex: 860 }, twice, '2026-12-30')).toEqual([]);
    expect(principalToRefund(twice, null)).toBe('second');
    const [third] = acceptExtra('principal', { hash: 'third', ledgerIndex: 861 }, twice, '2026-12-30');
    const thrice = fold(...leg('recipient', 1, 'validated'), completed, found!, begun('r1', 'second'), third!);
    expect(principalToRefund(thrice, null)).toBe('third');
    expect(principalToRefund(thrice, 'r1')).toBe('second');
  });
});

describe('a fee that was paid twice is noticed and sent back once', () => {
  const extra = (hash: string): PaymentEvent => ({
    type: 'ExtraFeeFound',
    data: { paymentId, hash, ledgerIndex: 870, delivered: '12.5' },
  });
  const paid = [
    ...leg('recipient', 1, 'validated'),
    ...leg('platform', 1, 'void'),
    ...leg('platform', 2, 'validated'),
    completed,
  ];
  const sentBack = (attempt: number): PaymentEvent[] => leg('fee-refund', attempt, 'validated');

  it('the one fee of a settled payment is kept, every other owed back', () => {
    expect(feesOwedBack(fold(...paid))).toEqual([]);
    expect(() => orderFeeRefund('why', fold(...paid))).toThrow('No fee of this payment is to be sent back');
    const twice = fold(...paid, extra('platform1'));
    expect(feesOwedBack(twice)).toEqual(['platform1']);
    expect(isFeeOwedWith([extra('platform1')], fold(...paid))).toBe(true);
    expect(orderFeeRefund('why', twice)).toEqual([
      { type: 'FeeRefundOrdered', data: { paymentId, hash: 'platform1', reason: 'why' } },
    ]);
  });
  it('ordered twice it is one order; sent back it is owed no more', () => {
    const ordered: PaymentEvent = { type: 'FeeRefundOrdered', data: { paymentId, hash: 'platform1', reason: 'why' } };
    expect(orderFeeRefund('again', fold(...paid, extra('platform1'), ordered))).toEqual([]);
    const done = fold(...paid, extra('platform1'), ordered, ...sentBack(1));
    expect(feesOwedBack(done)).toEqual([]);
    expect(() => orderFeeRefund('again', done)).toThrow('No fee');
  });
  it('a fee that lands by an old blob where none was collected is the fee itself', () => {
    const unpaid = fold(...leg('recipient', 1, 'validated'), ...leg('platform', 1, 'void'), completed);
    expect(isFeeOwedWith([extra('platform1')], unpaid)).toBe(false);
    expect(
      feesPaid(fold(...leg('recipient', 1, 'validated'), ...leg('platform', 1, 'void'), completed, extra('platform1'))),
    ).toEqual(['platform1']);
  });
  it('a fee that was sent back is asked for again where its payment goes on after all', () => {
    const ordered = (hash: string): PaymentEvent => ({
      type: 'FeeRefundOrdered',
      data: { paymentId, hash, reason: 'why' },
    });
    const late: PaymentEvent[] = [
      {
        type: 'LatePrincipalFound',
        data: {
          paymentId,
          hash: 'recipient1',
          ledgerIndex: 869,
          delivered: '500',
          paidOn: '2026-12-01',
          foundOn: '2026-12-01',
        },
      },
      { type: 'PaymentRevived', data: { paymentId } },
    ];
    const ended = [...leg('recipient', 1, 'void'), ...leg('platform', 1, 'void'), failed];
    const byReconciliation = fold(...ended, extra('platform1'), ordered('platform1'), ...sentBack(1), ...late);
    const byItsLeg = fold(
      ...leg('recipient', 1, 'void'),
      ...leg('platform', 1, 'validated'),
      failed,
      ordered('platform1'),
      ...sentBack(1),
      ...late,
    );
    for (const payment of [byReconciliation, byItsLeg]) {
      expect(plan(payment, new Date())).toContainEqual({ do: 'prepare', legs: ['platform'] });
      expect(viewOf(payment).feeStatus).toBe('open');
      expect(feesOwedBack(payment)).toEqual([]);
    }
    const paidAgain = leg('platform', 2, 'validated').reduce(
      (state, event) => evolvePayment(state, event, new Date(0)),
      byReconciliation,
    );
    expect({ owed: feesOwedBack(paidAgain), status: viewOf(paidAgain).feeStatus }).toEqual({
      owed: [],
      status: 'paid',
    });
  });
  it('nobody pays a fee for a payment that failed: all of it is owed back, and none is open', () => {
    expect(viewOf(fold(...leg('platform', 1, 'void'), failed)).feeStatus).toBe('none');
    expect(feesOwedBack(fold(...leg('platform', 1, 'void'), failed, extra('platform1')))).toEqual(['platform1']);
  });
});

describe('what a payment says went wrong', () => {
  const late: PaymentEvent = {
    type: 'LatePrincipalFound',
    data: { paymentId, hash: 'late', ledgerIndex: 850, delivered: '500', paidOn: '2026-12-01', foundOn: '2026-12-01' },
  };
  const refused: PaymentEvent = {
    type: 'PaymentFailed',
    data: { paymentId, code: 'x', message: 'It was refused. No money moved.' },
  };
  const expired: PaymentEvent = { type: 'PaymentExpired', data: { paymentId } };

  it('is not that no money moved once its principal has arrived late', () => {
    for (const ending of [refused, expired]) {
      expect(viewOf(fold(ending)).error).toContain('No money moved');
      expect(viewOf(fold(ending, late)).error).toBe(
        'The payment arrived after it had ended. The recipient owes it back.',
      );
    }
  });
  it('is nothing while the payment continues, and once it is completed', () => {
    const revived: PaymentEvent = { type: 'PaymentRevived', data: { paymentId } };
    expect(viewOf(fold(refused, late, revived)).error).toBeNull();
    expect(viewOf(fold(refused, late, revived, completed)).error).toBeNull();
  });
  it('is that the log did not contain it, if it was found by its principal alone', () => {
    const forgotten: PaymentEvent = {
      type: 'PaymentFailed',
      data: { paymentId, code: 'forgotten', message: 'The restored event log did not contain the payment.' },
    };
    expect(viewOf(fold(forgotten, late)).error).toContain('did not contain');
  });
});

describe('a payment of any history', () => {
  const at = {
    paymentId,
    hash: 'late',
    ledgerIndex: 850,
    delivered: '500',
    paidOn: '2026-12-01' as const,
    foundOn: '2026-12-01' as const,
  };
  const owed: PaymentEvent = {
    type: 'PrincipalOwedBack',
    data: {
      ...at,
      by: 'rOwner',
      to: 'rPayer',
      propertyId: 1,
      propertyName: 'Sample Court',
      amount: '500',
      reason: 'admin',
      dueOn: '2027-01-15',
      feeKept: false,
    },
  };
  const histories: Record<string, PaymentEvent[]> = {
    principal: leg('recipient', 1, 'validated'),
    fee: leg('platform', 1, 'validated'),
    feeVoided: leg('platform', 1, 'void'),
    completed: [completed],
    failed: [failed],
    cancelled: [{ type: 'PaymentCancelled', data: { paymentId, by: 'payer' } }],
    expired: [{ type: 'PaymentExpired', data: { paymentId } }],
    late: [{ type: 'LatePrincipalFound', data: at }],
    revived: [{ type: 'PaymentRevived', data: { paymentId } }],
    owed: [owed],
    released: [{ type: 'OwedBackReleased', data: { paymentId, dueOn: '2027-02-01' } }],
    again: [{ type: 'ExtraPrincipalFound', data: { ...at, hash: 'again' } }],
    refund: [begun('r1', at.hash)],
  };

  it('has what its phase promises, and can be planned and shown', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.keys(histories)), { maxLength: 12 }), (names) => {
        const payment = fold(...names.flatMap((name) => histories[name]!));
        const { phase, principal, error } = payment;
        if (phase === 'open') expect(principal).toBeNull();
        if (phase === 'completed') expect(principal).toMatchObject({ hash: expect.any(String) });
        expect(error !== null).toBe(phase === 'failed');
        if (payment.owed) expect(['settling', 'failed']).toContain(phase);
        for (const action of plan(payment, new Date(0)))
          if ('payment' in action) expect(action.payment.principal).not.toBeNull();
        expect(viewOf(payment).error === null).toBe(['open', 'settling', 'completed'].includes(phase));
      }),
    );
  });
});
