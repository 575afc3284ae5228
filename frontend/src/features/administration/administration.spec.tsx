import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { AdminTransactionView } from '@tknest/contracts/api';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { Route, Routes } from 'react-router';
import { show } from '../../../test/render';
import { calls, payment, problem, serve, session, type Answers } from '../../../test/server';
import PaymentDrawer from './components/payment-drawer';
import AnalyticsPage from './pages/analytics-page';
import CasesPage from './pages/cases-page';
import PropertiesPage from './pages/properties-page';
import TransactionsPage from './pages/transactions-page';
import UsersPage from './pages/users-page';

afterEach(cleanup);

const HASH = '8F3C12A9'.repeat(8);
const row = (more: Partial<AdminTransactionView> = {}): AdminTransactionView => ({
  id: 't-1',
  paymentId: 'p-1',
  payoutId: null,
  status: 'completed',
  ending: null,
  type: 'property_purchase',
  description: 'Purchase of 5 tokens of Sample Court',
  userWallet: 'rE5tLk1RaB7gExampleExample',
  amount: 512.5,
  currency: 'RLUSD',
  propertyId: 1,
  propertyName: 'Sample Court',
  timestamp: '2026-11-20T14:02:00.000Z',
  txHash: HASH,
  ...more,
});
const stats = {
  totalVolume: 184_209.5,
  totalTransactions: 1_284,
  totalProperties: 6,
  totalPlatformFees: 4_492.18,
  activeInvestments: 112,
  completedPayouts: 341,
  monthlyGrowth: 92.8,
};
const months = ['06', '07', '08', '09', '10', '11'].map((month, index) => ({
  month: `2026-${month}`,
  paid: index * 1000,
  payouts: index * 100,
  holders: index,
}));

function open(page: ReactElement, more: Answers = {}, at = '/admin') {
  serve({
    'GET /api/session': session({ userRole: 'admin' }),
    'GET /api/admin/platform-stats': stats,
    'GET /api/admin/all-transactions': [row()],
    'GET /api/admin/growth': months,
    'GET /api/admin/all-properties': [
      {
        id: 1,
        name: 'Sample Court',
        address: '12 Example Street',
        owner: 'rOwner',
        listedAt: '2026-11-02T09:00:00.000Z',
        monthlyRent: 2500,
        tokensIssued: 172,
        tokenCount: 250,
        totalInvestment: 17_200,
        status: 'open',
      },
    ],
    'GET /api/admin/all-users': [
      {
        id: 'rA',
        userType: 'property_owner',
        kycStatus: 'verified',
        walletAddress: 'rA',
        firstSeen: '2026-11-01T09:00:00.000Z',
        lastSeen: '2026-11-20T09:00:00.000Z',
        totalInvestments: 100,
        totalEarnings: 0,
      },
      {
        id: 'rB',
        userType: 'admin',
        kycStatus: 'not_started',
        walletAddress: 'rB',
        firstSeen: '2026-11-01T09:00:00.000Z',
        lastSeen: '2026-11-03T09:00:00.000Z',
        totalInvestments: 0,
        totalEarnings: 0,
      },
    ],
    ...more,
  });
  return show(page, { at });
}
const asked = () => calls.filter(({ path }) => path === '/api/admin/all-transactions');

