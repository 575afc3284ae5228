import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, payment, serve, session } from '../../../test/server';
import { FeesOwed } from './components/fees-owed';

const LIST = 'GET /api/rlusd/payments';
const PAY = 'POST /api/rlusd/payments/pay-1/fee';

beforeEach(() => void (globalThis.media = () => false));
afterEach(cleanup);

function open(owed: object[]) {
  serve({ 'GET /api/session': session(), [LIST]: owed, [PAY]: { success: true, paymentId: 'fee-1' } });
  return show(<FeesOwed />);
}

it('a person who owes a fee is told what it stops, and pays it there, once', async () => {
  const { user, address } = open([payment({ asks: [], status: 'completed', feeStatus: 'unpaid' })]);
  expect(await screen.findByText(/was not paid. Until you pay it, you cannot buy/)).toHaveTextContent(
    'The platform fee of 12.50 RLUSD for your payment for Sample Court was not paid.',
  );
  await user.click(screen.getByRole('button', { name: 'Pay 12.50 RLUSD' }));
  await waitFor(() => expect(address()).toBe('/?payment=fee-1'));
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('nothing is shown where nothing is owed', async () => {
  const { container } = open([]);
  await screen.findByTestId('address');
  expect(container.querySelector('.note')).toBeNull();
});
