import { afterEach, describe, expect, it } from '@jest/globals';
import type { ComingShareView, PositionView } from '@tknest/contracts/api';
import { cleanup, screen, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, portfolio, serve, session, type Answers } from '../../../test/server';
import { RentReceived } from './components/rent-received';

afterEach(cleanup);

const WALLET = session().walletAddress!;
const own = { wallet: WALLET, tokens: 5, amount: 13.342305, status: 'settled', txHash: 'AB'.repeat(32), reason: null };
const run = {
  id: 'due-1-2026-11-15',
  propertyId: 1,
  propertyName: 'Sample Court',
  source: 'autopay',
  period: '2026-11-15',
  date: '2026-11-16',
  recordPosition: null,
  amount: 470.75,
  fee: 11.77,
  lines: 43,
  settled: 43,
  paid: 458.98,
  unclaimed: 0,
  status: 'completed',
  pausedFor: null,
  own,
};
const share: ComingShareView = { propertyId: 1, name: 'Sample Court', day: '2026-12-15', amount: 13.01, behind: 0 };
const comingOf = (...coming: ComingShareView[]) => portfolio({ purchases: 1, tokens: 5, coming });

function open(more: Answers = {}) {
  serve({
    'GET /api/session': session(),
    'GET /api/platform/config': { explorer: null },
    'GET /api/portfolio': comingOf(share),
    'GET /api/payouts': [run],
    ...more,
  });
  return show(<RentReceived />);
}

describe('what a holder gets of the rent', () => {
  it('stands there with the own amount, its hash and the day; the next one with its date', async () => {
    open();
    const row = (await screen.findByText('13.342305')).closest('tr')!;
    expect(row).toHaveTextContent('November 2026');
    expect(row).toHaveTextContent('ABABABAB');
    expect(within(row).getByText('Paid')).toBeInTheDocument();
    expect(row).toHaveTextContent('Nov 16, 2026');
    const next = screen.getByRole('heading', { name: 'Coming payments' }).closest('section')!;
    expect(within(next).getByRole('listitem')).toHaveTextContent('15DecSample Court13.01 RLUSD');
    expect(within(next).getByRole('link', { name: 'All coming payments' })).toHaveAttribute('href', '/portfolio');
  });
  it('to come: four at most, what is overdue is marked, and a sale that is open has not begun', async () => {
    const months = ['2027-01-15', '2027-02-16', '2027-03-15', '2027-04-15'] as const;
    const waiting = { name: 'Demo Lofts', tokens: 3, stillDue: null } as PositionView;
    open({
      'GET /api/portfolio': {
        ...comingOf({ ...share, behind: 2, amount: 26.68 }, ...months.map((day) => ({ ...share, day }))),
        positions: [waiting],
      },
    });
    const rows = within(
      (await screen.findByRole('heading', { name: 'Coming payments' })).closest('section')!,
    ).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '15DecSample CourtOverdue26.68\u00a0RLUSD',
      '15JanSample Court13.01\u00a0RLUSD',
      '16FebSample Court13.01\u00a0RLUSD',
      '15MarSample Court13.01\u00a0RLUSD',
    ]);
    expect(screen.getByText(/Demo Lofts: rent shares begin once the sale has closed/)).toBeInTheDocument();
    // The next test counts the calls.
    await screen.findByText('13.342305');
  });
  it('is not asked for where nothing was bought', async () => {
    open({ 'GET /api/portfolio': portfolio() });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(calls.some(({ path }) => path.startsWith('/api/payouts'))).toBe(false);
  });
});
