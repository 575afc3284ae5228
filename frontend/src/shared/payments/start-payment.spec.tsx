import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, payment, problem, serve, session } from '../../../test/server';
import { forgetIntents } from '../storage/keys';
import { Button } from '../ui/button/button';
import { PaymentPill } from './components/payment-pill';
import { feeRateOf, kindOf, purchaseOf } from './payment-kinds';
import { useStartPayment } from './use-start-payment';

beforeEach(() => {
  sessionStorage.clear();
  forgetIntents();
  globalThis.media = () => false;
});
afterEach(cleanup);

function Page() {
  const { start, busy } = useStartPayment();
  return (
    <>
      <Button busy={busy} onClick={() => void start('property_purchase', purchaseOf(1, 5))}>
        Buy
      </Button>
      <PaymentPill />
    </>
  );
}
const base = {
  'GET /api/session': session(),
  'GET /api/rlusd/payments': [],
  'GET /api/platform/config': { explorer: null },
  'GET /api/rlusd/payment-status/pay-1': payment(),
  'GET /api/rlusd/payment-status/pay-0': payment({ id: 'pay-0' }),
};
const START = 'POST /api/properties/1/purchase';
const started = () => calls.filter(({ method }) => method === 'POST');

describe('starting a payment', () => {
  it('a lost answer at purchase: the same wish goes out again under the same key, also after a 5xx', async () => {
    const answers = [() => Promise.reject(new TypeError('Failed to fetch')), () => problem(502, 'Bad gateway')];
    serve({ ...base, [START]: () => (answers.shift() ?? (() => ({ paymentId: 'pay-1' })))() });
    const { user, address } = show(<Page />);
    for (let time = 1; time <= 3; time += 1) {
      await waitFor(() => expect(screen.getByRole('button', { name: 'Buy' })).not.toHaveAttribute('aria-busy'));
      await user.click(screen.getByRole('button', { name: 'Buy' }));
      await waitFor(() => expect(started()).toHaveLength(time));
    }
    await waitFor(() => expect(address()).toBe('/?payment=pay-1'));
    // REQ-2.8.1
    expect(screen.getByText('Payment Initiated')).toBeInTheDocument();
    expect(screen.getByText('Complete the transaction in your wallet app.')).toBeInTheDocument();
    expect(started()[0]!.key).toMatch(/.{20}/);
    expect(new Set(started().map(({ key }) => key)).size).toBe(1);
  });
  it.each([
    [{ success: false, error: 'No tokens are left' }, 'No tokens are left'],
    [{ success: false }, 'Payment failed'],
  ])('REQ-2.7.2: an answer of %j throws the error of the server, or "Payment failed"', async (answer, text) => {
    serve({ ...base, [START]: answer });
    const { user, address } = show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Buy' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(`Payment Failed${text}`);
    expect(address()).toBe('/');
  });
  it('what was refused is another wish the next time', async () => {
    serve({ ...base, [START]: () => problem(409, 'Only 2 tokens are left') });
    const { user } = show(<Page />);
    for (let time = 1; time <= 2; time += 1) {
      await waitFor(() => expect(screen.getByRole('button', { name: 'Buy' })).not.toHaveAttribute('aria-busy'));
      await user.click(screen.getByRole('button', { name: 'Buy' }));
      await waitFor(() => expect(started()).toHaveLength(time));
    }
    expect(new Set(started().map(({ key }) => key)).size).toBe(2);
  });
  it('where another payment is open, nothing is begun, why is said, and one press leads to that one', async () => {
    const open = {
      type: '',
      title: '',
      status: 409,
      detail: 'A payment is open already',
      traceId: '',
      paymentId: 'pay-0',
    };
    serve({
      ...base,
      [START]: () =>
        new Response(JSON.stringify(open), { status: 409, headers: { 'Content-Type': 'application/problem+json' } }),
    });
    const { user, address } = show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Buy' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Payment FailedA payment is open already');
    expect(address()).toBe('/');
    await user.click(screen.getByRole('link', { name: 'Show that payment' }));
    await waitFor(() => expect(address()).toBe('/?payment=pay-0'));
    expect(screen.queryByText('A payment is open already')).toBeNull();
  });
});

