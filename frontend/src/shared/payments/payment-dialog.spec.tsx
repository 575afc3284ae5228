import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PaymentView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, payment, problem, serve, session } from '../../../test/server';
import { api } from '../api/base-api';
import { showToast } from '../ui/toast/toast.slice';
import PaymentDialog from './components/payment-dialog';
import { PaymentPill } from './components/payment-pill';
import { countdownWords, sentenceOf, titleOf } from './payment-words';

const leg = (
  name: PaymentView['legs'][number]['leg'],
  state: PaymentView['legs'][number]['state'],
  txHash: string | null = null,
  result: string | null = null,
) => ({ leg: name, state, txHash, result });
const HASH = 'A1B2C3D4'.repeat(8);
const line = payment({
  asks: ['trust-line'],
  legs: [
    leg('trust-line', 'waiting'),
    leg('authorise', 'waiting'),
    leg('recipient', 'waiting'),
    leg('platform', 'waiting'),
    leg('issuance', 'waiting'),
  ],
});
const second = payment({
  asks: ['platform'],
  legs: [leg('recipient', 'signed'), leg('platform', 'waiting'), leg('issuance', 'waiting')],
});
const feeFirst = payment({
  asks: ['recipient'],
  legs: [leg('recipient', 'waiting'), leg('platform', 'signed'), leg('issuance', 'waiting')],
});
const way = payment({
  asks: [],
  status: 'processing',
  cancellable: false,
  legs: [leg('recipient', 'submitted', HASH), leg('platform', 'signed'), leg('issuance', 'waiting')],
});
const settled = payment({
  asks: [],
  status: 'completed',
  outcome: 'settled',
  feeStatus: 'paid',
  feeOwedBack: false,
  cancellable: false,
  legs: [
    leg('recipient', 'validated', HASH, 'tesSUCCESS'),
    leg('platform', 'validated', HASH, 'tesSUCCESS'),
    leg('issuance', 'validated', HASH, 'tesSUCCESS'),
  ],
});
const ended = (
  outcome: PaymentView['outcome'],
  error: string,
  legs = settled.legs.map(({ leg: name }) => leg(name, 'void')),
) => payment({ asks: [], status: 'failed', outcome, error, cancellable: false, legs });
/** Ids as a link may hold them. */
const NO_IDS = ['../../secret', '..%2F..%2Fsecret', 'x?y=1', 'x#y'];
const expired = ended('expired', 'The request was not signed in time. No money moved.');
const declined = ended('declined', 'The request was declined in the wallet. No money moved.');
const refused = ended('failed', 'The ledger refused the payment: the path is dry', [
  leg('recipient', 'failed', HASH, 'tecPATH_PARTIAL'),
  leg('platform', 'void'),
]);

beforeEach(() => void (globalThis.media = () => false));
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

async function open(view: PaymentView, more: object = {}) {
  serve({
    'GET /api/session': session(),
    'GET /api/platform/config': { explorer: 'https://explorer.example' },
    [`GET /api/rlusd/payment-status/${view.id}`]: view,
    ...more,
  });
  const [close, again] = [jest.fn(), jest.fn()];
  const shown = show(<PaymentDialog paymentId={view.id} onClose={close} onAgain={again} />);
  await screen.findByRole('heading', { name: titleOf(view) });
  return { ...shown, close, again, dialog: within(screen.getByRole('dialog')) };
}
const steps = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('a payment that there is not is asked for once, and the way out is to close it', async () => {
  let closed = false;
  serve({ 'GET /api/session': session(), 'GET /api/rlusd/payment-status/gone': () => problem(404, 'No such payment') });
  const { user } = show(<PaymentDialog paymentId="gone" onClose={() => (closed = true)} onAgain={() => undefined} />);
  expect(await screen.findByText(/No such payment/)).toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 2 * POLLING.paymentStatus));
  expect(calls.filter(({ path }) => path.endsWith('/gone'))).toHaveLength(1);
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull();
  await user.click(dialog.getByText('Close'));
  expect(closed).toBe(true);
}, 30_000);

it.each(NO_IDS)('the id of a link is an id, and no way to another address of the server: %s', async (id) => {
  serve({ 'GET /api/session': session(), 'GET /api/secret': { csrfToken: 'secret' } });
  show(<PaymentDialog paymentId={id} onClose={() => undefined} onAgain={() => undefined} />);
  expect(await screen.findByText(/No answer for/)).toBeInTheDocument();
  expect(calls.filter(({ path }) => path !== '/api/session').map(({ path }) => path)[0]).toBe(
    `/api/rlusd/payment-status/${encodeURIComponent(id)}`,
  );
});

