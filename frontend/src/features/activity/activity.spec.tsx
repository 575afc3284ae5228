import { afterEach, describe, expect, it } from '@jest/globals';
import type { ActivityView } from '@tknest/contracts/api';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import ActivityPage from './pages/activity-page';

afterEach(cleanup);

const row: ActivityView = {
  id: 'a',
  type: 'purchase',
  date: '2027-01-28',
  at: '2026-11-20T14:02:00.000Z',
  direction: 'out',
  counterparty: 'rUZzxNLwYV7zbBWyfKr6gRxU7Zz4CcPBLL',
  property: { id: 1, name: 'Sample Court' },
  amount: '500',
  fee: '12.5',
  tokens: 5,
  status: 'completed',
  txHash: 'AA'.repeat(32),
  paymentId: 'a',
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
    paymentId: null,
    receipt: '/receipts/run~w',
  },
  { ...row, id: 'c', type: 'issuance', direction: 'in', amount: null, fee: null, receipt: null, paymentId: 'c' },
  {
    ...row,
    id: 'd',
    type: 'purchase',
    direction: 'in',
    amount: '100',
    tokens: 1,
    fee: null,
    paymentId: 'd',
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
      expect.stringMatching(
        /Jan 28, 2027.*PurchaseSample Court, 5 tokens−512\.50\sRLUSD.*incl\. 12\.50 fee.*Completed/,
      ),
      expect.stringMatching(/Rent shareSample Court, 5 tokens\+13\.341234\sRLUSD.*after 0\.30 fee/),
      expect.stringMatching(/Tokens issuedSample Court\+5 tokens/),
      expect.stringMatching(/Tokens soldSample Court, 1 token\+100\.00\sRLUSD/),
    ]);
  });

  it('is one row per payment: its fee and tokens are told in it; one paid twice or sent back has its own', async () => {
    const fee = { ...row, id: 'a~fee', type: 'fee' as const, amount: '12.5', fee: null, tokens: null };
    open({
      'GET /api/activity': [
        { ...fee, id: 'a~back', direction: 'in' },
        { ...row, id: 'a~tokens', type: 'issuance', direction: 'in', amount: null, fee: null },
        { ...fee, id: 'a~twice' },
        fee,
        row,
        { ...fee, id: 'other~fee', paymentId: 'other' },
      ],
    });
    expect((await shownRows()).map((one) => /[+−][\d.]+/.exec(one.textContent!)?.[0])).toEqual([
      '+12.50',
      '−12.50',
      '−512.50',
      '−12.50',
    ]);
  });

  it.each([
    ['Failed', {}],
    ['Declined', { ending: 'declined' }],
    ['Canceled', { ending: 'cancelled' }],
    ['Expired', { ending: 'expired' }],
  ] as const)('%s: a payment that moved nothing has no sign and no fee', async (word, how) => {
    const failing = { ...row, status: 'failed' as const, ...how, receipt: null };
    open({
      'GET /api/activity': [
        { ...failing, txHash: null },
        { ...failing, id: 'late' },
      ],
    });
    const [failed, late] = await shownRows();
    // Its principal landed after it was given up.
    expect(late).toHaveTextContent('−500.00 RLUSD');
    expect(failed).toHaveTextContent(/500\.00 RLUSD not paid/);
    expect(failed).not.toHaveTextContent(/−|fee/);
    expect(within(failed!).getByText(word)).toBeInTheDocument();
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
    expect(asked()).toEqual(['?type=fee&from=2026-11-01']);
    await user.type(screen.getByRole('searchbox', { name: 'Search activity' }), 'Court');
    await waitFor(() => expect(asked().at(-1)).toBe('?q=Court&type=fee&from=2026-11-01'));
    expect(address()).toContain('search=Court');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/activity'));
  });

  it('is narrowed to days of the calendar by which its rows are dated', async () => {
    open({}, '/activity?from=2026-11-20&to=2026-11-20');
    await shownRows();
    expect(asked().at(-1)).toBe('?from=2026-11-20&to=2026-11-20');
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
      '−512.50',
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
    expect(screen.queryByRole('search')).toBeNull();
    expect(screen.queryByText('Export')).toBeNull();
    cleanup();
    open({ 'GET /api/activity': [] }, '/activity?status=failed');
    expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeInTheDocument();
    expect(screen.getByRole('search')).toBeInTheDocument();
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
