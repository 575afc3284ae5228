import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { openAdmin, row } from '../../../test/administration';
import { calls, payment, problem } from '../../../test/server';
import PropertiesPage from './pages/properties-page';
import TransactionsPage from './pages/transactions-page';
import UsersPage from './pages/users-page';

afterEach(cleanup);

const asked = () => calls.filter(({ path }) => path === '/api/admin/all-transactions');

describe('document 2 §2.10, Transactions tab', () => {
  it('columns: Status, Type, Description, Wallet (first 12 characters), Amount, Property, Date, TX Hash (first 8 characters, or a dash)', async () => {
    openAdmin(<TransactionsPage />, {
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
      '512.50 RLUSD',
      'Sample Court',
      'Sep 14, 2026',
      '8F3C12A9',
    ])
      expect(first).toHaveTextContent(text);
    expect(within(first!).getByTitle('Recorded Nov 20, 2026, 14:02 UTC')).toBeInTheDocument();
    expect(first).not.toHaveTextContent('rE5tLk1RaB7gE');
    expect(second).toHaveTextContent('Failed');
    expect(within(second!).getByLabelText('none')).toHaveTextContent('—');
  });
  it.each([
    ['completed', 'Completed', 'pill-ok'],
    ['pending', 'Pending', 'pill-wait'],
    ['failed', 'Failed', 'pill-bad'],
  ] as const)('the status %s has its word, tone and icon', async (status, word, tone) => {
    openAdmin(<TransactionsPage />, { 'GET /api/admin/all-transactions': [row({ status })] });
    const table = within(await screen.findByRole('region', { name: 'Transactions' }));
    const pill = table.getByText(word).closest('.pill')!;
    expect(pill).toHaveClass(tone);
    expect(pill.querySelector('svg')).not.toBeNull();
  });
  it('a status that is not in the vocabulary gets the neutral icon', async () => {
    openAdmin(<TransactionsPage />, { 'GET /api/admin/all-transactions': [row({ status: 'on_hold' as never })] });
    expect((await screen.findByText('on hold')).closest('.pill')).toHaveClass('pill-off');
  });
  it('says how a payment ended that moved no money', async () => {
    const ended = (['cancelled', 'declined', 'expired'] as const).map((ending) =>
      row({ id: ending, status: 'failed', ending }),
    );
    openAdmin(<TransactionsPage />, {
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
    const { user, address } = openAdmin(<TransactionsPage />);
    await user.type(await screen.findByLabelText('Search'), 'court');
    await waitFor(() => expect(address()).toBe('/admin?search=court'));
    const searches = () => asked().map(({ search }) => new URLSearchParams(search).get('search'));
    await waitFor(() => expect(searches()).toContain('court'));
    expect(searches().filter((search) => search !== null)).toEqual(['court']);
  });
  it.each([
    [
      'Type',
      [
        'All types',
        'Property purchase',
        'Monthly payout',
        'Principal payback',
        'RLUSD payment',
        'Platform fee',
        'Deposit',
      ],
    ],
    ['Date range', ['7 days', '30 days', '90 days', '1 year', 'All time']],
  ] as const)('%s filter: %p', async (name, options) => {
    const { user } = openAdmin(<TransactionsPage />);
    await user.click(await screen.findByRole('combobox', { name }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(options);
  });
  it('a chosen filter stands in the address', async () => {
    const { user, address } = openAdmin(<TransactionsPage />);
    await user.click(await screen.findByRole('combobox', { name: 'Date range' }));
    await user.click(await screen.findByRole('option', { name: '30 days' }));
    await waitFor(() => expect(address()).toBe('/admin?days=30'));
  });
  it('empty state: No transactions found, with a way to clear the filters', async () => {
    const { user, address } = openAdmin(
      <TransactionsPage />,
      { 'GET /api/admin/all-transactions': [] },
      '/admin?type=platform_fee',
    );
    expect(await screen.findByRole('heading', { name: 'No transactions found' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/admin'));
  });
  it('a fee is folded into its payment’s row; the switch, in the address, gives it its own', async () => {
    const fee = (more: object = {}) =>
      row({ type: 'platform_fee', description: 'Platform fee', amount: 12.5, ...more });
    const { user, address } = openAdmin(<TransactionsPage />, {
      'GET /api/admin/all-transactions': [
        row(),
        fee({ id: 'of-it' }),
        row({ id: 'paid', paymentId: 'p-2', description: 'Paid without its fee' }),
        fee({ id: 'unpaid', paymentId: 'p-2', status: 'failed', description: 'A fee that failed' }),
        fee({ id: 'alone', paymentId: 'p-3', description: 'A fee of another page' }),
        row({ id: 'share', paymentId: null, payoutId: 'run-1', type: 'monthly_payout', description: 'First share' }),
        row({ id: 'next', paymentId: null, payoutId: 'run-1', type: 'monthly_payout', description: 'Second share' }),
        fee({ id: 'run-1-fee', paymentId: null, payoutId: 'run-1', amount: 2.92 }),
      ],
    });
    const rows = () =>
      within(screen.getByRole('region', { name: 'Transactions' }))
        .getAllByRole('row')
        .slice(1)
        .map((one) => [2, 4].map((cell) => one.querySelectorAll('td')[cell]!.textContent).join(': '));
    await screen.findByText('A fee that failed');
    expect(rows()).toEqual([
      'Purchase of 5 tokens of Sample Court: 512.50\u00a0RLUSD+ 12.50 fee',
      'Paid without its fee: 512.50\u00a0RLUSD',
      'A fee that failed: 12.50\u00a0RLUSD',
      'A fee of another page: 12.50\u00a0RLUSD',
      'First share: 512.50\u00a0RLUSD+ 2.92 run fee',
      'Second share: 512.50\u00a0RLUSD',
    ]);
    await user.click(screen.getByRole('switch', { name: 'Show fees' }));
    await waitFor(() => expect(address()).toBe('/admin?fees=shown'));
    expect(rows()).toHaveLength(8);
    expect(rows()[0]).toBe('Purchase of 5 tokens of Sample Court: 512.50\u00a0RLUSD');
    expect(asked().some(({ search }) => search.includes('fees'))).toBe(false);
  });
  it('fees alone, chosen by the filter, are listed', async () => {
    openAdmin(
      <TransactionsPage />,
      { 'GET /api/admin/all-transactions': [row({ type: 'platform_fee', description: 'Platform fee' })] },
      '/admin?type=platform_fee',
    );
    expect(await screen.findByText('Platform fee', { selector: '.fee-line' })).toBeInTheDocument();
  });
  it('Export asks for the file with the filters', async () => {
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    const { user } = openAdmin(
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
    const { user } = openAdmin(<TransactionsPage />, { 'GET /api/admin/all-transactions': () => answer });
    await screen.findByText('Purchase of 5 tokens of Sample Court');
    answer = [row({ description: 'Something new' })];
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Something new')).toBeInTheDocument();
  });
  it('an export that is refused says why, and takes no page with it', async () => {
    const { user, address } = openAdmin(<TransactionsPage />, {
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
    const { user } = openAdmin(<TransactionsPage />, {
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
    const { user } = openAdmin(<TransactionsPage />, {
      'GET /api/admin/all-transactions': ({ url }: { url: URL }) =>
        url.searchParams.get('days') === '30' ? new Promise(() => undefined) : [row()],
    });
    await screen.findByText('Purchase of 5 tokens of Sample Court');
    await user.click(await screen.findByRole('combobox', { name: 'Date range' }));
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
    const { user, address } = openAdmin(<TransactionsPage />, { 'GET /api/admin/all-transactions': paged });
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
    const { user, address } = openAdmin(
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
    const { user, address } = openAdmin(
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
    const { user, router } = openAdmin(
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
    const { user, address } = openAdmin(<TransactionsPage />, { 'GET /api/admin/all-transactions': [paid] });
    const link = await screen.findByRole('link', { name: 'Open payout Monthly payout for Sample Court' });
    expect(link).toHaveAttribute('href', '/admin/payouts/due-1%2F2026');
    await user.click(screen.getByText('Monthly payout for Sample Court'));
    expect(address()).toBe('/admin/payouts/due-1%2F2026');
  });
  it('a selection that ends in a row is there to be copied: it opens nothing', async () => {
    const { user, address } = openAdmin(<TransactionsPage />);
    const text = await screen.findByText('Purchase of 5 tokens of Sample Court');
    const selected = jest.spyOn(window, 'getSelection').mockReturnValue({ toString: () => 'Sample' } as Selection);
    await user.click(text);
    selected.mockRestore();
    expect(address()).toBe('/admin');
  });
  it('what is shown stays where it cannot be made newer, and says so', async () => {
    let away = false;
    const { user } = openAdmin(<TransactionsPage />, {
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
    ['the summary', <TransactionsPage />, '/api/admin/platform-stats', 30_000],
  ] as const)('document 2 §9: %s are asked for again after %#', async (_, page, path, every) => {
    jest.useFakeTimers();
    openAdmin(page);
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
