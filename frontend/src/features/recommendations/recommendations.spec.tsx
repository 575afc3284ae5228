import { afterEach, describe, expect, it } from '@jest/globals';
import type { MarketAnalysis, OwnPropertyFigures, Recommendation, Recommendations } from '@tknest/contracts/api';
import { cleanup, screen, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { serve, session, type Answers } from '../../../test/server';
import AiRecommendationsPage from './pages/ai-recommendations-page';

afterEach(cleanup);

const row = (more: Partial<MarketAnalysis['propertyPerformance'][number]> = {}) => ({
  id: 1,
  name: 'Sample Court',
  tokenPrice: 100,
  monthlyRent: 2500,
  fundingRate: 68.8,
  expectedROI: 6.5,
  riskLevel: 'low' as const,
  tokensSold: 172,
  tokenCount: 250,
  status: 'open' as const,
  ...more,
});
const market = (rows = [row()], total = rows.length): MarketAnalysis => ({
  overview: {
    totalProperties: total,
    openProperties: total,
    fundedProperties: 0,
    closedProperties: 0,
    averageFundingRate: 53.9,
    totalTransactionVolume: 184_209.5,
  },
  investmentTrends: { totalInvestors: 41, totalPurchases: 182, averageInvestmentSize: 1012.69 },
  propertyPerformance: rows,
});
const recommendation = (more: Partial<Recommendation> = {}): Recommendation => ({
  propertyId: 1,
  name: 'Sample Court',
  confidence: 0.92,
  investmentAmount: 100,
  expectedROI: 6.5,
  projectedMonthlyIncome: 2.668461,
  riskLevel: 'low',
  reasons: ['Fits your usual size', 'Longer than you chose'],
  contributions: [
    { reason: 'Fits your usual size', evidence: 'one token costs 100.00', points: 98 },
    { reason: 'Longer than you chose', evidence: '60 months; you hold 48', points: -6 },
  ],
  ...more,
});
const advice = (recommendations: Recommendation[], more: Partial<Recommendations> = {}): Recommendations => ({
  wallet: 'rInvestorExampleExampleExample1',
  purchases: 3,
  rentShares: 11,
  application: true,
  recommendations,
  ...more,
});
const own = (more: Partial<OwnPropertyFigures> = {}): OwnPropertyFigures => ({
  ...row(),
  hidden: false,
  holders: 23,
  sellingDays: 61,
  paymentShare: 26.7,
  ...more,
});

const NOBODY = session({ walletAddress: null, userRole: null, kycStatus: null });
function open(analysis: string, more: Answers = {}) {
  serve({ 'GET /api/session': session(), 'GET /api/ai/market': market(), ...more });
  return show(<AiRecommendationsPage />, { at: `/ai-recommendations${analysis && `?analysis=${analysis}`}` });
}

describe('the market', () => {
  it('waits in the document’s words, then shows its five figures', async () => {
    open('');
    expect(await screen.findByText('Loading market analysis...')).toBeInTheDocument();
    const figure = async (name: string) => (await screen.findByText(name)).parentElement;
    expect(await figure('Total Properties')).toHaveTextContent('1 open');
    expect(await figure('Avg Funding Rate')).toHaveTextContent('53.9%');
    expect(await figure('Active Investors')).toHaveTextContent('41');
    expect(await figure('Total Volume')).toHaveTextContent('184,209.50 RLUSD$184,209.50 at par');
    expect(await figure('Avg Investment')).toHaveTextContent('1,012.69');
  });

  it('names each property, its risk in words, medium where none is said', async () => {
    open('', {
      'GET /api/ai/market': market([
        row(),
        row({ id: 2, name: ' ', riskLevel: undefined }),
        row({ id: 3, riskLevel: 'high' }),
      ]),
    });
    const table = await screen.findByRole('region', { name: 'Property Performance' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((one) => within(one).getByText(/risk$/).textContent)).toEqual([
      'Low risk',
      'Medium risk',
      'High risk',
    ]);
    expect(rows[1]).toHaveTextContent('Property #2');
    expect(rows[0]).toHaveTextContent('100.00');
    expect(rows[0]).toHaveTextContent('6.5%');
    expect(await within(rows[0]!).findByRole('link')).toHaveAttribute('href', '/properties/1?role=investor');
  });

  it('the street has the six that move most, each leading to its page', async () => {
    open('', {
      'GET /api/ai/market': market(
        Array.from({ length: 50 }, (_, id) => row({ id, name: `House ${id}` })),
        2000,
      ),
    });
    const street = await screen.findByRole('region', { name: 'Properties by funding' });
    expect(within(street).getAllByRole('listitem')).toHaveLength(6);
    expect(within(street).getByRole('link', { name: 'House 5' })).toHaveAttribute(
      'href',
      '/properties/5?role=investor',
    );
  });

  it('says which sales are over', async () => {
    open('', {
      'GET /api/ai/market': market([
        row(),
        row({ id: 2, status: 'closed' }),
        row({ id: 3, status: 'funded', tokensSold: 250 }),
      ]),
    });
    const rows = within(await screen.findByRole('region', { name: 'Property Performance' }))
      .getAllByRole('row')
      .slice(1);
    const said = rows.map((one) => within(one).queryByText(/^(Sale closed|All tokens taken)$/)?.textContent);
    expect(said).toEqual([undefined, 'Sale closed', 'All tokens taken']);
  });

  it('picks properties without opening their rows, and compares them in the marketplace', async () => {
    const { user, address } = open('', {
      'GET /api/ai/market': market([row(), row({ id: 2, name: 'Mill House' })]),
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Compare Sample Court' }));
    await user.click(screen.getByText('Compare', { selector: 'tr:nth-child(2) label' }));
    expect(address()).toBe('/ai-recommendations?pick=1%2C2');
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    expect(address()).toBe('/properties?pick=1%2C2&compare=1%2C2');
  });

  it('without any property says so, and how things are worked out all the same', async () => {
    open('', { 'GET /api/ai/market': market([], 0) });
    expect(await screen.findByText('No property performance data available')).toBeInTheDocument();
    expect(screen.getByText('How risk and expected ROI are calculated')).toBeInTheDocument();
  });

  it('is there for visitors too: each property leads to its page', async () => {
    open('', { 'GET /api/session': NOBODY });
    expect(await screen.findByRole('region', { name: 'Property Performance' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open Sample Court' })).toHaveAttribute(
      'href',
      '/properties/1?role=investor',
    );
    expect(screen.getByRole('link', { name: 'Connect Wallet' })).toHaveAttribute(
      'href',
      '/auth?from=%2Fai-recommendations',
    );
  });
});

describe('the dropdown', () => {
  it('keeps the analysis in the address', async () => {
    const { user, address } = open('');
    await user.click(await screen.findByRole('combobox', { name: 'Analysis' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Market',
      'Investor',
      'Landlord',
      'Targeting',
    ]);
    await user.click(screen.getByRole('option', { name: 'Targeting' }));
    expect(address()).toBe('/ai-recommendations?analysis=targeting');
    expect(await screen.findByText('Marketing strategy')).toBeInTheDocument();
  });
});

describe('the investor', () => {
  it('is shown matches with their reasons, points, figures and one primary way at most for the good ones', async () => {
    open('investor', {
      'GET /api/ai/recommendations': advice([
        recommendation(),
        recommendation({ propertyId: 6, confidence: 0.71 }),
        recommendation({ propertyId: 4, confidence: 0.54, riskLevel: 'high' }),
      ]),
    });
    const cards = await screen.findAllByRole('article');
    expect(cards.map((card) => within(card).getByText(/match$/).dataset['tone'])).toEqual(['ok', 'wait', 'bad']);
    const [first, second] = cards;
    expect(first).toHaveTextContent('Property #1');
    expect(first).toHaveTextContent('92% match');
    for (const words of ['Token price100.00', 'Monthly income, per token2.67', 'Expected ROI, APR6.5%', 'Low risk'])
      expect(first).toHaveTextContent(words);
    for (const reason of ['Fits your usual size', 'Longer than you chose']) expect(first).toHaveTextContent(reason);
    expect(first).toHaveTextContent('+98');
    expect(first).toHaveTextContent('−6');
    expect(within(first!).getByRole('progressbar', { name: 'Match' })).toHaveAttribute('aria-valuenow', '92');
    const way = (card: HTMLElement) => within(card).getByRole('link', { name: /View Property/ });
    expect(way(first!)).toHaveTextContent('View Property');
    expect(way(first!)).toHaveClass('btn-filled');
    expect(way(second!)).not.toHaveClass('btn-filled');
    expect(screen.getByText(/not advice/)).toBeInTheDocument();
    expect(screen.getByText('rInvestorExa')).toBeInTheDocument();
  });

  it.each([
    [0.8, 'ok'],
    [0.799, 'wait'],
    [0.6, 'wait'],
    [0.599, 'bad'],
  ])('a match of %d is %s: green from 0.8, yellow from 0.6, else red', async (confidence, tone) => {
    open('investor', { 'GET /api/ai/recommendations': advice([recommendation({ confidence })]) });
    expect((await screen.findByText(/match$/)).dataset['tone']).toBe(tone);
  });

  it('is told what comes before the first investment, with what the application suggests below', async () => {
    open('investor', { 'GET /api/ai/recommendations': advice([recommendation()], { purchases: 0, rentShares: 0 }) });
    expect(await screen.findByText('Building Your Profile')).toBeInTheDocument();
    expect(screen.getByText('AI recommendations will appear after you make your first investment')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Browse Properties' })).toHaveAttribute('href', '/?role=investor');
    expect(screen.getByRole('heading', { name: 'Until then, from your application' })).toBeInTheDocument();
  });

  it('of whom nothing is known is shown nothing else', async () => {
    open('investor', {
      'GET /api/ai/recommendations': advice([], { purchases: 0, rentShares: 0, application: false }),
    });
    expect(await screen.findByText('Building Your Profile')).toBeInTheDocument();
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('who is not signed in is led there and back; nothing is asked of the server', async () => {
    open('investor', { 'GET /api/session': NOBODY });
    const card = (await screen.findByText('Sign in to see this')).parentElement!;
    expect(within(card).getByRole('link', { name: 'Connect Wallet' })).toHaveAttribute(
      'href',
      '/auth?from=%2Fai-recommendations%3Fanalysis%3Dinvestor',
    );
  });
});

describe('the landlord', () => {
  const answers = { 'GET /api/session': session({ userRole: 'landlord' }) };
  it('is shown examples that say so, beside the real figures of the chosen property', async () => {
    const { user, address } = open('landlord', {
      ...answers,
      'GET /api/ai/own-properties': [
        own(),
        own({ id: 9, name: 'Template Yard', sellingDays: null, paymentShare: null }),
      ],
    });
    expect(await screen.findByText('Example figures.')).toBeInTheDocument();
    for (const text of ['75%', '$1,250', '85%', '12', '$1,180', '7.2%'])
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(await screen.findByText('68.8%, 172 of 250 tokens')).toBeInTheDocument();
    expect(screen.getByText('Real figures')).toBeInTheDocument();
    expect(screen.getByText('61 days')).toBeInTheDocument();
    await user.click(await screen.findByRole('combobox', { name: 'Property' }));
    await user.click(await screen.findByRole('option', { name: '#9 Template Yard' }));
    expect(address()).toContain('propertyId=9');
    expect(await screen.findByText('no sale yet')).toBeInTheDocument();
  });

  it('without a property is told how it comes to figures', async () => {
    open('landlord', { ...answers, 'GET /api/ai/own-properties': [] });
    expect(await screen.findByText('You have no listings yet')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'List a property' })).toBeInTheDocument();
  });
});

describe('targeting', () => {
  it('has three made-up profiles, and an invitation that goes nowhere and says so', async () => {
    const { user } = open('targeting');
    expect(await screen.findByText('Static examples.')).toBeInTheDocument();
    expect(screen.getAllByText(/match$/).map(({ textContent }) => textContent)).toEqual([
      '92% match',
      '87% match',
      '81% match',
    ]);
    await user.click(screen.getAllByRole('button', { name: /Send Invite/ })[0]!);
    expect(await screen.findByText('Example only. Nothing was sent.')).toBeInTheDocument();
  });
});