describe('document 2 §2.10, the frame', () => {
  it('four summary cards: Total Volume, Total Transactions, Active Properties, Platform Fees', async () => {
    open(<TransactionsPage />);
    for (const [name, figure] of [
      ['Total Volume', '184,209.50RLUSD'],
      ['Total Transactions', '1,284'],
      ['Active Properties', '6'],
      ['Platform Fees', '4,492.18RLUSD'],
    ] as const) {
      expect((await screen.findByText(name)).parentElement).toHaveTextContent(`${name}${figure}`);
    }
  });
  it('four tabs: All Transactions, Properties, Users, Analytics', async () => {
    open(<TransactionsPage />);
    const tabs = await screen.findByRole('navigation', { name: 'Administration' });
    expect(
      within(tabs)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['All Transactions', 'Properties', 'Users', 'Analytics']);
  });
  it.each([
    ['the summary', 'platform-stats', <TransactionsPage />],
    ['the figures', 'growth', <AnalyticsPage />],
  ] as const)('says that %s did not load, and asks again', async (what, call, page) => {
    let broken = true;
    const answer = call === 'growth' ? months : stats;
    const { user } = open(page, { [`GET /api/admin/${call}`]: () => (broken ? problem(500, 'Failed') : answer) });
    const failed = await screen.findByRole('alert');
    expect(failed).toHaveTextContent(new RegExp(`${what} did not load`, 'i'));
    broken = false;
    await user.click(within(failed).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('document 2 §2.10, Transactions tab', () => {
  it('columns: Status, Type, Description, Wallet (first 12 characters), Amount, Property, Date, TX Hash (first 8 characters, or a dash)', async () => {
    open(<TransactionsPage />, {
      'GET /api/admin/all-transactions': [row(), row({ id: 't-2', txHash: null, status: 'failed' })],
    });
    const table = await screen.findByRole('region', { name: 'Transactions' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Status', 'Type', 'Description', 'Wallet', 'Amount', 'Property', 'Date', 'TX Hash', 'Open']);
    const [, first, second] = within(table).getAllByRole('row');
    for (const text of [
      'Completed',
      'Property purchase',
      'Purchase of 5 tokens of Sample Court',
      'rE5tLk1RaB7g',
      '512.50RLUSD',
      'Sample Court',
      'Nov 20, 2026',
      '8F3C12A9',
    ])
      expect(first).toHaveTextContent(text);
    expect(first).not.toHaveTextContent('rE5tLk1RaB7gE');
    expect(second).toHaveTextContent('Failed');
    expect(within(second!).getByLabelText('none')).toHaveTextContent('—');
  });
  it.each([
    ['completed', 'Completed', 'pill-ok'],
    ['pending', 'Pending', 'pill-wait'],
    ['failed', 'Failed', 'pill-bad'],
  ] as const)('the status %s has its word, tone and icon', async (status, word, tone) => {
    open(<TransactionsPage />, { 'GET /api/admin/all-transactions': [row({ status })] });
    const table = within(await screen.findByRole('region', { name: 'Transactions' }));
    const pill = table.getByText(word).closest('.pill')!;
    expect(pill).toHaveClass(tone);
    expect(pill.querySelector('svg')).not.toBeNull();
  });
  it('a status that is not in the vocabulary gets the neutral icon', async () => {
    open(<TransactionsPage />, { 'GET /api/admin/all-transactions': [row({ status: 'on_hold' as never })] });
    expect((await screen.findByText('on hold')).closest('.pill')).toHaveClass('pill-off');
  });
  it('says how a payment ended that moved no money', async () => {
    const ended = (['cancelled', 'declined', 'expired'] as const).map((ending) =>
      row({ id: ending, status: 'failed', ending }),
    );
    open(<TransactionsPage />, {
      'GET /api/admin/all-transactions': [...ended, row({ id: 'refused', status: 'failed' })],
    });
    await screen.findByText('Canceled');
    const words = screen
      .getAllByRole('row')
      .slice(1)
      .map((one) => one.querySelector('td')!.textContent);
    expect(words).toEqual(['Canceled', 'Declined', 'Expired', 'Failed']);
  });
  it('text search is asked of the server once typing rests, and stands in the address', async () => {
    const { user, address } = open(<TransactionsPage />);
    await user.type(await screen.findByLabelText('Search'), 'court');
    await waitFor(() => expect(address()).toBe('/admin?search=court'));
    const searches = () => asked().map(({ search }) => new URLSearchParams(search).get('search'));
    await waitFor(() => expect(searches()).toContain('court'));
    expect(searches().filter((search) => search !== null)).toEqual(['court']);
  });
  it.each([
    [
      'Type',
      ['All types', 'Property purchase', 'Monthly payout', 'Principal payback', 'RLUSD payment', 'Platform fee'],
    ],
    ['Date range', ['7 days', '30 days', '90 days', '1 year', 'All time']],
  ] as const)('%s filter: %p', async (name, options) => {
    const { user } = open(<TransactionsPage />);
    await user.click(await screen.findByRole('combobox', { name }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(options);
  });
  it('a chosen filter stands in the address', async () => {
    const { user, address } = open(<TransactionsPage />);
    await user.click(await screen.findByRole('combobox', { name: 'Date range' }));
    await user.click(await screen.findByRole('option', { name: '30 days' }));
    await waitFor(() => expect(address()).toBe('/admin?days=30'));
  });
  it('empty state: No transactions found, with a way to clear the filters', async () => {
    const { user, address } = open(
      <TransactionsPage />,
      { 'GET /api/admin/all-transactions': [] },
      '/admin?type=platform_fee',
    );
    expect(await screen.findByRole('heading', { name: 'No transactions found' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/admin'));
  });
  it('Export asks for the file with the filters', async () => {
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    const { user } = open(
      <TransactionsPage />,
      { 'GET /api/admin/all-transactions/export.csv': new Response('Status\r\n') },
      '/admin?status=failed',
    );
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path.endsWith('/export.csv'))?.search).toContain('status=failed'),
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it('Refresh asks again, and what is new stands there', async () => {
    let answer = [row()];
    const { user } = open(<TransactionsPage />, { 'GET /api/admin/all-transactions': () => answer });
    await screen.findByText('Purchase of 5 tokens of Sample Court');
    answer = [row({ description: 'Something new' })];
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Something new')).toBeInTheDocument();
  });
  it('an export that is refused says why, and takes no page with it', async () => {
    const { user, address } = open(<TransactionsPage />, {
      'GET /api/admin/all-transactions/export.csv': () => problem(429, 'Too many exports. Please wait 30 seconds.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The export was refusedToo many exports. Please wait 30 seconds.',
    );
    expect(address()).toBe('/admin');
  });
  it('Refresh keeps the focus while it asks, also when it asks by itself', async () => {
    let answer!: (rows: unknown) => void;
    let first = true;
    const { user } = open(<TransactionsPage />, {
      'GET /api/admin/all-transactions': () => {
        if (!first) return new Promise((resolve) => (answer = resolve));
        first = false;
        return [row()];
      },
    });
    await screen.findByText('Purchase of 5 tokens of Sample Court');
    const refresh = screen.getByRole('button', { name: 'Refresh' });
    await user.click(refresh);
    await waitFor(() => expect(refresh).toHaveAttribute('aria-busy', 'true'));
    expect(refresh).toHaveFocus();
    expect(refresh).not.toBeDisabled();
    await waitFor(() => expect(answer).toBeDefined());
    await act(async () => answer([row()]));
    expect(refresh).toHaveFocus();
  });
  it('what the filters ask anew never stands under the old answer', async () => {
    const { user } = open(<TransactionsPage />, {
      'GET /api/admin/all-transactions': ({ url }: { url: URL }) =>
        url.searchParams.get('days') === '30' ? new Promise(() => undefined) : [row()],
    });
    await screen.findByText('Purchase of 5 tokens of Sample Court');
    await user.click(screen.getByRole('combobox', { name: 'Date range' }));
    await user.click(await screen.findByRole('option', { name: '30 days' }));
    await waitFor(() => expect(screen.queryByText('Purchase of 5 tokens of Sample Court')).toBeNull());
  });
  it('a page stands in the address, the way back leads over it, and a new filter begins with the first', async () => {
    const paged = ({ url }: { url: URL }) => {
      const after = Number(url.searchParams.get('cursor') ?? 0);
      return new Response(JSON.stringify([row({ id: `t-${after}`, description: `Row ${after}` })]), {
        headers: { 'Content-Type': 'application/json', ...(after < 2 ? { 'X-Next-Cursor': String(after + 1) } : {}) },
      });
    };
    const { user, address } = open(<TransactionsPage />, { 'GET /api/admin/all-transactions': paged });
    await screen.findByText('Row 0');
    await user.click(screen.getByRole('button', { name: 'Older' }));
    await screen.findByText('Row 1');
    await user.click(screen.getByRole('button', { name: 'Older' }));
    await screen.findByText('Row 2');
    expect([address(), screen.getByText('Page 3').textContent]).toEqual(['/admin?after=2', 'Page 3']);
    await user.click(screen.getByRole('button', { name: 'Newer' }));
    await screen.findByText('Row 1');
    expect(address()).toBe('/admin?after=1');
    await user.click(await screen.findByRole('combobox', { name: 'Date range' }));
    await user.click(await screen.findByRole('option', { name: '30 days' }));
    await waitFor(() => expect(address()).toBe('/admin?days=30'));
    expect(await screen.findByText('Row 0')).toBeInTheDocument();
  });
  it('who came by a link to a later page gets it, and from there to the first', async () => {
    const { user, address } = open(
      <TransactionsPage />,
      {
        'GET /api/admin/all-transactions': ({ url }: { url: URL }) => [
          row({ description: `From ${url.searchParams.get('cursor')}` }),
        ],
      },
      '/admin?after=2',
    );
    await screen.findByText('From 2');
    await user.click(screen.getByRole('button', { name: 'Newer' }));
    await waitFor(() => expect(address()).toBe('/admin'));
    expect(await screen.findByText('From null')).toBeInTheDocument();
  });
  it('a question that was refused has a way out: Clear filters', async () => {
    const { user, address } = open(
      <TransactionsPage />,
      {
        'GET /api/admin/all-transactions': ({ url }: { url: URL }) =>
          url.searchParams.get('days') === '5' ? problem(400, 'days must be all or one of 7, 30, 90, 365') : [row()],
      },
      '/admin?days=5',
    );
    const failed = await screen.findByRole('alert');
    expect(failed).toHaveTextContent('days must be all or one of');
    await user.click(within(failed).getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/admin'));
    expect(await screen.findByText('Purchase of 5 tokens of Sample Court')).toBeInTheDocument();
  });
  it('a double click opens a payment once: closing it leads back to the list', async () => {
    const { user, router } = open(
      <Routes>
        <Route path="/admin/payments?/:paymentId?" element={<TransactionsPage />} />
      </Routes>,
      {
        'GET /api/rlusd/payment-status/p-1': payment({ id: 'p-1' }),
        'GET /api/audit/events': { events: [], next: null },
        'GET /api/platform/config': { explorer: null },
      },
    );
    const row = (await screen.findByText('Purchase of 5 tokens of Sample Court')).closest('tr')!;
    await user.dblClick(row);
    await screen.findByRole('dialog');
    expect(router.state.location.pathname).toBe('/admin/payments/p-1');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it('what a payout run paid leads to the run: it has no payment of its own', async () => {
    const paid = row({
      id: 't-9',
      paymentId: null,
      payoutId: 'due-1/2026',
      description: 'Monthly payout for Sample Court',
    });
    const { user, address } = open(<TransactionsPage />, { 'GET /api/admin/all-transactions': [paid] });
    const link = await screen.findByRole('link', { name: 'Open payout Monthly payout for Sample Court' });
    expect(link).toHaveAttribute('href', '/admin/payouts/due-1%2F2026');
    await user.click(screen.getByText('Monthly payout for Sample Court'));
    expect(address()).toBe('/admin/payouts/due-1%2F2026');
  });
  it('a selection that ends in a row is there to be copied: it opens nothing', async () => {
    const { user, address } = open(<TransactionsPage />);
    const text = await screen.findByText('Purchase of 5 tokens of Sample Court');
    const selected = jest.spyOn(window, 'getSelection').mockReturnValue({ toString: () => 'Sample' } as Selection);
    await user.click(text);
    selected.mockRestore();
    expect(address()).toBe('/admin');
  });
  it('what is shown stays where it cannot be made newer, and says so', async () => {
    let away = false;
    const { user } = open(<TransactionsPage />, {
      'GET /api/admin/all-transactions': () => (away ? problem(502, 'Bad gateway') : [row()]),
    });
    await screen.findByText('Purchase of 5 tokens of Sample Court');
    away = true;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/^Updated .* ago, refresh failed$/)).toBeInTheDocument();
    expect(screen.getByText('Purchase of 5 tokens of Sample Court')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it.each([
    ['transactions', <TransactionsPage />, '/api/admin/all-transactions', 10_000],
    ['properties', <PropertiesPage />, '/api/admin/all-properties', 30_000],
    ['users', <UsersPage />, '/api/admin/all-users', 30_000],
  ] as const)('document 2 §9: %s are asked for again after %#', async (_, page, path, every) => {
    jest.useFakeTimers();
    open(page);
    const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await later(500);
    const times = () => calls.filter((call) => call.path === path).length;
    expect(times()).toBe(1);
    await later(every - 1_000);
    expect(times()).toBe(1);
    await later(1_000);
    expect(times()).toBe(2);
    jest.useRealTimers();
  });
});

describe('the drawer of a payment', () => {
  const at = (ms: number) => new Date(Date.parse('2026-11-20T14:01:07.214Z') + ms).toISOString();
  const logged = (position: number, type: string, ms: number, data: object = {}, wallet: string | null = null) => ({
    position: String(position).padStart(20, '0'),
    stream: 'payment-p-1',
    revision: position,
    type,
    version: 1,
    at: at(ms),
    actor: { wallet, role: wallet ? 'investor' : 'system' },
    data,
    metadata: {},
    hash: HASH,
  });
  const events = [
    logged(41_207, 'PaymentStarted', 0, { amount: '500', platformFee: '12.5' }, 'rE5tLk1RaB7gExampleExample'),
    logged(41_224, 'LegValidated', 67_519, { leg: 'recipient', ledgerIndex: 98_214_377, hash: HASH }),
    logged(41_230, 'PaymentCompleted', 75_096),
  ];
  const drawer = (more: Answers = {}) => {
    const paid = payment({ id: 'p-1', status: 'completed', outcome: 'settled', feeStatus: 'paid', createdAt: at(0) });
    serve({
      'GET /api/platform/config': { explorer: 'https://explorer.example' },
      'GET /api/rlusd/payment-status/p-1': paid,
      'GET /api/audit/events': { events, next: null },
      ...more,
    });
    return show(<PaymentDrawer paymentId="p-1" onClose={() => undefined} />);
  };

  it('shows what was paid in all, the parts of it, and how long it took', async () => {
    drawer();
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('1 min 15 s');
    for (const text of [
      'Completed',
      '512.50RLUSD',
      'Property purchase, 5 tokens of Sample Court',
      'Amount500.00RLUSD',
      'Platform fee, paid12.50RLUSD',
      'Started to settled1 min 15 s',
    ])
      expect(dialog).toHaveTextContent(text);
  });
  it('the trail: time to the millisecond, event, sentence, who, hash, position in the log; a filled dot is confirmed by a ledger', async () => {
    drawer();
    const [first, second, last] = await screen.findAllByRole('listitem');
    for (const text of [
      '.214',
      'PaymentStarted',
      'A payment of 500.00 RLUSD with a fee of 12.50 RLUSD was started.',
      'rE5tLk1RaB7g',
      'Investor',
      '#41207',
    ])
      expect(first).toHaveTextContent(text);
    expect(first).not.toHaveAttribute('data-ledger');
    expect(second).toHaveAttribute('data-ledger', 'true');
    for (const text of ['8F3C12A9', 'Payment process']) expect(second).toHaveTextContent(text);
    expect(within(last!).getByRole('link', { name: 'Position 41230 in the event log' })).toHaveAttribute(
      'href',
      `/audit/events?after=${'41229'.padStart(20, '0')}`,
    );
    expect(screen.getByRole('link', { name: 'Replay to here' })).toHaveAttribute(
      'href',
      `/audit?position=${'41230'.padStart(20, '0')}`,
    );
  });
  it('what was withdrawn is no failure: the note is quiet, and the fee was not taken', async () => {
    drawer({
      'GET /api/rlusd/payment-status/p-1': payment({
        id: 'p-1',
        status: 'failed',
        outcome: 'cancelled',
        error: 'The payment was canceled. No money moved.',
        feeStatus: 'open',
      }),
    });
    expect((await screen.findByText('The payment was canceled. No money moved.')).closest('.note')).toHaveClass(
      'note-off',
    );
    expect(screen.getByText('Platform fee, not taken')).toBeInTheDocument();
  });
  it('another payment never stands under the rows of the one before, and the drawer says that it is loading', async () => {
    const paid = payment({ id: 'p-1', status: 'completed', outcome: 'settled', createdAt: at(0) });
    serve({
      'GET /api/platform/config': { explorer: null },
      'GET /api/rlusd/payment-status/p-1': paid,
      'GET /api/rlusd/payment-status/p-2': () => new Promise(() => undefined),
      'GET /api/audit/events': ({ url }: { url: URL }) =>
        url.searchParams.get('stream') === 'payment-p-1' ? { events, next: null } : new Promise(() => undefined),
    });
    function Page() {
      const [id, setId] = useState('p-1');
      return (
        <>
          <button type="button" onClick={() => setId('p-2')}>
            Other
          </button>
          <PaymentDrawer paymentId={id} onClose={() => undefined} />
        </>
      );
    }
    show(<Page />);
    await screen.findByText('#41207');
    fireEvent.click(screen.getByText('Other'));
    await waitFor(() => expect(screen.queryByText('#41207')).toBeNull());
    expect(within(screen.getByRole('dialog')).getByText('Loading')).toBeInTheDocument();
  });
  it('says that the trail did not load; what is known of the payment stands', async () => {
    drawer({ 'GET /api/audit/events': () => problem(500, 'Failed') });
    expect(await screen.findByRole('alert')).toHaveTextContent('Event trail did not load');
    expect(screen.getByRole('dialog')).toHaveTextContent('512.50RLUSD');
  });
});

describe('the cases', () => {
  const found = (more = {}) => ({
    id: 'unknown-1',
    kind: 'unknown-ledger-payment',
    summary: 'RLUSD reached the fee wallet by a transaction that is not in the log.',
    status: 'open',
    paymentId: null,
    propertyId: null,
    wallet: 'rPayerExample',
    txHash: HASH,
    openedAt: '2026-11-20T14:02:00.000Z',
    resolvedAt: null,
    resolution: null,
    note: null,
    details: { ledgerIndex: 7 },
    effectOfResolving: 'Nothing is sent to the ledger.',
    ...more,
  });
  const cases = (more: Answers = {}, at = '/admin/cases', path = '/admin/cases/:caseId?') => {
    serve({
      'GET /api/session': session({ userRole: 'admin' }),
      'GET /api/platform/config': { explorer: null },
      'GET /api/admin/cases': ({ url }: { url: URL }) => (url.searchParams.get('status') === 'open' ? [found()] : []),
      'GET /api/admin/cases/unknown-1': found(),
      ...more,
    });
    return show(<CasesPage />, { at, path });
  };

  it('open ones first; those that were resolved one click away, each in the address', async () => {
    const { user, address } = cases();
    expect(await screen.findByText(found().summary)).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Resolved' }));
    expect(await screen.findByRole('heading', { name: 'No resolved cases' })).toBeInTheDocument();
    expect(address()).toBe('/admin/cases?status=resolved');
  });
  it('a tab never stands over the rows of the one before', async () => {
    const { user } = cases({
      'GET /api/admin/cases': ({ url }: { url: URL }) =>
        url.searchParams.get('status') === 'open' ? [found()] : new Promise(() => undefined),
    });
    await screen.findByText(found().summary);
    await user.click(screen.getByRole('link', { name: 'Resolved' }));
    await waitFor(() => expect(screen.queryByText(found().summary)).toBeNull());
  });
  it('what was done has to be said: in the words of the contract, under the field', async () => {
    const { user } = cases({}, '/admin/cases/unknown-1');
    await user.type(await screen.findByLabelText('Explanation'), 'Too short');
    // The page says what resolving the case does.
    expect(screen.getByText('Nothing is sent to the ledger.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resolve the case' }));
    expect(await screen.findByText('Describe what was done in at least 10 characters')).toBeInTheDocument();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });
  it('one opens at its own address, is resolved there in words, and says so', async () => {
    let one = found();
    const { user, address } = cases({
      'GET /api/admin/cases/unknown-1': () => one,
      'POST /api/admin/cases/unknown-1/resolve': () =>
        (one = found({
          status: 'resolved',
          resolution: 'no-action',
          note: 'A gift: nothing is owed.',
          resolvedAt: '2026-11-20T15:00:00.000Z',
        })),
    });
    await user.click(await screen.findByRole('button', { name: /^Open case/ }));
    await waitFor(() => expect(address()).toBe('/admin/cases/unknown-1'));
    await user.type(await screen.findByLabelText('Explanation'), 'A gift: nothing is owed.');
    await user.click(screen.getByRole('button', { name: 'Resolve the case' }));
    expect(await screen.findByText('A gift: nothing is owed.', { selector: 'p' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Resolve the case' })).toBeNull();
  });
  it('an auditor reads one and resolves none', async () => {
    cases({ 'GET /api/session': session({ userRole: 'auditor' }) }, '/admin/cases/unknown-1');
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('All findings')).toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Resolve the case' })).toBeNull();
  });
  it('one that there is not leads back to the others', async () => {
    const { user, address } = cases(
      { 'GET /api/admin/cases/unknown-1': () => problem(404, 'No matching cases') },
      '/admin/cases/unknown-1',
    );
    await user.click(await screen.findByRole('button', { name: 'Back to cases' }));
    await waitFor(() => expect(address()).toBe('/admin/cases'));
  });
});

describe('document 2 §2.10, the other tabs', () => {
  it('Properties: name, address, Monthly Rent, Tokens Issued (issued/total), Total Investment', async () => {
    open(<PropertiesPage />);
    const table = within(await screen.findByRole('region', { name: 'Properties' }));
    for (const head of ['Monthly Rent', 'Tokens Issued', 'Total Investment'])
      expect(table.getByRole('columnheader', { name: head })).toBeInTheDocument();
    const [, first] = table.getAllByRole('row');
    for (const text of ['Sample Court', '12 Example Street', '2,500.00RLUSD', '172 / 250', '68.8%', '17,200.00RLUSD'])
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
    open(<UsersPage />);
    const card = (await screen.findByRole('heading', { name: 'Property owner' })).closest('article')!;
    for (const text of ['Verified', 'rA', 'Investments100.00RLUSD', 'Earnings0.00RLUSD'])
      expect(card).toHaveTextContent(text);
    expect(screen.getByRole('heading', { name: 'Admin' }).closest('article')).toHaveTextContent(
      /Not Started.*Investments—Earnings—/,
    );
  });
  it('Users are found by wallet, type and KYC status, each in the address, and asked for so', async () => {
    const { user, address } = open(
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
    await screen.findByRole('heading', { name: 'Investor' });
    await user.click(screen.getByRole('combobox', { name: 'KYC status' }));
    await user.click(await screen.findByRole('option', { name: 'Rejected' }));
    await waitFor(() => expect(address()).toBe('/admin/users?kyc=rejected'));
    await user.type(screen.getByLabelText('Wallet'), 'rNobody');
    expect(await screen.findByRole('heading', { name: 'No users found' })).toBeInTheDocument();
    expect(address()).toBe('/admin/users?kyc=rejected&search=rNobody');
    expect(calls.filter(({ path }) => path === '/api/admin/all-users').length).toBeGreaterThan(2);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/admin/users'));
    expect(await screen.findByRole('heading', { name: 'Investor' })).toBeInTheDocument();
  });
  it('Properties are found, narrowed and sorted, each in the address; so is what is exported', async () => {
    const { user, address } = open(<PropertiesPage />, {}, '/admin/properties');
    expect(await screen.findByText('Listed Nov 2, 2026')).toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: 'Sorted' }));
    await user.click(await screen.findByRole('option', { name: 'Sort by monthly rent' }));
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
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
    const { user, address } = open(
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
    const { user, address } = open(<UsersPage />, {}, '/admin/users');
    const card = (await screen.findByRole('heading', { name: 'Property owner' })).closest('article')!;
    expect(card).toHaveTextContent('Last sign-inNov 20, 2026');
    expect(within(card).getByRole('link', { name: 'Transactions of rA' })).toHaveAttribute('href', '/admin?search=rA');
    await user.click(screen.getByRole('combobox', { name: 'Sorted' }));
    await user.click(await screen.findByRole('option', { name: 'Sort by investments' }));
    await waitFor(() => expect(address()).toBe('/admin/users?sort=invested'));
  });
  it('Analytics: Active Investments, Completed Payouts, Monthly Growth (%), Total Platform Fees, Average Transaction (volume divided by transaction count)', async () => {
    open(<AnalyticsPage />);
    expect((await screen.findByRole('heading', { name: 'Monthly Growth' })).parentElement).toHaveTextContent('+92.8%');
    for (const [name, figure] of [
      ['Active Investments', '112'],
      ['Completed Payouts', '341'],
      ['Total Platform Fees', '4,492.18RLUSD'],
      ['Average Transaction', '143.47RLUSD'],
    ] as const) {
      expect(screen.getByText(name).parentElement).toHaveTextContent(`${name}${figure}`);
    }
  });
});
