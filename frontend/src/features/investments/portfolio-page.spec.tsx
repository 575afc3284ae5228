import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { PortfolioView, PositionView } from '@tknest/contracts/api';
import { displayedAt } from '../../../test/displayed';
import { show } from '../../../test/render';
import { portfolio, problem, serve, session } from '../../../test/server';
import PortfolioPage from './pages/portfolio-page';

afterEach(cleanup);
beforeEach(() => void (globalThis.media = () => false));

const position = (more: Partial<PositionView> = {}): PositionView => ({
  propertyId: 1,
  name: 'Sample Court',
  tokens: 6,
  cost: 615,
  valueAtPar: 600,
  outstanding: 560,
  received: 44.5,
  interest: 5,
  principal: 40,
  stillDue: 580,
  arrears: 0,
  irr: 0.062,
  expected: 0.043,
  annualYield: 32.02,
  loanStatus: 'current',
  ...more,
});
const TWO: Partial<PortfolioView> = {
  totalCost: 900,
  monthlyIncome: 24,
  irr: 0.062,
  positions: [
    position(),
    position({
      propertyId: 2,
      name: 'Demo Lofts',
      tokens: 3,
      outstanding: 300,
      received: 0,
      interest: 0,
      principal: 0,
      stillDue: null,
      irr: null,
      expected: null,
      loanStatus: null,
    }),
  ],
  income: [
    { month: '2026-11', interest: 5, principal: 40, scheduled: 0 },
    { month: '2026-12', interest: 0, principal: 0, scheduled: 50.25 },
  ],
  concentration: [
    { propertyId: 1, name: 'Sample Court', outstanding: 560, share: 0.651163 },
    { propertyId: 2, name: 'Demo Lofts', outstanding: 300, share: 0.348837 },
  ],
};

async function open(own: Partial<PortfolioView> | Response) {
  serve({
    'GET /api/session': session(),
    'GET /api/portfolio': own instanceof Response ? own : portfolio(own),
  });
  const view = show(<PortfolioPage />);
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());
  return view;
}
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling!.textContent;

describe('the portfolio', () => {
  it('adds up what was put in, received in its parts, is still due and overdue', async () => {
    await open(TWO);
    expect(figure('Put in, with fees')).toBe('1,230.00\u00a0RLUSD');
    expect(figure('Received, after fees')).toBe('44.50\u00a0RLUSD5.00 interest, 40.00 principal, less 0.50 fees');
    expect(figure('Still due, before fees')).toBe('580.00\u00a0RLUSD');
    expect(figure('Overdue')).toBe('0.00\u00a0RLUSD');
  });

  it('tells the rate so far; in the first year the expected one, marked as an estimate', async () => {
    await open(TWO);
    expect(screen.getByText('6.2% a year').closest('p')).toHaveTextContent(/\(IRR\).*after fees\.$/);
    cleanup();
    await open({ ...TWO, irr: null, expected: 0.043, positions: [position({ irr: null })] });
    expect(screen.getByText('about 4.3% a year').closest('p')).toHaveTextContent(
      'Expected if everything is paid: about 4.3% a year, after fees.',
    );
    expect(screen.getByRole('cell', { name: '4.3% expected' })).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent('6.2%');
    cleanup();
    await open({ ...TWO, irr: null, expected: null });
    expect(screen.getByText(/^The expected return appears once a sale has closed/)).toBeInTheDocument();
  });

  it('lists each position with par, received, still due and rate; before the sale has ended nothing is due', async () => {
    await open(TWO);
    const [sample, lofts] = ['On schedule', 'Open'].map((word) => screen.getByText(word).closest('tr')!);
    const cells = (row: HTMLElement) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells(sample!)).toEqual([
      'Sample CourtOn schedule',
      '6',
      '600.00\u00a0RLUSD',
      '44.50\u00a0RLUSD',
      '580.00\u00a0RLUSD',
      '—',
      '6.2%',
      '32.0%',
    ]);
    expect(cells(lofts!)).toEqual([
      'Demo LoftsOpen',
      '3',
      '600.00\u00a0RLUSD',
      '0.00\u00a0RLUSD',
      'After the sale',
      '—',
      '—',
      '32.0%',
    ]);
    expect(within(sample!).getByRole('link', { name: 'Sample Court' })).toHaveAttribute('href', '/properties/1');
  });

  it('draws the months, tells them in one sentence, and keeps their numbers in a table', async () => {
    const { user } = await open(TWO);
    expect(
      screen.getByRole('img', {
        name: 'Income from November 2026 to December 2026: 45.00 RLUSD received, 50.25 RLUSD scheduled, before fees.',
      }),
    ).toBeInTheDocument();
    await user.click(screen.getByText('Show as table'));
    expect(screen.getByRole('row', { name: 'December 2026 0.00 0.00 50.25' })).toBeInTheDocument();
  });

  it('draws them at the displayed width, with as many of their names as fit', async () => {
    const undo = displayedAt(318);
    const income = Array.from({ length: 12 }, (_, n) => ({
      month: `2026-${String(n + 1).padStart(2, '0')}`,
      interest: 1,
      principal: 1,
      scheduled: 0,
    }));
    await open({ ...TWO, income });
    const chart = screen.getByRole('img', { name: /^Income from/ });
    expect(chart).toHaveAttribute('viewBox', '0 0 318 190');
    const names = [...chart.querySelectorAll('text')].map((one) => one.textContent);
    expect(names.filter((name) => /[A-Z]/.test(name))).toEqual(['Jan ’26', 'Apr', 'Jul', 'Oct']);
    undo();
  });

  it('tells how much rests on one property', async () => {
    await open(TWO);
    expect(screen.getByText('More than half is in Sample Court.')).toBeInTheDocument();
    expect(screen.getByText('65.1%')).toBeInTheDocument();
  });

  it('names what is in arrears', async () => {
    await open({ ...TWO, positions: [position({ arrears: 12.5, loanStatus: 'in_arrears' })] });
    expect(figure('Overdue')).toBe('12.50\u00a0RLUSD');
    expect(screen.getByText(/Sample Court is in arrears: 12.50 RLUSD of your share is overdue/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View property Sample Court' })).toBeInTheDocument();
    expect(screen.getByText('In arrears', { selector: '.pill, .pill *' })).toBeInTheDocument();
  });

  it('of nobody who bought says where to begin', async () => {
    await open({});
    expect(screen.getByRole('heading', { name: 'No tokens yet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Browse properties' })).toHaveAttribute('href', '/?role=investor');
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  it('that did not load says so', async () => {
    await open(problem(503, 'Away'));
    expect(screen.getByRole('alert')).toHaveTextContent('Your portfolio did not load');
  });
});
