import { describe, expect, it } from '@jest/globals';
import { parseRlusd } from '@tknest/contracts/money';
import { openedPayment, paidPayment } from '#test/support/started-payment.js';
import { bookByMark, evolveEscrow } from '#features/payouts/escrow/escrow.decider.js';
import { releaseSuspense } from '#features/payouts/escrow/suspense.decider.js';
import { emptyEscrow, noRun } from '#features/payouts/rules.public.js';
import { newPayer } from '../payer.decider.js';
import { completePayment } from '../payment.decider.js';
import { evolvePayment } from '../payment.evolve.js';
import { viewOf } from '../payment.view.js';
import { isRefundPaid, type Payment } from '../payment.state.js';
import { principalToRefund, refund } from './refund.js';

const original: Payment = {
  ...openedPayment('p1', { payer: 'rBuyer' }),
  phase: 'failed',
  error: { code: 'x', message: 'x' },
};
const paidTo = (payee: string, isLate = false) =>
  paidPayment('p2', { kind: 'refund', refundOf: 'p1', payer: 'rOwner', payee, platformFee: '0' }, { isLate });
const settled = (payee: string, booked?: ReadonlySet<string>) =>
  refund.settled(paidTo(payee), { original, escrow: emptyEscrow, run: noRun, booked }, '2027-01-15') as any;

describe('a refund', () => {
  it('is the escrow’s to deliver, and stays owed to the wallet as long as that is not possible', () => {
    const { run, escrow, lines } = settled('rEscrow');
    expect(run.map(({ type }: any) => type)).toEqual(['PayoutRunCreated', 'PayoutRunStarted']);
    expect(run[0].data).toMatchObject({ runId: 'refund-p2', source: 'refund', amount: '500', fee: '0' });
    expect(run[0].data).not.toHaveProperty('origin');
    expect(escrow[0].data.entries).toEqual([
      { account: 'ledger', amount: '-500' },
      { account: 'run/refund-p2', amount: '500' },
    ]);
    expect(lines[0].data).toMatchObject({ runId: 'refund-p2', lines: [{ wallet: 'rBuyer', amount: '500' }] });
  });

  describe('that reached the escrow before it was known', () => {
    const arrived = { hash: 'HASH', ledgerIndex: 7, delivered: '500', note: 'x' };
    const inSuspense = evolveEscrow(emptyEscrow, bookByMark(arrived, 'suspense/HASH', true, emptyEscrow));
    const sendBack = { hash: 'HASH', runId: 'return-HASH', wallet: 'rOwner', propertyId: 1, resolution: 'refunded' };
    const released = releaseSuspense(
      { ...sendBack, today: '2027-01-15', amount: parseRlusd('500') },
      { run: noRun, escrow: inSuspense },
    );
    const sentBack = released.escrow!.reduce(evolveEscrow, inSuspense);
    const payment = paidTo('rEscrow');
    const payer = { ...newPayer, open: 'p2' };
    const complete = (escrow: typeof emptyEscrow, one = payment) =>
      completePayment(new Date(0), '2027-01-15', { payment: one, payer, original, escrow, run: noRun }) as any;

    it('moves from suspense to its buyer', () => {
      const { payment: events, escrow } = complete(inSuspense);
      expect(events).toMatchObject([{ type: 'PaymentCompleted' }]);
      expect(escrow[0].data.entries).toEqual([
        { account: 'suspense/HASH', amount: '-500' },
        { account: 'run/refund-p2', amount: '500' },
      ]);
    });

    it('and was sent back from there ends as failed, frees its payer, and leaves the principal owed', () => {
      const { payment: events, payer: closed, ...others } = complete(sentBack);
      expect(events).toMatchObject([{ type: 'PaymentFailed', data: { code: 'spent-before' } }]);
      expect(closed).toMatchObject([{ type: 'PayerPaymentClosed', data: { outcome: 'failed' } }]);
      expect(others).toEqual({});
      for (const isLate of [false, true]) {
        const failed = evolvePayment(paidTo('rEscrow', isLate), events[0], new Date(0));
        expect(isRefundPaid(failed)).toBe(false);
      }
      const late = paidTo('rEscrow', true);
      expect(viewOf(evolvePayment(late, events[0], new Date(0)))).toMatchObject({
        error: expect.stringContaining('Start the refund again'),
        owedBack: null,
      });
      const owing = {
        ...original,
        principal: {
          hash: 'LATE',
          ledgerIndex: 3,
          paidOn: '2026-12-01' as const,
          foundOn: '2026-12-01' as const,
          isLate: true,
        },
        refunds: new Map([['LATE', 'p2']]),
      };
      expect(principalToRefund(owing, 'p2')).toBe('LATE');
    });
  });

  it('is not booked once more where the escrow’s books have it', () => {
    expect(settled('rEscrow', new Set(['HASH']))).toEqual({});
  });
});
