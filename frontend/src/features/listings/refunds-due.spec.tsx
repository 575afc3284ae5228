import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, payment, problem, serve, session } from '../../../test/server';
import { RefundsDue } from './components/refunds-due';

const late = (more: object = {}) =>
  payment({ asks: [], status: 'failed', outcome: 'cancelled', payer: 'rBuyerExampleExample', refund: null, ...more });
const LIST = 'GET /api/rlusd/payments';
const REFUND = 'POST /api/rlusd/payments/pay-1/refund';

beforeEach(() => void (globalThis.media = () => false));
afterEach(cleanup);

function open(due: object[], refund: unknown = { success: true, paymentId: 'refund-1' }) {
  serve({ 'GET /api/session': session({ userRole: 'landlord' }), [LIST]: due, [REFUND]: refund });
  return show(<RefundsDue />);
}

describe('an owner who was paid too late', () => {
  it('is asked to pay it back, with the amount and who paid', async () => {
    open([late()]);
    expect(await screen.findByText(/No tokens were issued for it. Please pay it back/)).toHaveTextContent(
      '500.00 RLUSD from rBuyerExampl reached you after its purchase of 5 tokens of Sample Court had ended.',
    );
  });
  it.each([
    ['due', { status: 'due', dueOn: '2026-12-15' }, /Pay it back by Dec 15, 2026/, 1],
    ['overdue', { status: 'overdue', dueOn: '2026-12-15' }, /due on Dec 15, 2026: your listings are hidden/, 1],
    ['held', { status: 'held', dueOn: null }, /is not due yet/, 0],
  ] as const)('is told the day of what is owed back: %s', async (_, owed, words, buttons) => {
    open([late({ owedBack: { by: 'rOwner', amount: '500', ...owed } })]);
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.queryAllByRole('button', { name: 'Refund 500.00 RLUSD' })).toHaveLength(buttons);
  });
  it('starts the refund once and is shown what to sign', async () => {
    const { user, address } = open([late()]);
    await user.click(await screen.findByRole('button', { name: 'Refund 500.00 RLUSD' }));
    await waitFor(() => expect(address()).toBe('/?payment=refund-1'));
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
  it('goes on with a refund that is under way', async () => {
    const { user, address } = open([late({ refund: { paymentId: 'refund-0', status: 'pending' } })]);
    await user.click(await screen.findByRole('button', { name: 'Continue the refund' }));
    await waitFor(() => expect(address()).toBe('/?payment=refund-0'));
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });
  it('is told why it could not be started', async () => {
    const { user, address } = open([late()], () =>
      problem(409, 'The earlier refund could still reach the ledger. No money moved. Try again in a few minutes.'),
    );
    await user.click(await screen.findByRole('button', { name: 'Refund 500.00 RLUSD' }));
    expect(await screen.findByText(/Try again in a few minutes/)).toBeInTheDocument();
    expect(address()).toBe('/');
  });
  it('sees nothing where nothing is owed', async () => {
    const { container } = open([]);
    await screen.findByTestId('address');
    expect(container.querySelector('.note')).toBeNull();
  });
});
