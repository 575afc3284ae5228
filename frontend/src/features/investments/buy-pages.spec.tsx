import { afterEach, describe, expect, it } from '@jest/globals';
import type { PropertyView } from '@tknest/contracts/api';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { feeOf } from '@tknest/contracts/money';
import fc from 'fast-check';
import { show } from '../../../test/render';
import { calls, payment, problem, property, serve, session, type Answers } from '../../../test/server';
import { readAmount, wholeTokens } from './components/buy/amount';
import { affordable } from './components/buy/balance-after';
import CheckoutPage from './pages/checkout-page';
import SimpleInvestmentPage from './pages/simple-investment-page';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

const OWN = 'rInvestorExampleExampleExample1';
const OWNER = 'rOwnerExampleExampleExample12';
const OTHER = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
const NOBODY = session({ walletAddress: null, userRole: null, kycStatus: null });
const done = payment({ status: 'completed', outcome: 'settled', asks: [], feeStatus: 'paid' });

function open(
  page: 'invest' | 'checkout',
  at: string,
  who = session(),
  more: Answers = {},
  of: Partial<PropertyView> = {},
) {
  serve({
    'GET /api/session': who,
    'GET /api/platform/config': {},
    'GET /api/properties/1': property(of),
    'GET /api/properties/9': () => problem(404, 'The requested property could not be found.'),
    'GET /api/rlusd/payment-status/pay-1': done,
    'POST /api/rlusd/payment': { paymentId: 'pay-1' },
    'POST /api/rlusd/create-payment': { paymentId: 'pay-1' },
    ...more,
  });
  return page === 'invest'
    ? show(<SimpleInvestmentPage />, { at: `/simple-investment${at}` })
    : show(<CheckoutPage />, { at: `/checkout${at}` });
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const sent = () => calls.filter(({ method }) => method === 'POST');

describe('REQ-1.2.52 to REQ-1.2.54 /simple-investment', () => {
  it('§9: 100 gives fee 2.50 and total 102.50, 8 % APR, and the property’s own rate beneath', async () => {
    open('invest', '?propertyId=1');
    expect(await button('Send 102.50 RLUSD')).toBeEnabled();
    expect(screen.getByRole('heading', { name: 'Sample Court' })).toBeInTheDocument();
    expect(screen.getByText('12 Example Street, Springfield')).toBeInTheDocument();
    expect(screen.getByText('Platform fee, 2.5%').nextSibling).toHaveTextContent('2.50');
    expect(screen.getByText('In a year').nextSibling).toHaveTextContent('8.00');
    expect(screen.getByText('In a month').nextSibling).toHaveTextContent('0.67');
    expect(screen.getByText(/This property’s own rate is 6.5%/)).toBeInTheDocument();
  });

  it('§5: quick amounts; empty falls back to 100; below 100 nothing can be sent', async () => {
    const { user } = open('invest', '?propertyId=1');
    await user.click(await button('2,500'));
    expect(await button('Send 2,562.50 RLUSD')).toBeEnabled();
    const field = screen.getByLabelText('Amount');
    await user.clear(field);
    await user.tab();
    expect(field).toHaveValue('100 RLUSD');
    await user.clear(field);
    await user.type(field, '50');
    expect(await button('Send 51.25 RLUSD')).toBeDisabled();
    expect(screen.getAllByText('Minimum investment is 100 RLUSD').length).toBeGreaterThan(0);
  });

  it('§9: the amount moves by its step of 100, and not below 100', async () => {
    const { user } = open('invest', '?propertyId=1');
    const field = await screen.findByLabelText('Amount');
    await user.click(field);
    await user.keyboard('{ArrowUp}');
    expect(field).toHaveValue('200 RLUSD');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(field).toHaveValue('100 RLUSD');
  });

  it('sends every field of the call, and nothing twice', async () => {
    const { user, address } = open('invest', '?propertyId=1', session(), {
      'GET /api/rlusd/payment-status/pay-1': payment(),
    });
    await user.click(await button('500'));
    await user.dblClick(await button('Send 512.50 RLUSD'));
    await waitFor(() => expect(address()).toContain('payment=pay-1'));
    expect(sent().map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/rlusd/payment',
        {
          propertyId: 1,
          fromWallet: OWN,
          toWallet: OWNER,
          amount: 500,
          platformFee: 12.5,
          totalAmount: 512.5,
          type: 'property_investment',
        },
      ],
    ]);
  });

  it('a balance that is too small is said before the signature', async () => {
    const line = { 'GET /api/rlusd/trust-status': { hasTrustLine: true, balance: 350, trustLimit: 1e9 } };
    open('checkout', '?propertyId=1&tokens=5', session(), line);
    expect(await screen.findByText(/^You are 150.00 RLUSD short/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Use 3 tokens' })).toBeInTheDocument();
    cleanup();
    open('invest', '?propertyId=1', session(), line);
    expect(await screen.findByText('Balance 350.00, after this purchase')).toBeInTheDocument();
  });

  it('a balance pays for as many tokens as fit with the rounded fee', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.bigInt({ min: 1n, max: 10n ** 9n }), (balance, cents) => {
        const [price, bps] = [cents * 10_000n, 250n];
        const total = (tokens: bigint) => price * tokens + feeOf(price * tokens, bps);
        const most = BigInt(affordable(balance, price, bps));
        expect(total(most)).toBeLessThanOrEqual(balance);
        expect(total(most + 1n)).toBeGreaterThan(balance);
      }),
      { examples: [[4_500_539_850_000n, 1n]] },
    );
  });

  it('no multiple of the token price: says the price and offers the nearest; the server decides', async () => {
    const refused = 'One token costs 100.00 RLUSD: choose 200.00 RLUSD or 300.00 RLUSD';
    const { user } = open('invest', '?propertyId=1', session(), {
      'POST /api/rlusd/payment': () => problem(400, refused),
    });
    const field = await screen.findByLabelText('Amount');
    await user.clear(field);
    await user.type(field, '250');
    expect(await screen.findByText(/One token costs 100.00 RLUSD/)).toBeInTheDocument();
    await user.click(await button('Send 256.25 RLUSD'));
    expect(await screen.findByRole('alert')).toHaveTextContent(`Payment Failed${refused}`);
    await user.click(await button('Use 300'));
    expect(await button('Send 307.50 RLUSD')).toBeEnabled();
  });

  it('settled: Investment Complete with owner amount, fee, total and hashes; a reload shows it again', async () => {
    const hash = '8F3C12A9'.repeat(8);
    const legs = [{ leg: 'recipient' as const, state: 'validated' as const, txHash: hash, result: 'tesSUCCESS' }];
    const { user, address } = open('invest', '?propertyId=1&payment=pay-1', session(), {
      'GET /api/rlusd/payment-status/pay-1': { ...done, legs },
    });
    const title = await screen.findByRole('heading', { name: 'Investment Complete' });
    expect(address()).toBe('/simple-investment?propertyId=1&paid=pay-1');
    await waitFor(() => expect(title).toHaveFocus());
    for (const [name, amount] of [
      ['To the landlord', '500.00'],
      ['Platform fee, 2.5%', '12.50'],
      ['Total', '512.50'],
    ])
      expect(screen.getByText(name!).nextSibling).toHaveTextContent(amount!);
    expect(screen.getByText('8F3C12A9')).toBeInTheDocument();
    await user.click(await button('Buy more'));
    expect(await button('Send 102.50 RLUSD')).toBeInTheDocument();
  });

  it('another property’s payment, or somebody else’s, completes nothing here', async () => {
    open('invest', '?propertyId=1&paid=pay-1', session(), {
      'GET /api/rlusd/payment-status/pay-1': { ...done, propertyId: 2 },
    });
    expect(await button('Send 102.50 RLUSD')).toBeInTheDocument();
    expect(screen.queryByText('Investment Complete')).toBeNull();
  });

  it.each(['', '?propertyId=0', '?propertyId=9', '?propertyId=1e3', '?propertyId=-1', '?propertyId=99999999999'])(
    '“%s”: Property Not Found, with the way to the dashboard, for visitors as for others',
    async (at) => {
      open('invest', at, at === '' ? NOBODY : session());
      expect(await screen.findByRole('heading', { name: 'Property Not Found' })).toBeInTheDocument();
      expect(screen.getByText('The requested property could not be found.')).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Return to Dashboard' })).toHaveAttribute('href', '/dashboard');
    },
  );

  it.each([
    ['the owner’s wallet', session({ walletAddress: OWNER }), ''],
    ['a landlord', session({ userRole: 'landlord' }), ''],
    ['a link with the owner’s wallet', session(), `&wallet=${OWNER}`],
  ])('§6: %s is told Access Denied and led to /dashboard', async (_, who, more) => {
    const { address } = open('invest', `?propertyId=1${more}`, who);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Access DeniedProperty owners cannot invest in their own properties');
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });

  it('a visitor signs in and comes back to exactly here', async () => {
    const { address } = open('invest', '?propertyId=1&wallet=rX', NOBODY);
    await waitFor(() => expect(address()).toBe('/auth?from=%2Fsimple-investment%3FpropertyId%3D1%26wallet%3DrX'));
  });

  it.each([
    ['sold out', { tokensAvailable: 0, tokensSold: 250 }, 'All tokens are taken.'],
    ['closed', { tokensAvailable: 0, status: 'closed' }, /The landlord has closed this listing/],
    ['closing', { tokensAvailable: 0, status: 'closing' }, /The landlord has closed this listing/],
  ] as const)('%s says so, and nothing can be sent', async (_, of, words) => {
    open('invest', '?propertyId=1', session(), {}, of);
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  });

  it('not verified: says what to do', async () => {
    open('invest', '?propertyId=1', session({ kycStatus: 'pending' }));
    expect(await screen.findByRole('link', { name: 'Verify identity first' })).toHaveAttribute(
      'href',
      '/kyc?role=investor',
    );
  });
});

