import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { StatementMovement, StatementView } from '@tknest/contracts/api';
import { changeOf, monthsOf } from '@tknest/contracts/papers';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import { choices, chosenPeriod, otherPeriod } from './periods';
import StatementsPage from './pages/statements-page';

const TODAY = '2026-11-20';
const NOW = new Date(`${TODAY}T12:00:00.000Z`);
beforeEach(() => void jest.useFakeTimers({ now: NOW, advanceTimers: true }));
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const movement: StatementMovement = {
  id: 'm',
  date: '2026-10-01',
  at: '2026-09-01T00:00:00.000Z',
  type: 'rent_share',
  counterparty: null,
  property: { id: 1, name: 'Sample Court' },
  tokens: 2,
  amount: '63.333333',
  balance: '-449.166667',
  interest: '6.666667',
  principal: '59.999999',
  fee: '3.333333',
  txHash: 'AA'.repeat(32),
  ledgerIndex: 901,
  receipt: '/receipts/run~w',
};
const purchase: StatementMovement = {
  ...movement,
  id: 'p',
  date: '2026-10-31',
  at: '2026-09-30T23:59:59.999Z',
  type: 'purchase',
  amount: '-500.000001',
  interest: null,
  principal: null,
  fee: null,
  receipt: null,
};
const statement = (more: Partial<StatementView> = {}): StatementView => ({
  period: '2026-10',
  wallet: session().walletAddress!,
  from: '2026-10-01',
  to: '2026-10-31',
  running: false,
  opening: '-512.5',
  closing: '-949.166668',
  totals: {
    bought: '500.000001',
    sold: '0',
    repaid: '0',
    interest: '6.666667',
    principal: '59.999999',
    fees: '3.333333',
    deposited: '0',
    collected: '0',
    withheld: '31.666667',
  },
  rentReceived: '63.333333',
  movements: [movement, purchase],
  holdings: [{ property: { id: 1, name: 'Sample Court' }, tokens: 5, cost: '500', outstanding: '440.000001' }],
  log: { position: '00000000000000041230', seal: 'c81e9b0f'.repeat(8) },
  ...more,
});
const PERIODS = [
  { period: '2026', movements: 3, running: true },
  { period: '2026-10', movements: 2, running: false },
  { period: '2026-09', movements: 1, running: false },
];

function open(at = '/statements?period=2026-10', answers: Answers = {}) {
  serve({
    'GET /api/session': session(),
    'GET /api/statements': PERIODS,
    'GET /api/statements/2026-10': statement(),
    ...answers,
  });
  return show(<StatementsPage />, { at, path: '/statements' });
}
const table = async (name: string) => within(await screen.findByRole('region', { name })).getByRole('table');
const textsOf = (of: HTMLElement) =>
  within(of)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

