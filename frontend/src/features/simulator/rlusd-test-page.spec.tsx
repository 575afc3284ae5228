import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, serve } from '../../../test/server';
import RlusdTestPage from './pages/rlusd-test-page';

afterEach(cleanup);

it('has its four tabs, and makes no calls (document 2 §2.8, §7)', async () => {
  serve({});
  const { user } = show(<RlusdTestPage />, { at: '/rlusd-test' });
  const tabs = within(screen.getByRole('navigation', { name: 'Parts of the simulator' }));
  const names = ['Test Wallets', 'Properties', 'Transaction Flow', 'Live Monitoring'];
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names);
  for (const name of names) {
    await user.click(tabs.getByRole('link', { name }));
    expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  }
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(calls).toEqual([]);
});
