import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { portfolio, property, serve, session, transaction, type Answers } from '../../../test/server';
import { incomeByMonth } from './holdings';
import InvestorHome from './pages/investor-home';

afterEach(cleanup);

const base = {
  'GET /api/session': session(),
  'GET /api/transactions': [],
  'GET /api/portfolio': portfolio(),
  'GET /api/rlusd/payments': [],
  'GET /api/market': [property()],
  'GET /api/properties/1': property(),
};
const open = (more: Answers = {}, at = '/') => {
  serve({ ...base, ...more });
  return show(<InvestorHome />, { at, path: '/' });
};

describe('document 1 §2, "Your Participation History"', () => {
  it('has its five columns when transactions exist', async () => {
    open({ 'GET /api/transactions': [transaction()] });
    expect(await screen.findByRole('heading', { name: 'Your Participation History' })).toBeInTheDocument();
    const table = await screen.findByRole('region', { name: 'Your participation history' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Property', 'Tokens', 'Cost', 'Monthly Rent Income', 'Date']);
    expect(
      within(table)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['Sample Court', '5', '500.00\u00a0RLUSD', '13.34\u00a0RLUSD', 'Nov 20, 2026']);
  });
  it('is narrowed by a hash in the address', async () => {
    const { user, address } = open(
      {
        'GET /api/transactions': ({ url }: { url: URL }) =>
          [transaction(), transaction({ id: 'x', propertyName: 'Demo Lofts', txHash: 'FFFF' })].filter(({ txHash }) =>
            txHash.toLowerCase().includes(url.searchParams.get('search') ?? ''),
          ),
      },
      '/?find=ffff',
    );
    expect(await screen.findByText('Demo Lofts', { selector: 'td a' })).toBeInTheDocument();
    expect(screen.queryByText('Sample Court', { selector: 'td a' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('Sample Court', { selector: 'td a' })).toBeInTheDocument();
    expect(address()).toBe('/');
  });
});

describe('an officer’s question', () => {
  const asked = (...questions: string[]) => ({
    'GET /api/kyc/cases': questions.map((question) => ({ id: 'c', userRole: 'investor', question })),
  });
  it('stands on the home, and leads to where one answers', async () => {
    open(asked('Where is the lease?'));
    expect(await screen.findByText(/^We need something more from you/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Answer' })).toHaveAttribute('href', '/kyc-verification');
  });
  it('that is answered is gone', async () => {
    open(asked());
    await screen.findByRole('heading', { name: 'Available Properties' });
    expect(screen.queryByText(/^We need something more/)).toBeNull();
  });
});

describe('what comes to an investor', () => {
  const share = { propertyId: 1, name: 'Garden Row', day: '2027-03-01', amount: 114, behind: 0 } as const;
  const MONTHS = ['2026-11', '2026-12', '2027-01', '2027-02'].map((month, n) => ({ month, income: n > 1 ? 114 : 0 }));

  it('stands first: when the next shares arrive, all of that day together', async () => {
    const other = { ...share, propertyId: 2, amount: 13.01 };
    open({ 'GET /api/portfolio': portfolio({ coming: [share, other, { ...share, day: '2027-04-01' }] }) });
    expect(await screen.findByText('About 127.01 RLUSD arrives on Monday, March 1.')).toBeInTheDocument();
  });
  it('of an overdue property says what is late, and what happens now', async () => {
    const late = { propertyId: 3, name: 'Mill House', day: '2026-12-28', amount: 117.21, behind: 2 } as const;
    // What a late landlord owes next is not announced as coming.
    open({ 'GET /api/portfolio': portfolio({ coming: [late, { ...share, propertyId: 3 }] }) });
    const note = await screen.findByText(/^Mill House is 2 payments behind/);
    expect(note).toHaveTextContent(
      '117.21 RLUSD of your share is overdue. The landlord is reminded every 5 business days',
    );
    expect(within(note).getByRole('link', { name: 'View property Mill House' })).toHaveAttribute(
      'href',
      '/properties/3',
    );
    expect(screen.queryByText(/arrives on/)).toBeNull();
  });
  it('of what did not arrive says once and at the top what to change, and that it stays the holder’s', async () => {
    const unclaimed = [
      {
        reason: 'deposit-auth',
        todo: 'Turn DepositAuth off.',
        amount: 58.46,
        properties: ['Mill House', 'Garden Row'],
      },
      { reason: 'no-line', todo: 'Set up the line.', amount: 13.342305, properties: [] },
    ];
    open({ 'GET /api/portfolio': portfolio({ unclaimed }), 'GET /api/payouts': [] });
    const note = await screen.findByText(/^58.46 RLUSD of Mill House, Garden Row could not be paid to you/);
    expect(note).toHaveTextContent('Turn DepositAuth off. It stays yours and is sent once it can arrive.');
    expect(note.compareDocumentPosition(screen.getByRole('heading', { name: 'Monthly Rent Income' }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const line = screen.getByText(/^13.342305 RLUSD could not be paid to you/);
    expect(line).toHaveTextContent('Set up the line. It stays yours');
    expect(within(line).getByRole('link')).toHaveAttribute('href', '/trust-line-setup');
    expect(screen.getAllByText(/could not be paid/)).toHaveLength(2);
  });
  it('is not the estimate over all properties: the figure is what the last month brought', async () => {
    open({
      'GET /api/portfolio': portfolio({ months: MONTHS, monthlyIncome: 220.74, properties: 3, returned: 228 }),
    });
    const card = (await screen.findByRole('heading', { name: 'Monthly Rent Income' })).closest('.card')!;
    expect(card).toHaveTextContent('114.00 RLUSD in Feb220.74 a month before fees, once all 3 pay');
  });
  it('by month is what was paid, and after that what is expected of the next month', () => {
    const told = (coming: Parameters<typeof incomeByMonth>[0]['coming']) =>
      incomeByMonth({ months: MONTHS, coming }).map(({ label, value, expected }) => `${label} ${value} ${expected}`);
    expect(told([])).toEqual(['Nov 0 0', 'Dec 0 0', 'Jan 114 0', 'Feb 114 0']);
    expect(told([share, { ...share, propertyId: 2, amount: 6 }])).toEqual([
      'Dec 0 0',
      'Jan 114 0',
      'Feb 114 0',
      'Mar 0 120',
    ]);
    expect(told([{ ...share, day: '2027-02-26' }]).at(-1)).toBe('Feb 114 114');
    expect(told([{ ...share, behind: 1 }]).at(-1)).toBe('Feb 114 0');
  });
});

describe('open sales come before closed ones', () => {
  const LIST = [
    property(),
    property({ id: 2, name: 'Demo Lofts', status: 'closed', tokensAvailable: 0 }),
    property({ id: 3, name: 'Model Row', tokensSold: 250, tokensAvailable: 0 }),
  ];
  it('which are folded', async () => {
    const { user } = open({ 'GET /api/market': LIST });
    const folded = await screen.findByText('Closed and funded (2)');
    expect(screen.getByText('1 open')).toBeInTheDocument();
    const details = folded.closest('details')!;
    expect(details.open).toBe(false);
    expect(within(details).queryByText('Sample Court')).toBeNull();
    await user.click(folded);
    expect(details.open).toBe(true);
    expect(within(details).getByRole('heading', { name: 'Demo Lofts' })).toBeInTheDocument();
  });
  it('and a paused sale is none of them', async () => {
    open({ 'GET /api/market': [property({ paused: true, tokensAvailable: 0 })] });
    expect(await screen.findByRole('button', { name: 'Paused: Sample Court' })).toBeDisabled();
    expect(screen.queryByText(/Closed and funded/)).toBeNull();
  });
  it.each([
    ['nothing else is there', LIST.slice(1), '/'],
    ['somebody looks for one', LIST, '/?search=lofts'],
  ])('but not where %s', async (_, rows, at) => {
    open({ 'GET /api/market': rows }, at);
    expect((await screen.findByText('Closed and funded (2)')).closest('details')!.open).toBe(true);
  });
});
