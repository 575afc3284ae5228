import { afterEach, describe, expect, it } from '@jest/globals';
import type { ActivityView } from '@tknest/contracts/api';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import { chooseZone } from '../../shared/format/zone';
import ActivityPage from './pages/activity-page';

afterEach(() => {
  cleanup();
  chooseZone('local');
});

const row: ActivityView = {
  id: 'a',
  type: 'purchase',
  at: '2026-11-20T14:02:00.000Z',
  direction: 'out',
  counterparty: 'rUZzxNLwYV7zbBWyfKr6gRxU7Zz4CcPBLL',
  property: { id: 1, name: 'Sample Court' },
  amount: '500',
  fee: '12.5',
  tokens: 5,
  status: 'completed',
  txHash: 'AA'.repeat(32),
  receipt: '/receipts/a',
};
const ROWS: ActivityView[] = [
  row,
  {
    ...row,
    id: 'b',
    type: 'rent_share',
    direction: 'in',
    amount: '13.341234',
    fee: '0.3',
    counterparty: null,
    receipt: '/receipts/run~w',
  },
  { ...row, id: 'c', type: 'issuance', direction: 'in', amount: null, fee: null, receipt: null, counterparty: null },
  {
    ...row,
    id: 'd',
    type: 'purchase',
    direction: 'in',
    amount: '100',
    tokens: 1,
    fee: null,
    counterparty: 'rUZz…PBLL',
    receipt: null,
  },
];

function open(answers: Answers = {}, at = '/activity') {
  serve({
    'GET /api/session': session(),
    'GET /api/platform/config': { explorer: null },
    'GET /api/activity': ROWS,
    ...answers,
  });
  return show(<ActivityPage />, { at, path: '/activity' });
}
const shownRows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
const asked = () => calls.filter(({ path }) => path === '/api/activity').map(({ search }) => search);

describe('activity (money 5)', () => {
  it('says what moved, which way, of what, with each of its digits', async () => {
    open();
    const texts = (await shownRows()).map((one) => one.textContent);
    expect(texts).toEqual([
      expect.stringMatching(/Nov 20, 2026.*PurchaseSample Court, 5 tokens−500\.00 RLUSD.*and 12\.50 fee.*Completed/),
      expect.stringMatching(/Rent shareSample Court, 5 tokens\+13\.341234 RLUSD.*after 0\.30 fee/),
      expect.stringMatching(/Tokens issuedSample Court\+5 tokens/),
      expect.stringMatching(/Tokens soldSample Court, 1 token\+100\.00 RLUSD/),
    ]);
  });

  it('leads to the receipt of a row; one without is opened in place, a masked wallet cannot be copied', async () => {
    const { user, address } = open();
    const rows = await shownRows();
    await user.click(within(rows[3]!).getByRole('button', { name: /^Details of Tokens sold/ }));
    expect(await screen.findByText('rUZz…PBLL')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Copy wallet/ })).toBeNull();
    await user.click(within(rows[0]!).getByRole('link', { name: /^Receipt of Purchase/ }));
    expect(address()).toBe('/receipts/a');
  });

  it('is narrowed by what stands in the address, and exported as it is narrowed', async () => {
    const { user, address } = open({}, '/activity?type=fee&from=2026-11-01');
    await shownRows();
    const from = encodeURIComponent(new Date(2026, 10, 1).toISOString());
    expect(asked()).toEqual([`?type=fee&from=${from}`]);
    await user.type(screen.getByRole('searchbox', { name: 'Search activity' }), 'Court');
    await waitFor(() => expect(asked().at(-1)).toBe(`?q=Court&type=fee&from=${from}`));
    expect(address()).toContain('search=Court');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/activity'));
  });

  it('is narrowed to days as its rows are dated: those of whoever looks, or of UTC', async () => {
    chooseZone('utc');
    open({}, '/activity?from=2026-11-20&to=2026-11-20');
    await shownRows();
    expect(Object.fromEntries(new URLSearchParams(asked().at(-1)))).toEqual({
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
    });
    expect(screen.getByLabelText('To')).toHaveValue('2026-11-20');
  });

  it('is ordered by a column where all of it is here', async () => {
    const { user } = open();
    await shownRows();
    await user.click(screen.getByRole('button', { name: /Amount/ }));
    expect((await shownRows()).map((one) => /[+−][\d.]+/.exec(one.textContent!)?.[0])).toEqual([
      '+100.00',
      '+13.341234',
      '+5',
      '−500.00',
    ]);
  });

  it('goes on where there is more, and cannot be ordered until then', async () => {
    const { user } = open({
      'GET /api/activity': ({ url }: { url: URL }) =>
        url.searchParams.has('cursor')
          ? [ROWS[1]]
          : new Response(JSON.stringify([row]), {
              headers: { 'Content-Type': 'application/json', 'X-Next-Cursor': 'next' },
            }),
    });
    expect(await shownRows()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /Amount/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(async () => expect(await shownRows()).toHaveLength(2));
    expect(screen.getByRole('button', { name: /Amount/ })).toBeInTheDocument();
  });

  it('says that there is nothing yet, or nothing by these filters', async () => {
    open({ 'GET /api/activity': [] });
    expect(await screen.findByRole('heading', { name: 'Nothing yet' })).toBeInTheDocument();
    cleanup();
    open({ 'GET /api/activity': [] }, '/activity?status=failed');
    expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeInTheDocument();
  });

  it('says why it did not come, and whose it is where a wallet is named', async () => {
    open(
      { 'GET /api/activity': problem(403, 'Only admins and auditors can see another wallet') },
      '/activity?wallet=rX',
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Only admins and auditors can see another wallet');
    expect(screen.getByText('rX')).toBeInTheDocument();
  });
});
