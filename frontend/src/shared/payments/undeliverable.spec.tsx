import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PaymentView } from '@tknest/contracts/api';
import { DELIVERY_OBSTACLES } from '@tknest/contracts/events';
import { cleanup, screen } from '@testing-library/react';
import { show } from '../../../test/render';
import { payment, serve, session } from '../../../test/server';
import { OwedToYou } from '../../features/investments/components/owed-to-you';
import PaymentDialog from './components/payment-dialog';
import { titleOf, waitingFor } from './payment-words';

const HASH = 'A1B2C3D4'.repeat(8);
const paid: Partial<PaymentView> = {
  cancellable: false,
  feeStatus: 'paid',
  legs: [
    { leg: 'recipient', state: 'validated', txHash: HASH, result: 'tesSUCCESS' },
    { leg: 'platform', state: 'validated', txHash: HASH, result: 'tesSUCCESS' },
    { leg: 'issuance', state: 'waiting', txHash: null, result: null },
  ],
};
const owedBack = { by: 'rOwnerOwnerOwner', amount: '500', status: 'due' as const, dueOn: '2026-12-15' as const };
const owed = (more: Partial<PaymentView> = {}) =>
  payment({ asks: [], ...paid, status: 'failed', outcome: 'failed', error: 'x', owedBack, ...more });

beforeEach(() => void (globalThis.media = () => false));
afterEach(cleanup);

async function open(view: PaymentView) {
  serve({
    'GET /api/session': session(),
    'GET /api/platform/config': { explorer: 'https://explorer.example' },
    [`GET /api/rlusd/payment-status/${view.id}`]: view,
  });
  show(<PaymentDialog paymentId={view.id} onClose={jest.fn()} onAgain={jest.fn()} />);
  await screen.findByRole('heading', { name: titleOf(view) });
}

describe('a payment that has arrived and whose tokens are not issued', () => {
  it.each(DELIVERY_OBSTACLES)('says why, what to do, and by which day: %s', async (reason) => {
    await open(
      payment({ asks: [], ...paid, status: 'settling', undeliverable: { reason, until: '2026-11-30' as const } }),
    );
    expect(screen.getByRole('heading', { name: 'Tokens not issued yet' })).toBeInTheDocument();
    expect(document.querySelector('.note')).toHaveTextContent(/^Your payment has arrived\. .{20}/);
    expect(screen.getByText(/If this is not solved by Nov 30, 2026, the purchase ends/)).toBeInTheDocument();
    expect(screen.queryByText(/usually confirms within 5 seconds/)).toBeNull();
  });

  it('offers the trust line to sign where it was removed', async () => {
    const undeliverable = { reason: 'line-missing' as const, until: '2026-11-30' as const };
    await open(payment({ ...paid, asks: ['trust-line'], status: 'processing', undeliverable }));
    expect(screen.getByText('Sign the trust line in your wallet app.')).toBeInTheDocument();
    expect(screen.getByAltText(/QR code/)).toBeInTheDocument();
  });

  it('ends as owed back, with the day, and with what became of the fee', async () => {
    await open(owed());
    const said = screen.getByText(/Your payment arrived, and the tokens could not be issued\./);
    expect(said).toHaveTextContent('owes you 500.00 RLUSD back, due Dec 15, 2026.');
    expect(said).toHaveTextContent('The platform fee is kept: your wallet was set to refuse the tokens.');
    expect(screen.queryByText(/No money moved/)).toBeNull();
  });

  it('says that the fee comes back where the wallet was not to blame', async () => {
    await open(owed({ feeOwedBack: true }));
    expect(screen.getByText(/The platform fee is sent back to you\./)).toBeInTheDocument();
  });
});

describe('what an investor is owed back', () => {
  it.each([
    ['due', { ...owedBack }, /owes you 500\.00 RLUSD back, due Dec 15, 2026\./],
    ['overdue', { ...owedBack, status: 'overdue' }, /back, overdue since Dec 15, 2026\. Their listings are hidden/],
    ['held', { ...owedBack, status: 'held', dueOn: null }, /is not due yet/],
  ] as const)('stands on the home page: %s', async (_, back, words) => {
    serve({ 'GET /api/session': session(), 'GET /api/rlusd/payments': [owed({ owedBack: back })] });
    show(<OwedToYou />);
    expect(await screen.findByText(words)).toBeInTheDocument();
  });
});

it.each([
  [{ drops: '50', asks: '10' }, 'Fast: each transaction offers the network 0.00005 XRP instead of 0.00001 XRP.'],
  [
    { drops: '50000', asks: '50000' },
    'The network fee is at our limit of 0.05 XRP, so this is sent as a standard payment.',
  ],
])('a fast payment says what it offers the network, or that it cannot: %j', async (fastFee, words) => {
  await open(payment({ kind: 'rlusd_payment', priority: 'fast', fastFee }));
  expect(screen.getByText(words)).toBeInTheDocument();
});

it('a network that asks too much is named with what it asks', () =>
  expect(waitingFor(payment({ asks: [], networkFee: { drops: '61000', ceiling: '50000' } }))).toBe(
    'The network charges 0.061 XRP for a transaction. We are waiting until the fee drops.',
  ));
