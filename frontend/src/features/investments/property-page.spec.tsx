import { afterEach, describe, expect, it } from '@jest/globals';
import type { PropertyDetailsView } from '@tknest/contracts/api';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, profile, serve, session, type Answers } from '../../../test/server';
import { api } from '../../shared/api/base-api';
import PropertyPage from './pages/property-page';
import { timeLineOf } from './time-line';

afterEach(cleanup);

const NOBODY = session({ walletAddress: null, userRole: null, kycStatus: null });
const DETAILS: PropertyDetailsView = {
  address: '44 Example Avenue, Springfield, IL 62701',
  contract: { fileName: 'lease.pdf', bytes: 24_000, sha256: 'ab'.repeat(32) },
  loan: {
    principal: 10_000,
    monthlyPayment: 862.96,
    remainingBalance: 9_000,
    nextPaymentDue: '2027-01-15',
    comingDue: '2027-02-15',
    arrears: 862.96,
  },
  latePayments: [
    { dueDate: '2027-01-15' as const, amount: 862.96, paidOn: null },
    // A Saturday: it fell due on the Monday after.
    { dueDate: '2026-12-12' as const, amount: 862.96, paidOn: '2027-01-04' },
  ],
};
const PROFILE = 'GET /api/properties/1/profile';

async function open(more: Answers = {}, at = '/properties/1') {
  serve({ 'GET /api/session': NOBODY, 'GET /api/rlusd/payments': [], [PROFILE]: profile(), ...more });
  const view = show(<PropertyPage />, { at, path: '/properties/:propertyId' });
  await screen.findByRole('heading', { level: 1 });
  return view;
}
const card = (name: string) => within(screen.getByRole('heading', { name }).closest('section')!);
const row = (name: string, term: string) => card(name).getByText(term, { selector: 'dt' }).parentElement;

