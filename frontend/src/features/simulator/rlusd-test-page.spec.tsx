import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, serve, session } from '../../../test/server';
import RlusdTestPage from './pages/rlusd-test-page';

afterEach(cleanup);

it('has its four tabs, and makes no calls (document 2 §2.8, §7)', async () => {
  serve({ 'GET /api/session': session({ walletAddress: null, userRole: null }) });
  const { user } = show(<RlusdTestPage />, { at: '/rlusd-test' });
  const tabs = within(await screen.findByRole('navigation', { name: 'Parts of the simulator' }));
  const names = ['Test Wallets', 'Properties', 'Transaction Flow', 'Live Monitoring'];
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names);
  for (const name of names) {
    await user.click(tabs.getByRole('link', { name }));
    expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  }
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  // Every page asks for the session.
  expect(calls.map(({ path }) => path)).toEqual(['/api/session']);
});