describe('what is to be signed', () => {
  it('two transactions: the payment now, the fee next, nothing moves until both are signed', async () => {
    const view = payment();
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(view.expiresAt) - 271_000);
    const { dialog } = await open(view);
    expect(screen.getByRole('heading', { name: 'Sign two transactions' })).toBeInTheDocument();
    expect(steps()).toEqual([
      '1Payment to the landlord500.00\u00a0RLUSDWaiting for your signature',
      '2Platform fee, 2.5%12.50\u00a0RLUSDNext',
    ]);
    expect(dialog.getByText('You sign for').parentElement).toHaveTextContent('512.50 RLUSD');
    expect(dialog.getByText('Waiting for your wallet. Expires in 4:31')).toBeInTheDocument();
    expect(dialog.getByText('Nothing moves until both are signed.')).toBeInTheDocument();
    expect(dialog.getByAltText(/QR code/)).toBeVisible();
  });
  it('three signatures the first time: the TKNEST line, once and free', async () => {
    const { dialog } = await open(line);
    expect(screen.getByRole('heading', { name: 'Three signatures, this first time' })).toBeInTheDocument();
    expect(steps()).toEqual([
      '1Open your TKNEST trust lineonly once, freeWaiting for your signature',
      '2Payment to the landlord500.00\u00a0RLUSDNext',
      '3Platform fee, 2.5%12.50\u00a0RLUSDNext',
    ]);
    expect(dialog.getByText('The trust line lets your wallet hold tokens.')).toBeInTheDocument();
  });
  it('where no fee is asked, as many signatures as there are', async () => {
    const noFee = line.legs.filter(({ leg: name }) => name !== 'platform');
    await open({ ...line, platformFee: 0, totalAmount: 500, legs: noFee });
    expect(screen.getByRole('heading', { name: 'Two signatures, this first time' })).toBeInTheDocument();
    expect(steps()).toHaveLength(2);
    cleanup();
    const { dialog } = await open({ ...way, legs: way.legs.filter(({ leg: name }) => name !== 'platform') });
    expect(dialog.getByText(/^The transaction is signed\. The ledger usually confirms/)).toBeInTheDocument();
    expect(dialog.getByText(/^The transaction is signed\. The payment is on its way/)).toBeInTheDocument();
    expect(dialog.queryByText(/Both transactions/)).toBeNull();
  });
  it('one more signature: the payment is signed, the fee is waited for', async () => {
    const { dialog } = await open(second);
    expect(screen.getByRole('heading', { name: 'One more signature' })).toBeInTheDocument();
    expect(dialog.getByText(/Payment signed\. Waiting for the fee\./)).toBeInTheDocument();
    expect(steps()[0]).toContain('Signed');
  });
  it('one more signature: the fee was signed first, the payment is waited for', async () => {
    const { dialog } = await open(feeFirst);
    expect(screen.getByRole('heading', { name: 'One more signature' })).toBeInTheDocument();
    expect(dialog.getByText(/Fee signed\. Waiting for the payment\./)).toBeInTheDocument();
    expect(steps().map((text) => /Signed|Waiting for your signature/.exec(text)?.[0])).toEqual([
      'Waiting for your signature',
      'Signed',
    ]);
  });
  it('while the server is away it says so, keeps what is to be signed in sight, and asks again', async () => {
    let there = true;
    const { dialog, store } = await open(second, {
      [`GET /api/rlusd/payment-status/${second.id}`]: () =>
        there ? second : problem(502, 'The server is not responding.'),
    });
    there = false;
    store.dispatch(api.util.invalidateTags(['Payments']));
    expect(
      await dialog.findByText(
        'The server is not responding. Your payment is safe and continues. This page checks again every few seconds.',
      ),
    ).toBeInTheDocument();
    expect(steps()).toHaveLength(2);
    there = true;
    store.dispatch(api.util.invalidateTags(['Payments']));
    await waitFor(() => expect(dialog.queryByText(/The server is not responding/)).toBeNull());
  });
  it('on a phone the link comes first and the code is folded', async () => {
    globalThis.media = (query) => query.includes('max-width: 899px');
    const { dialog, user } = await open(payment());
    expect(dialog.getByRole('link', { name: 'Open in Xaman' })).toHaveAttribute(
      'href',
      'https://xaman.example/recipient',
    );
    expect(dialog.getByAltText(/QR code/)).not.toBeVisible();
    await user.click(dialog.getByText('Scan from another device'));
    expect(dialog.getByAltText(/QR code/)).toBeVisible();
  });
  it('is asked for every 2 seconds while it is open (document 2 §9)', async () => {
    jest.useFakeTimers();
    const view = payment();
    serve({ 'GET /api/session': session(), [`GET /api/rlusd/payment-status/${view.id}`]: view });
    show(<PaymentDialog paymentId={view.id} onClose={() => undefined} onAgain={() => undefined} />);
    const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    const asked = () => calls.filter(({ path }) => path.includes('payment-status')).length;
    await later(500);
    expect(asked()).toBe(1);
    await later(6_100);
    expect(asked()).toBe(4);
    jest.useRealTimers();
  });
  it('can be withdrawn by keyboard', async () => {
    const { user } = await open(payment(), { 'POST /api/rlusd/payments/pay-1/cancel': payment() });
    screen.getByRole('button', { name: 'Cancel payment' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/rlusd/payments/pay-1/cancel'),
    );
  });
  it.each([
    ['run', false],
    ['ok', true],
  ] as const)(
    'leaves no notice beside its end that asks for a signature: one of tone %s stays: %p',
    async (tone, stays) => {
      let view = payment();
      const { store, user } = await open(view, {
        'GET /api/rlusd/payment-status/pay-1': () => view,
        'POST /api/rlusd/payments/pay-1/cancel': () => (view = ended('cancelled', 'You canceled it. No money moved.')),
      });
      act(() => void store.dispatch(showToast({ title: 'A notice', tone })));
      expect(screen.getByText('A notice')).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Cancel payment' }));
      await screen.findByRole('heading', { name: 'Payment canceled' });
      expect(screen.queryByText('A notice') !== null).toBe(stays);
    },
  );
  it('document 2 §8: "Payment Failed - Unable to process payment" where it cannot be withdrawn', async () => {
    const { user } = await open(payment(), { 'POST /api/rlusd/payments/pay-1/cancel': () => problem(409, '') });
    await user.click(screen.getByRole('button', { name: 'Cancel payment' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Payment FailedUnable to process payment');
  });
});

describe('on its way and ended', () => {
  it('document 2 §4: processing shows 75%, and may be closed', async () => {
    const { dialog, user, close } = await open(way);
    expect(dialog.getByRole('progressbar', { name: 'Payment progress' })).toHaveAttribute('aria-valuenow', '75');
    await user.click(dialog.getByText('Close', { selector: 'button' }));
    expect(close).toHaveBeenCalled();
  });
  it('settled: the amount, what is yours, the hashes', async () => {
    const { dialog } = await open(settled);
    expect(dialog.getByText('5 tokens of Sample Court are yours.')).toBeInTheDocument();
    expect(dialog.getByText('512.50')).toBeInTheDocument();
    expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Payment',
      'Platform fee',
      'Tokens issued',
    ]);
    expect((await dialog.findAllByRole('link', { name: 'Open transaction hash on the explorer' }))[0]).toHaveAttribute(
      'href',
      `https://explorer.example/transactions/${HASH}`,
    );
  });
  it('document 2 §4: a settled direct payment shows both hashes, each of its own leg, and leads to a New Payment', async () => {
    const [recipient, platform] = [HASH, '0F9E8D7C'.repeat(8)];
    const { dialog, user, close } = await open({
      ...settled,
      kind: 'rlusd_payment',
      tokens: null,
      legs: [
        leg('recipient', 'validated', recipient, 'tesSUCCESS'),
        leg('platform', 'validated', platform, 'tesSUCCESS'),
      ],
    });
    const hashes = dialog.getAllByRole('term').map((term) => [term.textContent, term.nextSibling!.textContent]);
    expect(hashes).toEqual([
      ['Payment', recipient.slice(0, 8)],
      ['Platform fee', platform.slice(0, 8)],
    ]);
    await user.click(dialog.getByRole('button', { name: 'New Payment' }));
    expect(close).toHaveBeenCalled();
  });
  it('settled with its fee late', async () => {
    const { dialog } = await open({ ...settled, feeStatus: 'open' });
    expect(dialog.getByText('Your tokens were issued. The fee is still being settled.')).toBeInTheDocument();
  });
  it('settled, and its fee is to be signed anew: for what, and where', async () => {
    const { dialog } = await open({
      ...settled,
      feeStatus: 'open',
      signRequests: payment({ asks: ['platform'] }).signRequests,
    });
    expect(dialog.getByText(/Sign the platform fee of/)).toHaveTextContent(
      'Sign the platform fee of 12.50 RLUSD in your wallet.',
    );
    expect(dialog.getByRole('link', { name: 'Open in Xaman' })).toBeInTheDocument();
  });
  it.each([
    [
      'The request expired',
      expired,
      'The request was not signed in time. No money moved. The 5 tokens are available again.',
      'Start again',
      'Not signed',
    ],
    [
      'The request expired',
      { ...expired, couldLand: true },
      'The request was not signed in time. No money moved. The 5 tokens are available again in a few minutes, once the signed payment can no longer reach the ledger.',
      'Start again',
      'Not signed',
    ],
    [
      'You declined in the wallet',
      declined,
      'The request was declined in the wallet. No money moved. The 5 tokens are available again.',
      'Start again',
      'Declined in the wallet',
    ],
    [
      'Payment Failed',
      refused,
      'Unable to process RLUSD payment at this time. The ledger refused the payment: the path is dry. No money moved. The 5 tokens are available again.',
      'Try again',
      null,
    ],
  ])('%s: why, what was not taken, and the way to try again', async (title, view, why, again, state) => {
    const {
      dialog,
      user,
      again: opened,
    } = await open(view, { 'POST /api/properties/1/purchase': { paymentId: 'pay-2' } });
    expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
    expect(dialog.getByText(why)).toBeInTheDocument();
    if (state) expect(steps()[0]).toContain(state);
    else expect(dialog.getByText('tecPATH_PARTIAL')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: again }));
    await waitFor(() => expect(opened).toHaveBeenCalledWith('pay-2'));
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ tokensToPurchase: 5 });
  });
  it('that no money moved is said once, and not of a refund that the escrow had released', async () => {
    const { dialog } = await open({ ...refused, error: 'Your wallet is frozen. No money moved. Start again.' });
    expect(dialog.getAllByText(/No money moved/)[0]!.textContent!.match(/No money moved/g)).toHaveLength(1);
    cleanup();
    const refund = await open({ ...refused, kind: 'refund', tokens: null });
    expect(refund.dialog.queryByText(/No money moved/)).toBeNull();
  });
  it('what could not be loaded can be tried again', async () => {
    serve({
      'GET /api/session': session(),
      'GET /api/rlusd/payment-status/gone': () => problem(404, 'There is no such payment'),
    });
    show(<PaymentDialog paymentId="gone" onClose={() => undefined} onAgain={() => undefined} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('The payment did not load404: There is no such payment');
    expect(screen.getByText('trace-1')).toBeInTheDocument();
  });
});

