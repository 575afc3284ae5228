import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { show } from '../../../test/render';
import {
  calls,
  payment,
  portfolio,
  problem,
  property,
  serve,
  session,
  transaction,
  type Answers,
} from '../../../test/server';
import InvestorHome from './pages/investor-home';

afterEach(cleanup);

const base = {
  'GET /api/session': session(),
  'GET /api/transactions': [],
  'GET /api/portfolio': portfolio(),
  'GET /api/rlusd/payments': [],
  'GET /api/payouts': [],
  'GET /api/market': [property()],
  'GET /api/properties/1': property(),
};
const rent = { amount: 5.84, status: 'completed', wallet: 'rInvestor', txHash: 'H' };
const open = (more: Answers = {}, at = '/') => {
  serve({ ...base, ...more });
  return show(<InvestorHome />, { at, path: '/' });
};

describe('document 1 §2, investor view: summary', () => {
  it('is dated by the business calendar where that was moved', async () => {
    open({ 'GET /api/platform/config': { explorer: null, calendarAhead: { today: '2027-01-12', days: 43 } } });
    expect(await screen.findByText('Tuesday, January 12, 2027')).toBeInTheDocument();
  });
  it.each([
    ['Total Tokens', '7'],
    ['Total Participation (RLUSD)', '700.00'],
    ['Monthly Rent Income', '18.68'],
  ])('%s is %s', async (title, figure) => {
    open({
      'GET /api/portfolio': portfolio({ tokens: 7, totalCost: 700, monthlyIncome: 18.679227 }),
    });
    expect((await screen.findByRole('heading', { name: title })).closest('.card')).toHaveTextContent(figure);
  });
  it('what others bought of an owner’s properties is no income of the owner’s: the own purchases are asked for', async () => {
    open({
      'GET /api/session': session({ userRole: 'landlord' }),
      'GET /api/transactions': ({ url }: { url: URL }) =>
        url.searchParams.get('mine') === 'true' ? [] : [transaction({ tokenHolderId: 'rSomebodyElse' })],
    });
    expect(await screen.findByRole('heading', { name: 'Nothing yet' })).toBeInTheDocument();
    expect(screen.queryByRole('table')).toBeNull();
  });
  it('Recent Transactions are the 3 latest, payments under way first', async () => {
    open({
      'GET /api/rlusd/payments': [payment()],
      'GET /api/transactions': [
        transaction({ id: 'b', propertyName: 'b', date: '2026-11-18' }),
        transaction({ id: 'c', propertyName: 'c', date: '2026-10-20' }),
      ],
      'GET /api/payouts': [
        { id: 'r', propertyName: 'r', own: { ...rent, date: '2026-11-19' } },
        // Of another holder, and one that has not arrived.
        { id: 's', propertyName: 's', own: null },
        { id: 't', propertyName: 't', own: { ...rent, date: '2026-11-20', txHash: null } },
      ],
    });
    const card = (await screen.findByRole('heading', { name: 'Recent Transactions' })).closest<HTMLElement>('.card')!;
    await waitFor(() =>
      expect(
        within(card)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual([
        'PendingSample CourtProperty purchase500.00\u00a0RLUSD',
        'CompletedrRent share, Nov 19, 2026+5.84\u00a0RLUSD',
        'CompletedbPurchase, Nov 18, 2026−500.00\u00a0RLUSD',
      ]),
    );
  });
});

describe('document 1 §2, investor view: marketplace', () => {
  it('a card shows name, APR, rent, price, share per token, yield, tokens left, term, progress and purpose', async () => {
    open();
    const card = (await screen.findByRole('heading', { name: 'Sample Court' })).closest('article')!;
    for (const text of [
      '6.5% APR',
      'New boiler',
      '78 of 250 tokens available',
      '68.8%',
      'Interest rate6.5% a year',
      'You get back, after fees109.27 for 102.50',
      'Monthly rent share per token2.67',
      '100.00 per token · rent 2,500.00 · 42 months',
      'Annual yield 32.0% incl. returned principal',
    ])
      expect(card).toHaveTextContent(text);
    // The yield counts returned principal, so it ranks the shortest term first: it comes last.
    expect(
      within(card)
        .getAllByRole('term')
        .map(({ textContent }) => textContent)[0],
    ).toBe('Interest rate');
    expect(within(card).getByRole('progressbar', { name: 'Funded' })).toHaveAttribute('aria-valuenow', '69');
    expect(within(card).getByRole('link', { name: 'Participate Now in Sample Court' })).toHaveTextContent(
      'Participate Now',
    );
  });
  it('leads to the property’s own page by its name, also where nothing is left', async () => {
    open({ 'GET /api/market': [property({ tokensSold: 250, tokensAvailable: 0 })] });
    const links = [
      await screen.findByRole('link', { name: 'Sample Court' }),
      screen.getByRole('link', { name: /^View/ }),
    ];
    for (const link of links) expect(link).toHaveAttribute('href', '/properties/1');
  });
  it('names the kind of property where its owner said it (document 2 §3)', async () => {
    open({ 'GET /api/market': [property({ propertyType: 'multi-family' })] });
    expect(await screen.findByText('Multi-family building · New boiler')).toBeInTheDocument();
  });
  it('"Fully Funded" and disabled when no tokens remain', async () => {
    open({ 'GET /api/market': [property({ tokensSold: 250, tokensAvailable: 0 })] });
    expect(await screen.findByRole('button', { name: 'Fully Funded: Sample Court' })).toBeDisabled();
    expect(screen.queryByText('Participate Now')).toBeNull();
  });
  it('a listing that its owner closed early is called closed, not funded', async () => {
    open({ 'GET /api/market': [property({ status: 'closed', tokensAvailable: 0 })] });
    expect(await screen.findByRole('button', { name: 'Closed: Sample Court' })).toBeDisabled();
    expect(screen.getByText('Sale closed')).toBeInTheDocument();
    expect(screen.queryByText('All tokens taken')).toBeNull();
  });
  it('on a phone the filters’ button says how many it will show', async () => {
    globalThis.media = () => true;
    const { user } = open({ 'GET /api/market': [property(), property({ id: 2 })] });
    await user.click(await screen.findByRole('button', { name: 'Filter and sort' }));
    await user.click(await screen.findByRole('button', { name: 'Show 2 properties' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    globalThis.media = () => false;
  });
  it('"No Properties Available"; with filters a way to clear them, and they stand in the address', async () => {
    const { user, address } = open({ 'GET /api/market': [] }, '/');
    expect(await screen.findByRole('heading', { name: 'No Properties Available' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Filter and sort' }));
    await user.type(await screen.findByLabelText('Search'), 'x');
    await waitFor(() => expect(address()).toBe('/?search=x'));
    await user.click(screen.getByRole('switch', { name: 'Only with tokens left' }));
    expect(address()).toBe('/?search=x&available=true');
    await user.click((await screen.findAllByRole('button', { name: 'Clear filters' }))[0]!);
    expect(address()).toBe('/');
  });
  it('a part that did not load says so, and the rest stays', async () => {
    open({ 'GET /api/market': () => problem(500, 'Failed to load properties.') });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The marketplace did not load500: Failed to load properties. Your money and tokens are not affected.Try againDetails for supporttrace-1',
    );
    expect(screen.getByRole('heading', { name: 'Total Tokens' })).toBeInTheDocument();
  });
});

describe('document 1 §2, the Participate panel', () => {
  const panel = async (more: Answers = {}) => {
    const view = open(more, '/?buy=1');
    await screen.findByRole('dialog', { name: 'Participate' });
    await within(screen.getByRole('dialog')).findByRole('heading', { name: 'Sample Court' });
    return { ...view, dialog: within(screen.getByRole('dialog')) };
  };
  const type = async (view: Awaited<ReturnType<typeof panel>>, text: string) => {
    await view.user.clear(view.dialog.getByLabelText('Tokens'));
    if (text) await view.user.type(view.dialog.getByLabelText('Tokens'), text);
  };

  it('address, monthly rent, funding goal, term length, monthly rate', async () => {
    const { dialog } = await panel();
    expect(dialog.getByText('12 Example Street, Springfield')).toBeInTheDocument();
    for (const [term, value] of [
      ['Monthly rent', '2,500.00 RLUSD'],
      ['Funding goal', '25,000.00 RLUSD'],
      ['Term length', '42 months'],
      ['Monthly rate', '6.5% APR'],
    ] as const)
      expect(dialog.getByText(term, { selector: 'dt' }).parentElement).toHaveTextContent(value);
  });
  it('previews cost, monthly income and annual yield (document 1 §9: income × 12 / cost), and what will be signed for', async () => {
    const view = await panel();
    await view.user.click(view.dialog.getByRole('button', { name: '5' }));
    await view.dialog.findByRole('button', { name: 'Purchase 5 tokens' });
    for (const text of [
      'Cost500.00 RLUSD',
      'Monthly income13.34 RLUSD',
      'You keep after fees+33.87 RLUSD6.6% over 42 months',
      'Annual yield 32.0% incl. principal',
      'Platform fee, 2.5%12.50 RLUSD',
      'You sign for512.50 RLUSD',
    ])
      expect(screen.getByRole('dialog')).toHaveTextContent(text);
    expect(await view.dialog.findByRole('button', { name: 'Purchase 5 tokens' })).toBeEnabled();
    expect(screen.getByRole('dialog')).not.toHaveTextContent('would lose money');
  });
  it('says that terms bring less than was paid, where they do', async () => {
    const view = await panel({
      'GET /api/properties/1': property({ monthlyPayoutPerToken: 16.938333, tokenTermMonths: 6 }),
    });
    await view.user.click(view.dialog.getByRole('button', { name: '5' }));
    await view.dialog.findByRole('button', { name: 'Purchase 5 tokens' });
    // 5 × 16.938333 × 6 × 0.975 = 495.45, for 500 and the fee of the purchase.
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'This purchase would lose money: after all fees you would get back 495.45 RLUSD for 512.50 RLUSD.',
    );
  });
  it('says so of twelve months too, where only the fee of the purchase makes the loss', async () => {
    const view = await panel({
      'GET /api/properties/1': property({ monthlyPayoutPerToken: 8.629642, tokenTermMonths: 12 }),
    });
    await view.user.click(view.dialog.getByRole('button', { name: '1' }));
    await view.dialog.findByRole('button', { name: 'Purchase 1 token' });
    expect(screen.getByRole('dialog')).toHaveTextContent('you would get back 100.97 RLUSD for 102.50 RLUSD.');
  });
  it('tells the balance before and after, ahead of the signature', async () => {
    const view = await panel({ 'GET /api/rlusd/trust-status': { hasTrustLine: true, balance: 1000, trustLimit: 1e9 } });
    await view.user.click(view.dialog.getByRole('button', { name: '5' }));
    expect(await view.dialog.findByText('Balance 1,000.00, after this purchase')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('after this purchase487.50 RLUSD'));
  });
  it('a balance that is too small: how much is missing, how many tokens it pays for, and where to get more', async () => {
    const view = await panel({ 'GET /api/rlusd/trust-status': { hasTrustLine: true, balance: 350, trustLimit: 1e9 } });
    await view.user.click(view.dialog.getByRole('button', { name: '5' }));
    expect(await view.dialog.findByText(/^You are 162.50 RLUSD short/)).toBeInTheDocument();
    expect(view.dialog.getByRole('link', { name: 'How to add RLUSD' })).toHaveAttribute('href', '/easy-setup');
    await view.user.click(view.dialog.getByRole('button', { name: 'Use 3 tokens' }));
    expect(await view.dialog.findByRole('button', { name: 'Purchase 3 tokens' })).toBeEnabled();
    expect(view.dialog.queryByText(/short/)).toBeNull();
  });
  it('a wallet without a trust line is led to it before anything is signed', async () => {
    const { dialog } = await panel({
      'GET /api/rlusd/trust-status': { hasTrustLine: false, balance: 0, trustLimit: 0 },
    });
    expect(await dialog.findByRole('link', { name: 'Set it up first' })).toHaveAttribute('href', '/trust-line-setup');
  });
  it.each([
    ['', 'Must purchase at least 1 token'],
    ['0', 'Must purchase at least 1 token'],
    ['79', 'Only 78 tokens are available'],
    ['-5', 'Must purchase at least 1 token'],
    ['2.5', 'Tokens are sold whole'],
    ['999999999999999999', 'Only 78 tokens are available'],
  ])('document 1 §5: %p tokens: "%s", and the button is disabled', async (text, message) => {
    const view = await panel();
    await type(view, text);
    expect(view.dialog.getByText(message)).toBeInTheDocument();
    expect(await view.dialog.findByRole('button', { name: /^Purchase/ })).toBeDisabled();
  });
  it('how many tokens were typed survives a reload, until the panel is closed', async () => {
    const view = await panel();
    await type(view, '25');
    cleanup();
    const again = await panel();
    await waitFor(() => expect(again.dialog.getByLabelText('Tokens')).toHaveValue('25'));
    await again.user.click(again.dialog.getByRole('button', { name: 'Close' }));
    cleanup();
    const anew = await panel();
    expect(anew.dialog.getByLabelText('Tokens')).toHaveValue('1');
  });
  it('a purchase sends the tokens and opens its payment', async () => {
    const view = await panel({ 'POST /api/properties/1/purchase': { paymentId: 'pay-1' } });
    await type(view, '5');
    await view.user.click(await view.dialog.findByRole('button', { name: 'Purchase 5 tokens' }));
    await waitFor(() => expect(view.address()).toBe('/?payment=pay-1'));
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ tokensToPurchase: 5 });
  });
  it.each([
    ['Only 2 tokens are left', 'Only 2 tokens are left'],
    ['', 'Failed to purchase tokens'],
  ])('document 1 §8: the server message (%p) or "Failed to purchase tokens"', async (detail, text) => {
    const view = await panel({ 'POST /api/properties/1/purchase': () => problem(409, detail) });
    await view.user.click(await view.dialog.findByRole('button', { name: 'Purchase 1 token' }));
    await waitFor(() => expect(screen.getByText('Payment Failed').closest('[role="alert"]')).toHaveTextContent(text));
  });
  it('what failed and then succeeded is not called failed any longer', async () => {
    let there = false;
    const view = await panel({
      'POST /api/properties/1/purchase': () => (there ? { paymentId: 'pay-1' } : problem(503, 'away')),
    });
    await view.user.click(await view.dialog.findByRole('button', { name: 'Purchase 1 token' }));
    expect(await screen.findByText('Payment Failed')).toBeInTheDocument();
    there = true;
    await view.user.click(await view.dialog.findByRole('button', { name: 'Purchase 1 token' }));
    await waitFor(() => expect(view.address()).toBe('/?payment=pay-1'));
    expect(screen.queryByText('Payment Failed')).toBeNull();
  });
  it.each([
    ['whoever is signed in as an owner', session({ userRole: 'landlord' })],
    ['the owner of this property', session({ walletAddress: 'rOwnerExampleExampleExample12' })],
  ])('document 1 §6 and §8: "Access Denied" to %s, and the way to /dashboard', async (_, who) => {
    const view = await panel({ 'GET /api/session': who });
    await view.user.click(await view.dialog.findByRole('button', { name: 'Purchase 1 token' }));
    expect((await screen.findByText('Access Denied', { selector: 'strong' })).parentElement).toHaveTextContent(
      'Property owners cannot invest in their own properties',
    );
    await waitFor(() => expect(view.address()).toBe('/dashboard'));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });
  it('an auditor is offered no purchase', async () => {
    const { dialog } = await panel({ 'GET /api/session': session({ userRole: 'auditor' }) });
    expect(await dialog.findByText(/This session is read-only/)).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: /^Purchase/ })).toBeNull();
  });
  it('who is not verified is led to the verification first', async () => {
    const { dialog } = await panel({ 'GET /api/session': session({ kycStatus: 'not_started' }) });
    expect(await dialog.findByRole('link', { name: 'Verify identity first' })).toHaveAttribute(
      'href',
      '/kyc?role=investor',
    );
  });
  const contract = { id: 'd1', fileName: 'lease.pdf', bytes: 24_000 };
  it.each([
    ['a verified investor', session()],
    ['its owner', session({ userRole: 'landlord', walletAddress: property().ownerWallet, kycStatus: 'not_started' })],
    ['the office', session({ userRole: 'auditor', kycStatus: 'not_started' })],
  ])('the rental contract can be read by %s', async (_, who) => {
    const saved: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const { dialog, user } = await panel({
      'GET /api/session': who,
      'GET /api/properties/1': property({ contract }),
      'GET /api/properties/1/contract': () => new Response('%PDF'),
    });
    expect(await dialog.findByText('lease.pdf, 24 KB')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Download contract' }));
    await waitFor(() => expect(saved).toEqual(['lease.pdf']));
    click.mockRestore();
  });
  it.each([
    ['a visitor', session({ walletAddress: null, userRole: null }), /^Sign in to buy/],
    ['who is not verified', session({ kycStatus: 'pending' }), /^Verify identity first/],
    ['another landlord', session({ userRole: 'landlord' }), /^Access Denied/],
  ])('the rental contract is not offered to %s, and the panel says who can read it', async (_, who, told) => {
    const { dialog } = await panel({
      'GET /api/session': who,
      'GET /api/properties/1': property({ contract }),
    });
    await dialog.findByText(told);
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/session')).toBe(true));
    expect(dialog.getByText('Verified investors can read it.')).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Download contract' })).toBeNull();
  });
  it('who cannot buy starts no purchase with Enter either', async () => {
    const { dialog, user } = await panel({ 'GET /api/session': session({ kycStatus: 'pending' }) });
    await dialog.findByText(/^Verify identity first/);
    await user.type(await dialog.findByLabelText('Tokens'), '{Enter}');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });
  it('a property without a rental contract says so', async () => {
    const { dialog } = await panel();
    expect(dialog.getByText('The landlord hasn’t uploaded one yet.')).toBeInTheDocument();
  });
  it('a contract that cannot be downloaded says why', async () => {
    const { dialog, user } = await panel({
      'GET /api/properties/1': property({ contract }),
      'GET /api/properties/1/contract': () => problem(403, 'Only verified investors can read it'),
    });
    await user.click(await dialog.findByRole('button', { name: 'Download contract' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Couldn’t download the contractOnly verified investors can read it',
    );
  });
  it('too many: the most that are left are one click away', async () => {
    const view = await panel();
    await type(view, '79');
    await view.user.click(view.dialog.getByRole('button', { name: 'Use 78' }));
    expect(await view.dialog.findByRole('button', { name: 'Purchase 78 tokens' })).toBeEnabled();
  });
  it('an unknown property says so and leads back to the others; to ask again would be no help', async () => {
    const { user, address, router } = open(
      { 'GET /api/properties/1': () => problem(404, 'Property Not Found') },
      '/?buy=1',
    );
    expect(await screen.findByText('The requested property could not be found.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'See all properties' }));
    expect(address()).toBe('/');
    // Replaced, so that Back does not reopen what was closed.
    expect(router.state.historyAction).toBe('REPLACE');
  });
  it('sold out meanwhile: said, and disabled', async () => {
    const { dialog } = await panel({ 'GET /api/properties/1': property({ tokensSold: 250, tokensAvailable: 0 }) });
    expect(dialog.getByText('All tokens are taken.')).toBeInTheDocument();
    expect(await dialog.findByRole('button', { name: 'Fully Funded' })).toBeDisabled();
  });
});