describe('amounts', () => {
  it.each([
    ['', 100, true],
    ['abc', 100, true],
    ['150.5', 100, true],
    ['-100', 100, true],
    ['99999999999999', 100, true],
    ['250', 250, false],
  ])('“%s” stands for %d', (typed, amount, fallsBack) => expect(readAmount(typed)).toEqual({ amount, fallsBack }));
  it('offers only amounts that can be bought', () => {
    const of = { tokenPrice: 250, tokensAvailable: 2 };
    expect(wholeTokens(100, of).nearest).toEqual([250]);
    expect(wholeTokens(600, of).nearest).toEqual([500]);
    expect(wholeTokens(5000, of)).toMatchObject({ problem: 'Only 2 tokens are available.', nearest: [500] });
  });
});

describe('REQ-2.2.2.1 to REQ-2.2.2.5 checkout', () => {
  it('shows the property, both summaries with fee 0, and the notices', async () => {
    open('checkout', '?propertyId=1&tokens=3');
    expect(await screen.findByText('3 tokens of Sample Court')).toBeInTheDocument();
    for (const [name, value] of [
      ['Funding goal', '25,000.00'],
      ['Token price', '100.00'],
      ['Total tokens', '250'],
      ['Total cost', '300.00'],
      ['Estimated monthly return', '8.01'],
      ['Platform fee', '0 RLUSD'],
      ['You sign for', '300.00'],
    ])
      expect(screen.getByText(name!).nextSibling).toHaveTextContent(value!);
    for (const notice of [
      'Payments are on the ledger',
      'KYC is required before issuance',
      'Tokens are participation rights, not ownership',
      'Transactions are monitored',
    ])
      expect(screen.getByText(notice)).toBeInTheDocument();
  });

  it('tokens default to 1; a property without price or share falls back to 100 and 5', async () => {
    open('checkout', '?propertyId=1', session(), {}, { tokenPrice: 0, monthlyPayoutPerToken: 0 });
    expect(await screen.findByText('1 token of Sample Court')).toBeInTheDocument();
    expect(screen.getByText('Total cost').nextSibling).toHaveTextContent('100.00');
    expect(screen.getByText('Estimated monthly return').nextSibling).toHaveTextContent('5.00');
  });

  it('an investment by a link for another wallet is disabled, until one’s own is used', async () => {
    const { user } = open('invest', `?propertyId=1&wallet=${OTHER}`);
    expect(await button(/^Send [\d.,]+ RLUSD$/)).toBeDisabled();
    await user.click(await button(/^Use rInvestorExa/));
    expect(await button(/^Send [\d.,]+ RLUSD$/)).toBeEnabled();
  });

  it('a blank wallet: disabled with its reason, Wallet Required under the field, and one’s own with one click', async () => {
    const { user, address } = open('checkout', '?propertyId=1&tokens=3', session(), {
      'GET /api/rlusd/payment-status/pay-1': payment(),
    });
    const pay = await button('Pay 300.00 RLUSD');
    const field = screen.getByLabelText('XRPL wallet address');
    // It starts with one's own, without an error.
    expect(field).toHaveValue(OWN);
    expect(screen.queryByText(/^Wallet Required/)).toBeNull();
    await user.clear(field);
    expect(pay).toBeDisabled();
    expect(screen.getByText('Enter a wallet address first.')).toBeInTheDocument();
    expect(await screen.findByText('Wallet Required - Please enter your XRPL wallet address')).toBeInTheDocument();
    await user.click(await button(/^Use rInvestorExa/));
    expect(field).toHaveValue(OWN);
    await user.dblClick(await button('Pay 300.00 RLUSD'));
    expect(await screen.findByText('Payment Initiated')).toBeInTheDocument();
    await waitFor(() => expect(address()).toContain('payment=pay-1'));
    expect(sent().map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/rlusd/create-payment',
        { propertyId: 1, tokenHolderId: OWN, tokensRequested: 3, amount: 300, walletAddress: OWN },
      ],
    ]);
  });

  it('waits until an open payment is signed or canceled', async () => {
    const waiting = payment({ id: 'pay-2', status: 'pending' });
    open('checkout', '?propertyId=1&tokens=3', session(), { 'GET /api/rlusd/payments': [waiting] });
    expect(await screen.findByText('Sign or cancel your open payment first.')).toBeInTheDocument();
    expect(await button('Pay 300.00 RLUSD')).toBeDisabled();
  });

  it('on a phone, the sum and its button are at the foot of the page, once', async () => {
    globalThis.media = () => true;
    open('checkout', '?propertyId=1&tokens=3');
    const pay = await button('Pay 300.00 RLUSD');
    expect(pay.closest('.action-bar')).toHaveTextContent('You sign for300.00');
    globalThis.media = () => false;
  });

  it.each([`holderId=${OTHER}`, `wallet=${OTHER}`])(
    '%s of somebody else: the button says why it is disabled, until one’s own is used',
    async (at) => {
      const { user } = open('checkout', `?propertyId=1&${at}`);
      expect(await screen.findByLabelText('XRPL wallet address')).toHaveValue(OTHER);
      expect(await button('Pay 100.00 RLUSD')).toBeDisabled();
      expect(screen.getByText('Only the wallet that you are signed in with can pay here.')).toBeInTheDocument();
      await user.click(await button(/^Use rInvestorExa/));
      expect(await button('Pay 100.00 RLUSD')).toBeEnabled();
    },
  );

  it.each([
    '',
    '?propertyId=9',
    '?propertyId=1e3&tokens=1',
    '?propertyId=1&tokens=0',
    '?propertyId=1&tokens=-1',
    '?propertyId=1&tokens=1.5',
    '?propertyId=1&tokens=abc',
    '?propertyId=1&tokens=99999999999999999999',
  ])('“%s”: Invalid Request, with Return Home, for visitors as for others', async (at) => {
    open('checkout', at, at === '' ? NOBODY : session());
    expect(await screen.findByRole('heading', { name: 'Invalid Request' })).toBeInTheDocument();
    expect(screen.getByText('The checkout parameters are invalid or missing.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
  });

  it('more than are available: says how many, and takes those', async () => {
    const { user, address } = open('checkout', `?propertyId=1&tokens=900&wallet=${OWN}`);
    expect(await button('Pay 90,000.00 RLUSD')).toBeDisabled();
    await user.click(await button('Use 78'));
    expect(address()).toContain('tokens=78');
    expect(await button('Pay 7,800.00 RLUSD')).toBeEnabled();
  });

  it('settled: Payment Successful and its sentence', async () => {
    open('checkout', '?propertyId=1&payment=pay-1', session(), {
      'GET /api/rlusd/payment-status/pay-1': { ...done, platformFee: 0, totalAmount: 500, feeStatus: 'none' },
    });
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeInTheDocument();
    expect(screen.getByText('Tokens will be issued once the transaction is confirmed.')).toBeInTheDocument();
    expect(screen.getByText(/^It is confirmed\. \d+ tokens of Sample Court are yours\.$/)).toBeInTheDocument();
  });

  it('an initiated payment is no success yet', async () => {
    open('checkout', '?propertyId=1&payment=pay-1', session(), {
      'GET /api/rlusd/payment-status/pay-1': payment(),
    });
    expect(await screen.findByRole('heading', { name: 'Checkout' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Payment Successful' })).toBeNull();
  });

  it('a visitor signs in and comes back with every parameter', async () => {
    const { address } = open('checkout', '?propertyId=1&tokens=3&holderId=rX', NOBODY);
    await waitFor(() => expect(address()).toBe('/auth?from=%2Fcheckout%3FpropertyId%3D1%26tokens%3D3%26holderId%3DrX'));
  });
});
