import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { show } from '../../test/render';
import { calls, payment, serve, session } from '../../test/server';
import RecipePage from './recipe-page';

const LINES_BELOW = 90;

beforeEach(() => {
  localStorage.clear();
  globalThis.media = () => false;
});
afterEach(cleanup);

describe('the recipe for a new screen', () => {
  it('is the example that runs, in fewer than 90 lines', () => {
    const code = readFileSync('frontend/src/dev/recipe-page.tsx', 'utf8');
    expect(code.split('\n').length).toBeLessThan(LINES_BELOW);
    expect(readFileSync('docs/recipes/new-screen.md', 'utf8')).toContain(code);
  });
  it('has a form that says what is wrong, a payment that opens, and a list', async () => {
    serve({
      'GET /api/session': session(),
      'GET /api/rlusd/payments': [payment()],
      'POST /api/rlusd/process-payment': { paymentId: 'pay-1' },
    });
    const { user, address } = show(<RecipePage />);
    expect(await screen.findByText('500.00')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Valid XRPL wallet address required')).toBeInTheDocument();
    expect(screen.getByText('Amount must be at least 0.01 RLUSD')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Recipient'), 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe');
    await user.type(screen.getByLabelText('Amount'), '100');
    expect(
      screen.getByRole('img', { name: /100.00 RLUSD goes to the recipient, 2.50 RLUSD is the fee/ }),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(address()).toBe('/?payment=pay-1'));
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      recipientWallet: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
      amount: 100,
    });
  });
});