describe('for those who listen', () => {
  it.each([
    [line, 'Sign in your wallet to open your TKNEST trust line. It is free, and needed only once.'],
    [payment(), 'Sign the payment of 500.00 RLUSD in your wallet.'],
    [second, 'The payment is signed. Now sign the platform fee of 12.50 RLUSD.'],
    [payment({ asks: [] }), 'The next signature is being prepared.'],
    [way, 'Both transactions are signed. The payment is on its way to the ledger. You may close this window.'],
    [settled, 'Settled: 512.50 RLUSD. 5 tokens of Sample Court are yours.'],
    [expired, 'The request expired. The request was not signed in time. No money moved.'],
  ])('a change is announced as a sentence (%#)', async (view, sentence) => {
    expect(sentenceOf(view)).toBe(sentence);
    await open(view);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(sentence);
  });
  it.each([
    [61, ''],
    [60, 'One minute left to sign.'],
    [11, 'One minute left to sign.'],
    [10, 'Ten seconds left to sign.'],
    [0, ''],
    [-5, ''],
  ])('with %i seconds left the countdown says "%s"', (seconds, words) => {
    expect(countdownWords('2026-11-20T14:05:00.000Z', Date.parse('2026-11-20T14:05:00.000Z') - seconds * 1000)).toBe(
      words,
    );
  });
});

describe('the pill', () => {
  it('a closed payment waits at the bottom and opens again, through the address', async () => {
    serve({
      'GET /api/session': session(),
      'GET /api/rlusd/payments': [payment()],
      'GET /api/rlusd/payment-status/pay-1': payment(),
    });
    const { user, address, router } = show(<PaymentPill />);
    await user.click(await screen.findByRole('button', { name: '1 payment waiting' }));
    expect(address()).toBe('/?payment=pay-1');
    await screen.findByRole('heading', { name: 'Sign two transactions' });
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: '1 payment waiting' })).toBeInTheDocument();
    expect(address()).toBe('/');
    // Replaced, so that Back does not reopen what was closed.
    expect(router.state.historyAction).toBe('REPLACE');
  });
});
