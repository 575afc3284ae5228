import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { months, openAdmin, stats } from '../../../test/administration';
import { displayedAt } from '../../../test/displayed';
import { calls, problem, session } from '../../../test/server';
import AnalyticsPage from './pages/analytics-page';
import PropertiesPage from './pages/properties-page';
import TransactionsPage from './pages/transactions-page';
import UsersPage from './pages/users-page';

afterEach(() => {
  cleanup();
  localStorage.clear();
  globalThis.media = () => false;
});

describe('document 2 §2.10, the frame', () => {
  it('four summary cards: Total Volume, Total Transactions, Active Properties, Platform Fees', async () => {
    openAdmin(<TransactionsPage />);
    for (const [name, figure] of [
      ['Total Volume', '184,209.50 RLUSD'],
      ['Total Transactions', '1,284'],
      ['Active Properties', '6'],
      ['Platform Fees', '4,492.18 RLUSD'],
    ] as const) {
      expect((await screen.findByText(name)).parentElement).toHaveTextContent(`${name}${figure}`);
    }
  });
  it('four tabs: All Transactions, Properties, Users, Analytics', async () => {
    openAdmin(<TransactionsPage />);
    const tabs = await screen.findByRole('navigation', { name: 'Administration' });
    expect(
      within(tabs)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['All Transactions', 'Properties', 'Users', 'Analytics']);
  });
  it('above them what waits for an admin, each a link; an auditor, who decides nothing, is not asked for', async () => {
    openAdmin(<TransactionsPage />);
    const needs = within(await screen.findByRole('navigation', { name: 'Needs you' }));
    expect(needs.getAllByRole('link').map((one) => `${one.textContent} ${one.getAttribute('href')}`)).toEqual([
      '2 proposals /admin/proposals',
      '1 payment case /admin/cases',
      '0 compliance cases /compliance',
      '0 failed events /admin/failed-events',
    ]);
    cleanup();
    openAdmin(<TransactionsPage />, {
      'GET /api/admin/waiting': { proposals: 0, cases: 0, compliance: 0, failedEvents: 0, changedEvents: 1 },
    });
    const changed = await screen.findByRole('link', { name: 'The event log was changed' });
    expect(changed).toHaveAttribute('href', '/audit');
    cleanup();
    openAdmin(<TransactionsPage />, { 'GET /api/session': session({ userRole: 'auditor' }) });
    expect(await screen.findByText('Total Volume')).toBeInTheDocument();
    expect(screen.queryByRole('navigation', { name: 'Needs you' })).toBeNull();
  });
  it.each([
    ['the summary', 'platform-stats', <TransactionsPage />],
    ['the figures', 'growth', <AnalyticsPage />],
  ] as const)('says that %s did not load, and asks again', async (what, call, page) => {
    let broken = true;
    const answer = call === 'growth' ? months : stats;
    const { user } = openAdmin(page, { [`GET /api/admin/${call}`]: () => (broken ? problem(500, 'Failed') : answer) });
    const failed = await screen.findByRole('alert');
    expect(failed).toHaveTextContent(new RegExp(`${what} did not load`, 'i'));
    broken = false;
    await user.click(within(failed).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('document 2 §2.10, the other tabs', () => {
  it('Properties: name, address, Monthly Rent, Tokens Issued (issued/total), Total Investment', async () => {
    openAdmin(<PropertiesPage />);
    const table = within(await screen.findByRole('region', { name: 'Properties' }));
    for (const head of ['Monthly Rent', 'Tokens Issued', 'Total Investment'])
      expect(table.getByRole('columnheader', { name: head })).toBeInTheDocument();
    const [, first] = table.getAllByRole('row');
    for (const text of ['Sample Court', '12 Example Street', '2,500.00 RLUSD', '172 / 250', '68.8%', '17,200.00 RLUSD'])
      expect(first).toHaveTextContent(text);
    expect(within(first!).getByRole('progressbar', { name: 'Tokens issued of Sample Court' })).toHaveAttribute(
      'aria-valuenow',
      '69',
    );
    expect(within(first!).getByRole('link', { name: 'Transactions of Sample Court' })).toHaveAttribute(
      'href',
      '/admin?search=Sample%20Court',
    );
  });
  it('Users: type with underscores as spaces, KYC status, wallet, Investments, Earnings', async () => {
    openAdmin(<UsersPage />);
    const table = within(await screen.findByRole('region', { name: 'Users' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'WalletTypeKYC statusInvestmentsEarningsLast sign-inTransactionsOpen',
      expect.stringMatching(/^rA.*Property ownerVerified100\.00\sRLUSD0\.00\sRLUSDNov 20, 2026/),
      expect.stringMatching(/^rB.*AdminNot required——Nov 3, 2026/),
    ]);
  });
  it('Users are cards on a phone, and by choice, which this browser keeps', async () => {
    const { user } = openAdmin(<UsersPage />);
    await user.click(await screen.findByRole('radio', { name: 'Cards' }));
    const card = (await screen.findByRole('heading', { name: 'Property owner' })).closest('article')!;
    for (const text of ['Verified', 'rA', 'Investments100.00 RLUSD', 'Earnings0.00 RLUSD'])
      expect(card).toHaveTextContent(text);
    expect(screen.getByRole('heading', { name: 'Admin' }).closest('article')).toHaveTextContent(
      /Not required.*Investments—Earnings—/,
    );
    cleanup();
    openAdmin(<UsersPage />);
    expect(await screen.findByRole('heading', { name: 'Admin' })).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    expect(screen.getByRole('region', { name: 'Users' })).toBeInTheDocument();
    cleanup();
    globalThis.media = (query) => query.includes('max-width');
    openAdmin(<UsersPage />);
    expect(await screen.findByRole('heading', { name: 'Admin' })).toBeInTheDocument();
    expect(screen.queryByRole('radio')).toBeNull();
  });
  it('Users are found by wallet, type and KYC status, each in the address, and asked for so', async () => {
    const { user, address } = openAdmin(
      <UsersPage />,
      {
        'GET /api/admin/all-users': ({ url }: { url: URL }) =>
          url.searchParams.get('search')
            ? []
            : [
                {
                  id: 'rA',
                  userType: 'investor',
                  kycStatus: 'verified',
                  walletAddress: 'rA',
                  firstSeen: '2026-11-01T09:00:00.000Z',
                  lastSeen: '2026-11-20T09:00:00.000Z',
                  totalInvestments: 0,
                  totalEarnings: 0,
                },
              ],
      },
      '/admin/users',
    );
    await screen.findByRole('cell', { name: 'Investor' });
    await user.click(await screen.findByRole('combobox', { name: 'KYC status' }));
    await user.click(await screen.findByRole('option', { name: 'Rejected' }));
    await waitFor(() => expect(address()).toBe('/admin/users?kyc=rejected'));
    await user.type(screen.getByLabelText('Wallet'), 'rNobody');
    expect(await screen.findByRole('heading', { name: 'No users found' })).toBeInTheDocument();
    expect(address()).toBe('/admin/users?kyc=rejected&search=rNobody');
    expect(calls.filter(({ path }) => path === '/api/admin/all-users').length).toBeGreaterThan(2);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/admin/users'));
    expect(await screen.findByRole('cell', { name: 'Investor' })).toBeInTheDocument();
  });
  it('Properties are found, narrowed and sorted, each in the address; so is what is exported', async () => {
    const { user, address } = openAdmin(<PropertiesPage />, {}, '/admin/properties');
    expect(await screen.findByText('Listed Sep 13, 2026')).toBeInTheDocument();
    await user.click(await screen.findByRole('combobox', { name: 'Sorted' }));
    await user.click(await screen.findByRole('option', { name: 'Sort by monthly rent' }));
    await user.click(await screen.findByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Hidden' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search properties' }), 'court');
    await waitFor(() => expect(address()).toBe('/admin/properties?sort=rent&status=hidden&search=court'));
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/api/admin/all-properties').at(-1)!.search).toBe(
        '?search=court&status=hidden&sort=rent',
      ),
    );
    expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled();
  });
  it('Properties that no filter leaves: a way back', async () => {
    const { user, address } = openAdmin(
      <PropertiesPage />,
      { 'GET /api/admin/all-properties': [] },
      '/admin/properties?status=closed',
    );
    expect(await screen.findByRole('heading', { name: 'No properties found' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/admin/properties'));
    expect(await screen.findByRole('heading', { name: 'No properties yet' })).toBeInTheDocument();
  });
  it('Users are sorted; each has the last sign-in and a way to the transactions', async () => {
    const { user, address } = openAdmin(<UsersPage />, {}, '/admin/users');
    const line = (await screen.findByRole('cell', { name: 'Property owner' })).closest('tr')!;
    expect(line).toHaveTextContent('Nov 20, 2026');
    expect(within(line).getByRole('link', { name: 'Transactions of rA' })).toHaveAttribute('href', '/admin?search=rA');
    await user.click(await screen.findByRole('combobox', { name: 'Sorted' }));
    await user.click(await screen.findByRole('option', { name: 'Sort by investments' }));
    await waitFor(() => expect(address()).toBe('/admin/users?sort=invested'));
  });
  it('Analytics: Active Investments, Completed Payouts, Monthly Growth (%), Total Platform Fees, Average Transaction (volume divided by transaction count)', async () => {
    openAdmin(<AnalyticsPage />);
    expect((await screen.findByRole('heading', { name: 'Monthly Growth' })).parentElement).toHaveTextContent('+92.8%');
    for (const [name, figure] of [
      ['Active Investments', '112'],
      ['Completed Payouts', '341'],
      ['Total Platform Fees', '4,492.18 RLUSD'],
      ['Average Transaction', '143.47 RLUSD'],
    ] as const) {
      expect(screen.getByText(name).parentElement).toHaveTextContent(`${name}${figure}`);
    }
  });
  it('Analytics: the charts are drawn at their displayed width', async () => {
    const undo = displayedAt(574);
    openAdmin(<AnalyticsPage />);
    for (const [name, size] of [
      [/^Purchases and repayments/, '574 250'],
      [/^Token holders/, '574 130'],
    ] as const)
      expect(await screen.findByRole('img', { name })).toHaveAttribute('viewBox', `0 0 ${size}`);
    undo();
  });
  it('Analytics: growth without anything to compare with is new, not 0.0%', async () => {
    const first = { ...stats, monthlyGrowth: 0, growsFromNothing: true };
    openAdmin(<AnalyticsPage />, { 'GET /api/admin/platform-stats': first });
    const growth = (await screen.findByRole('heading', { name: 'Monthly Growth' })).parentElement!;
    expect(growth).toHaveTextContent('NewNothing was paid in the 30 days before the last 30');
    expect(growth).not.toHaveTextContent('0.0%');
  });
});