describe('a statement (money 5)', () => {
  it('shows what arrived, split into interest and returned principal, and every movement with each of its digits', async () => {
    open();
    const paper = await screen.findByRole('article', { name: 'Statement of October 2026' });
    expect(paper).toHaveTextContent(/Statement 2026-10.*Oct 1, 2026 to Oct 31, 2026/);
    expect(within(paper).getByRole('region', { name: 'Rent received' })).toHaveTextContent(
      /63\.333333.*Interest6\.666667.*Returned principal59\.999999/,
    );
    expect(within(paper).getByRole('region', { name: 'Rent received' })).toHaveTextContent(
      /Interest6\.666667Returned principal59\.999999Fees of rent shares−3\.333333/,
    );
    expect(textsOf(await table('Movements'))).toEqual([
      'Received minus paid, at the start−512.50',
      expect.stringMatching(
        /^Oct 1Rent share.*Sample Court, 2 tokens.*interest 6\.666667, principal 59\.999999, fee −3\.333333\+63\.333333$/,
      ),
      expect.stringMatching(/^Oct 31Purchase.*−500\.000001$/),
      'Change in this period−436.666668',
      'Received minus paid, at the end−949.166668',
    ]);
    expect(within(paper).getByRole('region', { name: 'Totals' })).toHaveTextContent(
      /Tokens bought500\.000001.*Unclaimed at the end31\.666667/,
    );
    expect(textsOf(await table('Held on Oct 31, 2026'))).toEqual(['Sample Court5500.00440.000001']);
    expect(paper).toHaveTextContent(/It is not the balance of your wallet/);
    expect(paper).toHaveTextContent(/Log position 41,230, seal c81e9b0f$/);
  });

  it('begins with the month of the business calendar, if that was moved ahead', async () => {
    open('/statements', {
      'GET /api/platform/config': { calendarAhead: { today: '2027-01-12', days: 53 } },
      'GET /api/statements/2026-11': statement({ period: '2026-11' }),
      'GET /api/statements/2027-01': statement({ period: '2027-01' }),
    });
    expect(await screen.findByRole('article', { name: 'Statement of January 2027' })).toBeInTheDocument();
  });

  it('begins with the month that it is, to date', async () => {
    const running = statement({
      period: '2026-11',
      from: '2026-11-01',
      to: '2026-11-30',
      running: true,
      soFar: { to: '2026-11-20', at: '2026-11-20T18:00:00.000Z' },
      movements: [],
    });
    open('/statements', { 'GET /api/statements/2026-11': running });
    const paper = await screen.findByRole('article', { name: 'Statement of November 2026' });
    expect(paper).toHaveTextContent(/Statement 2026-11 Month to date/);
    expect(paper).toHaveTextContent('Nov 1, 2026 to Nov 20, 2026Made Nov 20, 2026, 18:00 UTC');
    expect(paper).toHaveTextContent('Nothing moved in this period.');
    expect(within(paper).getByRole('heading', { name: 'Held now' })).toBeInTheDocument();
  });

  it('of a year has twelve rows; months that have not begun are no links', async () => {
    const year = statement({ period: '2026', from: '2026-01-01', to: '2026-12-31', running: true });
    const { user, address } = open(undefined, { 'GET /api/statements/2026': year });
    await screen.findByRole('article');
    await user.click(screen.getByRole('radio', { name: 'Yearly' }));
    const months = await table('Months');
    const rows = textsOf(months);
    expect(rows).toHaveLength(1 + 12 + 2);
    expect(rows[10]).toBe('October63.3333336.66666759.999999−436.666668');
    expect(rows[1]).toBe('January0.000.000.000.00');
    expect(address()).toBe('/statements?period=2026');
    expect(within(months).queryByRole('link', { name: 'December' })).toBeNull();
    await user.click(within(months).getByRole('link', { name: 'October' }));
    expect(address()).toBe('/statements?period=2026-10');
  });

  it('is offered as one file, and in every other format on request, of the wallet that is shown', async () => {
    const { user } = open('/statements?period=2026-10&wallet=rX');
    const files = within(await screen.findByRole('group', { name: 'Download' }));
    expect(files.getByRole('button', { name: 'Download PDF' }).closest('details')).toBeNull();
    const more = files.getByText('More formats');
    await user.click(more);
    expect(more.closest('details')!.open).toBe(true);
    const buttons = within(more.closest('details')!).getAllByRole('menuitem');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'CSV',
      'Excel',
      'OFX',
      'camt.053',
      'JSON lines',
      'Journal',
      'Print',
    ]);
    expect(buttons[0]).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(buttons[1]).toHaveFocus();
    await user.keyboard('{Home}{ArrowUp}');
    expect(buttons.at(-1)).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(more.closest('details')!.open).toBe(false);
    expect(more.closest('summary')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(buttons[0]).toHaveFocus();
    await user.click(document.body);
    expect(more.closest('details')!.open).toBe(false);
    expect(calls.filter(({ path }) => path === '/api/statements/2026-10').map(({ search }) => search)).toEqual([
      '?wallet=rX',
    ]);
  });

  it('that was refused says why, and leads back to one’s own', async () => {
    const { user, address } = open('/statements?period=2027-01&wallet=rX', {
      'GET /api/statements/2027-01': problem(400, '2027-01 has not begun yet. Choose an earlier period.'),
      'GET /api/statements/2026-11': statement({ period: '2026-11' }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('2027-01 has not begun yet. Choose an earlier period.');
    await user.click(screen.getByRole('button', { name: 'Show your own' }));
    await waitFor(() => expect(address()).toBe('/statements?period=2026-11'));
  });
});

describe('a landlord’s statement (money 5)', () => {
  it('begins with what changed, what was sold and what was repaid', async () => {
    const sold = { ...purchase, amount: '500.000001' };
    const repaid = { ...purchase, id: 'r', type: 'repayment' as const, amount: '-100.5' };
    const own = statement({
      movements: [sold, repaid],
      rentReceived: '0',
      holdings: [],
      opening: '0',
      closing: '399.500001',
    });
    open(undefined, {
      'GET /api/statements/2026-10': {
        ...own,
        totals: { ...own.totals, bought: '0', sold: '500.000001', repaid: '100.5' },
      },
    });
    const region = await screen.findByRole('region', { name: 'Change in this period' });
    expect(region).toHaveTextContent(/\+399\.500001.*Tokens sold500\.000001.*Repaid100\.50/);
    expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent(/Tokens sold500\.000001Repaid100\.50/);
    expect(screen.queryByRole('heading', { name: /^Held/ })).toBeNull();
  });
});

describe('months and periods (money 5)', () => {
  it('months add up to the change of the year', () => {
    const rows = monthsOf('2026', [movement, purchase]);
    expect(rows.map(({ change }) => change).filter((change) => change !== '0')).toEqual(['-436.666668']);
    expect(changeOf({ opening: '-0.1', closing: '0.2' })).toBe('0.3');
  });
  it('are chosen from those in which something moved, the present one and the one that is shown', () => {
    expect(choices(PERIODS, '2026-01', TODAY).map(({ label }) => label)).toEqual([
      'November 2026',
      'October 2026',
      'September 2026',
      'January 2026',
    ]);
    expect(choices(PERIODS, '2025', TODAY).map(({ value }) => value)).toEqual(['2026', '2025']);
  });
  it('a year leads to its last month in which something moved, a month to its year', () => {
    expect(otherPeriod('2026', PERIODS, TODAY)).toBe('2026-10');
    expect(otherPeriod('2026', [], TODAY)).toBe('2026-11');
    expect(otherPeriod('2025', PERIODS, TODAY)).toBe('2025-12');
    expect(otherPeriod('2026-10', PERIODS, TODAY)).toBe('2026');
  });
});

it.each(['2026-13', '2026-00', '2026-1', '0000', 'x', null])(
  '%j in the address is no period: the present month',
  (asked) => expect(chosenPeriod(asked, TODAY)).toBe('2026-11'),
);