describe('a payment whose dialog was closed', () => {
  const settled = payment({ status: 'completed', outcome: 'settled', feeStatus: 'paid', asks: [] });
  it.each([
    [settled, 'SuccessTokens purchased successfully!'],
    [
      payment({
        status: 'failed',
        outcome: 'expired',
        asks: [],
        error: 'The request was not signed in time. No money moved.',
      }),
      'The request expiredThe request was not signed in time. No money moved. The 5 tokens are available again.',
    ],
    [
      payment({ status: 'failed', outcome: 'failed', asks: [], error: 'The ledger refused it.' }),
      'Payment FailedThe ledger refused it. The 5 tokens are available again.',
    ],
    [
      payment({ kind: 'refund', tokens: null, status: 'completed', outcome: 'settled', asks: [] }),
      'SuccessThe refund has arrived.',
    ],
  ])('does not end in silence (%#)', async (end, said) => {
    let over = false;
    serve({
      ...base,
      'GET /api/rlusd/payments': () => (over ? [] : [payment()]),
      'GET /api/rlusd/payment-status/pay-1': () => (over ? end : payment()),
    });
    const { store } = show(<PaymentPill />);
    await screen.findByRole('button', { name: '1 payment waiting' });
    over = true;
    const { api } = await import('../api/base-api');
    store.dispatch(api.util.invalidateTags(['Payments']));
    await waitFor(() => expect(document.querySelector('.toast')).toHaveTextContent(said));
    expect(screen.queryByRole('button', { name: /payment waiting/ })).toBeNull();
  });
  it.each([
    ['failed', 'declined', false],
    ['completed', 'settled', true],
  ] as const)('over its open dialog: %s is told %p', async (status, outcome, told) => {
    const end = payment({ status, outcome, asks: [], error: told ? null : 'Declined in the wallet. No money moved.' });
    sessionStorage.setItem(`following:${session().walletAddress}`, '["pay-1"]');
    serve({ ...base, 'GET /api/rlusd/payment-status/pay-1': end });
    show(<PaymentPill />, { at: '/?payment=pay-1' });
    await waitFor(() => expect(sessionStorage.getItem(`following:${session().walletAddress}`)).toBe('[]'));
    await screen.findByRole('dialog');
    expect(document.querySelector('.toast') !== null).toBe(told);
  });
  it('is told of after a reload, too: it was open before and is no longer', async () => {
    sessionStorage.setItem(`following:${session().walletAddress}`, '["pay-1"]');
    serve({ ...base, 'GET /api/rlusd/payment-status/pay-1': settled });
    show(<PaymentPill />);
    expect(await screen.findByText('Tokens purchased successfully!')).toBeInTheDocument();
  });
  it('that ended before anybody looked is not told of', async () => {
    serve({ ...base, 'GET /api/rlusd/payment-status/pay-1': settled });
    show(<PaymentPill />, { at: '/?payment=pay-1' });
    await screen.findByRole('heading', { name: 'Settled' });
    expect(screen.queryByText('Tokens purchased successfully!')).toBeNull();
  });
});

describe('kinds of payment', () => {
  it.each([
    [500, 12.5, '2.5%'],
    [500, 25, '5%'],
    [500, 0, '0%'],
    [0.01, 0, '0%'],
  ])('a fee of %d on %d is %s', (amount, platformFee, rate) => expect(feeRateOf({ amount, platformFee })).toBe(rate));
  it.each([
    [payment(), { url: 'api/properties/1/purchase', body: { tokensToPurchase: 5 } }],
    [
      payment({ platformFee: 0, payer: 'rP' }),
      { url: 'api/rlusd/create-payment', body: { propertyId: 1, tokensRequested: 5, walletAddress: 'rP' } },
    ],
    [
      payment({ kind: 'rlusd_payment', payee: 'rTo', amount: 7, memo: 'rent' }),
      { url: 'api/rlusd/process-payment', body: { recipientWallet: 'rTo', amount: 7, memo: 'rent' } },
    ],
    [payment({ kind: 'refund', refundOf: 'pay-9' }), { url: 'api/rlusd/payments/pay-9/refund' }],
  ])('each is tried again by its own call (%#)', (one, call) => expect(kindOf(one.kind).again(one)).toEqual(call));
});