describe('a property’s page, for a stranger', () => {
  it('says which tokens can neither be bought nor are sold yet', async () => {
    await open({ [PROFILE]: profile({ tokensAvailable: 77 }) });
    expect(screen.getByText('77 still available, 1 reserved')).toBeInTheDocument();
    cleanup();
    await open();
    expect(screen.getByText('78 still available')).toBeInTheDocument();
  });
  it('shows name, city, terms, funding, the 30 % rule, the loan and how tokens are spread', async () => {
    await open({ [PROFILE]: profile({ propertyType: 'multi-family' }) });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Sample Court');
    expect(document.title).toBe('Sample Court · Tknest');
    expect(screen.getByText('Springfield, IL').closest('p')).toHaveTextContent('Multi-family building');
    expect(screen.getByText('172 of 250 tokens sold')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Funded' })).toHaveAttribute('aria-valuenow', '69');
    for (const [name, term, value] of [
      ['One token', 'Interest rate, a year', '6.5%'],
      ['One token', 'You get back, after fees', '109.27 for 102.50'],
      ['One token', 'Monthly rent share', '2.67 RLUSD'],
      ['One token', 'Annual yield, incl. principal', '32.0%'],
      ['Terms', 'Monthly rent', '2,500.00 RLUSD'],
      ['Terms', 'Raised so far', '17,200.00 RLUSD'],
      ['Terms', 'Term', '42 months'],
      ['Terms', 'Monthly rent share per token', '2.67 RLUSD'],
      ['Can the rent carry it?', '30% maximum', '750.00 RLUSD'],
      ['Landlord', 'Listings', '3'],
      ['Landlord', 'Installments paid on time', '2 of 4'],
      ['Token holders', 'Wallets', '6 to 20'],
      ['Token holders', 'Largest share', '10 to 25%'],
    ] as const)
      expect(row(name, term)).toHaveTextContent(value);
    expect(screen.getByRole('meter')).toHaveAttribute('aria-valuenow', '26.7');
    expect(
      card('Can the rent carry it?').getByText(
        'With every token sold, 26.7% of the rent goes to investors. 30% is the limit.',
      ),
    ).toBeInTheDocument();
    expect(card('One token').getByText('+ 2.5% platform fee when you buy')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All properties' })).toHaveAttribute('href', '/properties');
    expect(card('Loan').getByText('Not opened')).toBeInTheDocument();
  });
  it('judges the loan once there is one, not what the listing wanted to raise', async () => {
    const sold = { tokensSold: 10, status: 'closed', loanStatus: 'current', tokensAvailable: 0 } as const;
    await open({ [PROFILE]: profile(sold) });
    expect(
      card('Can the rent carry it?').getByText(
        'With 10 tokens sold, 1.1% of the rent goes to investors. 30% is the limit.',
      ),
    ).toBeInTheDocument();
  });
  it('says who sees address, contract and late payments, and leads to the sign-in and back', async () => {
    await open();
    const details = card('Address and repayments');
    expect(details.getByText(/^Verified investors see the address/)).toBeInTheDocument();
    expect(details.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth?from=%2Fproperties%2F1');
    expect(card('Documents').getByText('Verified investors can read it.')).toBeInTheDocument();
  });
  it('asks the server for nothing but the profile of it: other answers name the landlord’s wallet', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('link', { name: 'Participate Now' }));
    await screen.findByRole('link', { name: 'Sign in to buy' });
    expect(calls.filter(({ path }) => path.startsWith('/api/properties')).map(({ path }) => path)).toEqual([
      '/api/properties/1/profile',
    ]);
  });
  it('Participate opens the panel of everywhere; the way to the sign-in keeps how many tokens were chosen', async () => {
    const { user, address } = await open();
    await user.click(screen.getByRole('link', { name: 'Participate Now' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Participate' }));
    expect(address()).toBe('/properties/1?tokens=1');
    expect(panel.getByText('Springfield, IL')).toBeInTheDocument();
    expect(panel.getByText('Verified investors can read it.')).toBeInTheDocument();
    await user.click(await panel.findByRole('button', { name: '25' }));
    await waitFor(() =>
      expect(panel.getByRole('link', { name: 'Sign in to buy' })).toHaveAttribute(
        'href',
        `/auth?from=${encodeURIComponent('/properties/1?tokens=25')}`,
      ),
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/properties/1'));
  });
  it('shares its address alone, without what was opened in it; nobody watches who is not signed in', async () => {
    const { user } = await open({}, '/properties/1?tokens=5');
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    await user.click(await screen.findByRole('button', { name: 'Share Sample Court', hidden: true }));
    expect(screen.queryByRole('button', { name: /^Watch/, hidden: true })).toBeNull();
    expect(await screen.findByText('Link copied')).toBeInTheDocument();
    expect(copied).toEqual([`${location.origin}/properties/1`]);
  });
  it('hands its address to the device’s share sheet where there is one', async () => {
    const shared: unknown[] = [];
    const share = async (data: unknown) => void shared.push(data);
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Share Sample Court' }));
    expect(shared).toEqual([{ title: 'Sample Court', url: `${location.origin}/properties/1` }]);
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
  });
  it('is watched by whoever is signed in', async () => {
    const { user } = await open({
      'GET /api/session': session(),
      'GET /api/watchlist': { ids: [] },
      'POST /api/watchlist': { ids: [1] },
    });
    await user.click(await screen.findByRole('button', { name: 'Watch Sample Court' }));
    await waitFor(() =>
      expect(calls.find(({ method, path }) => method === 'POST' && path === '/api/watchlist')?.body).toEqual({
        propertyId: 1,
        watched: true,
      }),
    );
  });
  it('shows what a number of tokens costs and pays, and buys that many', async () => {
    const { user, address } = await open();
    expect(row('Your money', 'You pay, with the fee')).toHaveTextContent('102.50');
    await user.click(screen.getByRole('button', { name: '5 tokens' }));
    expect(row('Your money', 'You pay, with the fee')).toHaveTextContent('512.50');
    expect(row('Your money', 'You get a month, about')).toHaveTextContent('13.34');
    expect(row('Your money', 'You get back, after fees')).toHaveTextContent('546.37');
    await user.click(card('Your money').getByText('Show as table'));
    // 500 over 42 months: a level payment of 13.34 with 2.71 of interest in the first one.
    expect(card('Your money').getByRole('row', { name: '1 10.63 2.71' })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Participate Now' }));
    expect(address()).toBe('/properties/1?tokens=5');
  });
  it('says that terms lose money before anybody participates', async () => {
    await open({ [PROFILE]: profile({ monthlyPayoutPerToken: 8.629642, tokenTermMonths: 12 }) });
    expect(card('Your money').getByText(/^These terms lose money/)).toHaveTextContent('100.97 RLUSD for 102.50 RLUSD');
  });
  it('says how risky the rules find it and why', async () => {
    const reasons = [
      { words: 'An installment is overdue', points: 40 },
      { words: '12 months until the last installment', points: 0 },
    ];
    await open({ [PROFILE]: profile({ risk: { level: 'high', reasons } }) });
    const told = card('Risk');
    expect(told.getByText('High risk')).toBeInTheDocument();
    expect(told.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Raises the risk: An installment is overdue',
      '12 months until the last installment',
    ]);
  });
  it('on a phone, price and button stay at the foot, and are there once', async () => {
    globalThis.media = () => true;
    await open();
    const button = screen.getByRole('link', { name: 'Participate Now' });
    expect(button.closest('.action-bar')).toHaveTextContent('100.00 a token6.5% a year');
    globalThis.media = () => false;
  });
  it('what is not for sale is not reckoned', async () => {
    await open({ [PROFILE]: profile({ tokensAvailable: 0, status: 'closed' }) });
    expect(screen.queryByRole('heading', { name: 'Your money' })).toBeNull();
  });
  it.each(['0', '-3', '1.5', 'x', '9999999999'])('a link with %s tokens opens no panel', async (tokens) => {
    await open({}, `/properties/1?tokens=${tokens}`);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('a name in whatever letters stays text, and finds its own direction', async () => {
    const name = '</h1><script>alert(1)</script> برج';
    await open({ [PROFILE]: profile({ name, city: null }) });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(name);
    expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('dir', 'auto');
    expect(document.querySelector('script')).toBeNull();
  });
});

describe('a property’s page, for somebody who is signed in', () => {
  it('keeps the tokens that were typed over a reload', async () => {
    const typed = () => screen.findByRole('textbox', { name: 'Tokens' });
    const { user } = await open({ 'GET /api/session': session() }, '/properties/1?tokens=5');
    await user.clear(await typed());
    await user.type(await typed(), '12');
    cleanup();
    await open({ 'GET /api/session': session() }, '/properties/1?tokens=5');
    expect(await typed()).toHaveValue('12');
    sessionStorage.clear();
  });
  it('what a link of the page opened is closed without a second entry of the page', async () => {
    const { user, address, router } = await open({ 'GET /api/session': session() });
    await user.click(screen.getByRole('link', { name: 'Participate Now' }));
    await screen.findByRole('dialog', { name: 'Participate' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/properties/1'));
    expect(router.state.historyAction).toBe('POP');
  });
  it('comes back from the sign-in with the tokens that were chosen, and buys them', async () => {
    const { user, address } = await open(
      { 'GET /api/session': session(), 'POST /api/properties/1/purchase': { paymentId: 'pay-1' } },
      '/properties/1?tokens=25',
    );
    await user.click(await screen.findByRole('button', { name: 'Purchase 25 tokens' }));
    await waitFor(() => expect(address()).toBe('/properties/1?payment=pay-1'));
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ tokensToPurchase: 25 });
  });
  it('address, contract with its digest, loan and late payments, where the server tells them', async () => {
    await open({ 'GET /api/session': session(), [PROFILE]: profile({ details: DETAILS, loanStatus: 'in_arrears' }) });
    const name = 'Address and repayments';
    await card(name).findByText('44 Example Avenue, Springfield, IL 62701');
    for (const [term, value] of [
      ['Address', '44 Example Avenue, Springfield, IL 62701'],
      ['Monthly payment', '862.96 RLUSD'],
      ['Remaining balance', '9,000.00 RLUSD'],
      ['Overdue', '862.96 RLUSD'],
      ['Overdue since', 'Jan 15, 2027'],
    ] as const)
      expect(row(name, term)).toHaveTextContent(value);
    expect(row(name, 'Next payment due')).toHaveTextContent('Feb 15, 2027');
    const documents = card('Documents');
    expect(documents.getByText('lease.pdf, 24 KB')).toBeInTheDocument();
    expect(documents.getByText('abababab')).toBeInTheDocument();
    expect(documents.getByRole('button', { name: 'Download contract' })).toBeInTheDocument();
    expect(documents.getByRole('link', { name: 'Read: Risk disclosure' })).toHaveAttribute('href', '/risks');
    const rows = within(card(name).getByRole('region', { name: 'Late payments' }))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Jan 15, 2027.*Overdue$/),
      expect.stringMatching(/^Dec 14, 2026.*Paid Jan 4, 2027$/),
    ]);
    expect(card('Loan').getByText('In arrears')).toBeInTheDocument();
    // The oldest one, and what happens now.
    expect(card('Loan').getByText('Overdue since Jan 15, 2027.')).toBeInTheDocument();
    expect(card('Loan').getByText(/reminded every 5 business days/)).toBeInTheDocument();
  });
  it('a loan that was never late says so', async () => {
    await open({ 'GET /api/session': session(), [PROFILE]: profile({ details: { ...DETAILS, latePayments: [] } }) });
    expect(await screen.findByText('No repayment has been late.')).toBeInTheDocument();
  });
  it('its contract can be read by whoever the server tells of it, whatever role the session has', async () => {
    const landlord = session({ userRole: 'landlord', kycStatus: 'not_started' });
    await open({ 'GET /api/session': landlord, [PROFILE]: profile({ details: DETAILS }) });
    expect(screen.getByRole('button', { name: 'Download contract' })).toBeInTheDocument();
  });
  it('its landlord is led to the own listings, and buys nothing', async () => {
    const own = profile({ own: true, loanStatus: 'in_arrears' });
    await open({ 'GET /api/session': session({ userRole: 'landlord' }), [PROFILE]: own });
    expect(screen.getByRole('link', { name: 'Repay' })).toHaveAttribute('href', '/landlord-payback?propertyId=1');
    expect(screen.getByText(/What you pay goes to it first/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Manage your listings' })).toHaveAttribute('href', '/?role=landlord');
    expect(screen.queryByText('Participate Now')).toBeNull();
  });
  it('who is not verified is led to the verification', async () => {
    await open({ 'GET /api/session': session({ kycStatus: 'pending' }) });
    expect(screen.getByRole('link', { name: 'Verify your identity' })).toHaveAttribute('href', '/kyc?role=investor');
  });
  it('a hidden one says so to those who find it', async () => {
    await open({
      'GET /api/session': session({ userRole: 'admin' }),
      [PROFILE]: profile({ hidden: true, tokensAvailable: 0 }),
    });
    expect(screen.getByText(/^This listing is hidden/)).toBeInTheDocument();
    expect(screen.getByText('Hidden')).toBeInTheDocument();
  });
});

describe('a property’s page that cannot be shown', () => {
  it.each([
    ['/properties/1', () => problem(404, 'Property Not Found')],
    ['/properties/abc', () => profile()],
    ['/properties/0', () => profile()],
  ])('%s: there is no such property', async (at, answer) => {
    await open({ [PROFILE]: answer }, at);
    expect(screen.getByRole('heading', { name: 'Property Not Found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See all properties' })).toHaveAttribute('href', '/properties');
  });
  it('one that is hidden while it is looked at is there no longer', async () => {
    let there = true;
    const { store } = await open({ [PROFILE]: () => (there ? profile() : problem(404, 'Property Not Found')) });
    there = false;
    store.dispatch(api.util.invalidateTags(['Properties']));
    expect(await screen.findByRole('heading', { name: 'Property Not Found' })).toBeInTheDocument();
  });
  it('one that could not be made newer stays, and says so', async () => {
    let there = true;
    const { store } = await open({ [PROFILE]: () => (there ? profile() : problem(503, 'away')) });
    there = false;
    store.dispatch(api.util.invalidateTags(['Properties']));
    expect(await screen.findByText('Couldn’t refresh. Showing the last loaded data.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Sample Court');
  });
  it('one that did not load says why, and is asked for again', async () => {
    let there = false;
    serve({ 'GET /api/session': NOBODY, [PROFILE]: () => (there ? profile() : problem(503, 'The server is busy')) });
    const { user } = show(<PropertyPage />, { at: '/properties/1', path: '/properties/:propertyId' });
    expect(await screen.findByRole('alert')).toHaveTextContent('The property did not load503: The server is busy.');
    there = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Sample Court');
  });
});

describe('the time line of a property’s funding', () => {
  const words = (more: Parameters<typeof profile>[0]) =>
    timeLineOf(profile(more)).map(({ words: said, date, detail }) =>
      [date ?? 'to come', said, detail].filter(Boolean).join(': '),
    );

  it('what has happened, and what comes next', () => {
    const moments = [
      { kind: 'listed', date: '2026-11-01' as const },
      { kind: 'first-sale', date: '2026-11-03' as const },
      { kind: 'quarter', date: '2026-11-03' as const },
      { kind: 'half', date: '2026-11-09' as const },
    ] as const;
    expect(words({ moments: [...moments] })).toEqual([
      '2026-11-01: Listed',
      '2026-11-03: 25% sold',
      '2026-11-09: 50% sold',
      'to come: Fully funded: 78 tokens to go',
      'to come: Loan opened: When all tokens are sold, or the listing is closed',
    ]);
  });
  it('closed early, with a loan', () => {
    const moments = [
      { kind: 'listed', date: '2026-11-01' as const },
      { kind: 'closed', date: '2026-11-10' as const },
      { kind: 'loan-opened', date: '2026-11-10' as const },
    ] as const;
    expect(words({ moments: [...moments], status: 'closed', loanStatus: 'current', tokensAvailable: 0 })).toEqual([
      '2026-11-01: Listed',
      '2026-11-10: Listing closed: 68.8% of the tokens sold',
      '2026-11-10: Loan opened',
      'to come: Loan paid off',
    ]);
  });
  it('sold out in a day, and paid off', () => {
    const moments = (
      ['listed', 'first-sale', 'quarter', 'half', 'three-quarters', 'fully-funded', 'loan-opened'] as const
    ).map((kind) => ({ kind, date: '2026-11-01' as const }));
    const paid = { kind: 'paid-off', date: '2027-11-01' as const } as const;
    expect(words({ moments: [...moments, paid], tokensSold: 250, status: 'closed', loanStatus: 'paid_off' })).toEqual([
      '2026-11-01: Listed',
      '2026-11-01: Fully funded',
      '2026-11-01: Loan opened',
      '2027-11-01: Loan paid off',
    ]);
  });
  it('closed without a sale: nothing comes next', () => {
    const moments = [
      { kind: 'listed', date: '2026-11-01' as const },
      { kind: 'closed', date: '2026-11-10' as const },
    ] as const;
    expect(words({ moments: [...moments], tokensSold: 0, status: 'closed' })).toEqual([
      '2026-11-01: Listed',
      '2026-11-10: Listing closed: 0.0% of the tokens sold',
    ]);
  });
});
