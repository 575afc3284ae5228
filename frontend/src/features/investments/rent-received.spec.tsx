import { afterEach, describe, expect, it } from '@jest/globals';
import type { HoldingView } from '@tknest/contracts/api';
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
const holding: HoldingView = {
  propertyId: 1,
  name: 'Sample Court',
  tokens: 5,
  monthlyReturn: 13.342305,
  loanStatus: 'current',
  nextPaymentDue: '2026-12-15',
  overdue: false,
};
const holdingOne = (more: Partial<HoldingView> = {}) =>
  portfolio({ purchases: 1, tokens: 5, holdings: [{ ...holding, ...more }] });

function open(more: Answers = {}) {
  serve({
    'GET /api/session': session(),
    'GET /api/platform/config': { explorer: null },
    'GET /api/portfolio': holdingOne(),
    'GET /api/payouts': [run],
    'GET /api/payouts/unclaimed': [],
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
    const next = await screen.findByText(/next on Dec 15, 2026, about 13.34 RLUSD before fees/);
    expect(next).toHaveTextContent('Sample Court');
  });
  it('whose day has passed is overdue since then', async () => {
    open({ 'GET /api/portfolio': holdingOne({ overdue: true }) });
    expect(await screen.findByText(/overdue since Dec 15, 2026, about 13.34 RLUSD/)).toBeInTheDocument();
  });
  it('that could not arrive stays owed: why, and how it is mended', async () => {
    const owed = {
      wallet: WALLET,
      runId: run.id,
      propertyId: 1,
      propertyName: 'Sample Court',
      amount: 13.342305,
      reason: 'no-line',
      since: '2026-11-16T09:00:00.000Z',
    };
    open({ 'GET /api/payouts': [], 'GET /api/payouts/unclaimed': [owed] });
    expect(await screen.findByText(/No RLUSD trust line/)).toHaveTextContent(
      '13.342305 RLUSD of Sample Court is unclaimed',
    );
    expect(screen.getByRole('link', { name: 'Set up the RLUSD trust line' })).toHaveAttribute(
      'href',
      '/trust-line-setup',
    );
  });
  it('of a loan that is paid off has ended', async () => {
    open({ 'GET /api/portfolio': holdingOne({ loanStatus: 'paid_off', nextPaymentDue: null }) });
    expect(await screen.findByText(/paid off; its tokens have ended/)).toBeInTheDocument();
    // Shares received before stay in the list.
    expect(await screen.findByText('13.342305')).toBeInTheDocument();
  });
  it('is not asked for where nothing was bought', async () => {
    open({ 'GET /api/portfolio': portfolio() });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(calls.some(({ path }) => path.startsWith('/api/payouts'))).toBe(false);
  });
});
