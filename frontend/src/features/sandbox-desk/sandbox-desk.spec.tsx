import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { PositionView } from '@tknest/contracts/api';
import { show } from '../../../test/render';
import { calls, portfolio, problem, serve, session, transaction, type Answers } from '../../../test/server';
import { api } from '../../shared/api/base-api';
import SandboxDeskPage from './pages/sandbox-desk-page';

afterEach(cleanup);
beforeEach(() => void (globalThis.media = () => false));

const position = (more: Partial<PositionView> = {}) =>
  ({ propertyId: 1, name: 'Sample Court', tokens: 5, loanStatus: null, ...more }) as PositionView;

async function open(positions: PositionView[], more: Answers = {}) {
  serve({
    'GET /api/session': session(),
    'GET /api/platform/config': { sandbox: true, demoFunding: true },
    'GET /api/portfolio': portfolio({ positions }),
    'GET /api/transactions': [],
    ...more,
  });
  const view = show(<SandboxDeskPage />);
  await screen.findByRole('button', { name: 'Top up wallet' });
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());
  return view;
}
const property = () => screen.getByRole('combobox', { name: 'Property' });
async function choose(user: Awaited<ReturnType<typeof open>>['user'], name: string) {
  await user.click(property());
  await user.click(await screen.findByRole('option', { name }));
}
const posted = () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

describe('the sandbox desk', () => {
  it('lets the landlord of a property that one holds pay rent, and leads to the notification', async () => {
    const { user } = await open([position(), position({ propertyId: 2, name: 'Demo Lofts', tokens: 1 })], {
      'POST /api/sandbox/rent': { propertyId: 2, paymentId: 'p', amount: 81.5, closed: true },
    });
    await choose(user, 'Demo Lofts, 1 token');
    await user.click(screen.getByRole('button', { name: 'Pay rent' }));
    expect(await screen.findByText(/The landlord of Demo Lofts paid 81.50 RLUSD/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See your notifications' })).toHaveAttribute('href', '/notifications');
    expect(posted()).toEqual([['/api/sandbox/rent', { propertyId: 2 }]]);
  });

  it('pays for the property that is shown, also once the chosen one is paid off', async () => {
    let left = [position(), position({ propertyId: 2, name: 'Demo Lofts' })];
    const { user, store } = await open(left, {
      'GET /api/portfolio': () => portfolio({ positions: left }),
      'POST /api/sandbox/rent': { propertyId: 1, paymentId: 'p', amount: 81.5, closed: true },
    });
    await choose(user, 'Demo Lofts, 5 tokens');
    left = [position(), position({ propertyId: 2, name: 'Demo Lofts', loanStatus: 'paid_off' })];
    act(() => void store.dispatch(api.util.invalidateTags(['Purchases'])));
    await waitFor(() => expect(property()).toHaveDisplayValue('Sample Court, 5 tokens'));
    await user.click(screen.getByRole('button', { name: 'Pay rent' }));
    await waitFor(() => expect(posted()).toEqual([['/api/sandbox/rent', { propertyId: 1 }]]));
  });

  it('offers the property that was bought last, not the largest one, unless another is chosen', async () => {
    const { user } = await open([position(), position({ propertyId: 2, name: 'Demo Lofts', tokens: 1 })], {
      'GET /api/transactions': [transaction({ propertyId: 9 }), transaction({ propertyId: 2 }), transaction()],
      'POST /api/sandbox/rent': { propertyId: 1, paymentId: 'p', amount: 81.5, closed: true },
    });
    expect(property()).toHaveDisplayValue('Demo Lofts, 1 token');
    await choose(user, 'Sample Court, 5 tokens');
    await user.click(screen.getByRole('button', { name: 'Pay rent' }));
    await waitFor(() => expect(posted()).toEqual([['/api/sandbox/rent', { propertyId: 1 }]]));
  });

  it('says why the landlord could not pay', async () => {
    const { user } = await open([position()], {
      'POST /api/sandbox/rent': problem(409, 'The loan of this property is paid off.'),
    });
    await user.click(screen.getByRole('button', { name: 'Pay rent' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The loan of this property is paid off.');
  });

  it('sends whoever holds nothing to the marketplace; what has ended is not offered', async () => {
    await open([position({ loanStatus: 'paid_off' }), position({ propertyId: 2, tokens: 0 })]);
    expect(screen.getByRole('link', { name: 'Buy some first' })).toHaveAttribute('href', '/?role=investor');
    expect(screen.queryByRole('button', { name: 'Pay rent' })).toBeNull();
  });

  it('lets a month pass once that is confirmed, and says which day it is then', async () => {
    const { user } = await open([], { 'POST /api/sandbox/month': { date: '2027-03-04', pending: true } });
    await user.click(screen.getByRole('button', { name: 'Let a month pass' }));
    await user.click(await screen.findByRole('button', { name: 'Keep the date' }));
    expect(posted()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Let a month pass' }));
    await user.click(await screen.findByRole('button', { name: 'Move the calendar' }));
    expect(
      await screen.findByText(/It is Mar 4, 2027 now\. The days in between are still being processed/),
    ).toBeInTheDocument();
    const told = screen.getByRole('link', { name: 'See what fell due and was paid' });
    expect(told).toHaveAttribute('href', '/notifications');
  });

  it('fills the own wallet', async () => {
    const { user } = await open([], {
      'POST /api/wallets/rInvestorExampleExampleExample1/demo-funding': { balance: 100, rlusdBalance: 500 },
    });
    await user.click(screen.getByRole('button', { name: 'Top up wallet' }));
    expect(await screen.findByText('Your wallet holds 500.00 RLUSD.')).toBeInTheDocument();
  });
});
