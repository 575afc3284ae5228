import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { LoanView } from '@tknest/contracts/api';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { ESCROW, OWNER, own } from '../../../test/own-property';
import { show } from '../../../test/render';
import { calls, payment, problem, serve, session, type Answers } from '../../../test/server';
import PaymentDialog from '../../shared/payments/components/payment-dialog';
import { endOf } from '../../shared/payments/payment-words';
import { ordinal } from './components/autopay';
import PaybackPage from './pages/payback-page';

afterEach(cleanup);

const ROW = { payment: 667.12 };
const loan = (more: Partial<LoanView> = {}): LoanView => ({
  propertyId: 1,
  loanStatus: 'current',
  loanPrincipal: 25_000,
  interestRate: 0.065,
  loanTermMonths: 42,
  monthlyPaymentAmount: 667.12,
  remainingBalance: 23_396.25,
  arrears: 0,
  paymentDueDay: 15,
  nextPaymentDue: '2026-12-15',
  nominalDueDate: '2026-12-15',
  autoPayEnabled: false,
  totalPaid: 2001.36,
  paymentHistory: [],
  deposit: 120,
  due: 0,
  minimumRepayment: 100,
  account: null,
  openedOn: '2026-10-15',
  paidOffOn: null,
  rentAutomation: false,
  redemption: null,
  propertyName: 'Sample Court',
  ownerWallet: OWNER,
  schedule: [
    { ...ROW, number: 1, dueDate: '2026-11-15', interest: 135.42, principal: 531.7, balance: 24_468.3, paid: true },
    { ...ROW, number: 2, dueDate: '2026-12-15', interest: 132.54, principal: 534.58, balance: 23_933.72, paid: false },
  ],
  quote: { date: '2026-12-01' as const, amount: 23_460.5, principal: 23_396.25, interest: 64.25, arriving: 0 },
  claims: [],
  ...more,
});
const recommendation = {
  paymentType: 'regular',
  recommendedAmount: 667.12,
  urgency: 'high' as const,
  reasoning: 'Follows the plan.',
  savings: 0,
  dueDate: '2026-12-15' as const,
  autoPaySuggestion: true,
};

function open(more: Answers = {}, at = '/landlord-payback') {
  serve({
    'GET /api/session': session({ userRole: 'landlord', walletAddress: OWNER }),
    'GET /api/platform/config': { explorer: null, payoutEscrow: ESCROW, rlusdIssuer: 'rGateway' },
    'GET /api/properties': [own({ loanStatus: 'current', nextPaymentDue: '2026-12-15' })],
    'GET /api/loan/1': loan(),
    'GET /api/loan/recommendations/1': { recommendations: [recommendation] },
    'GET /api/payouts': [],
    ...more,
  });
  return show(<PaybackPage />, { at });
}
/** The button, once the payee is known. */
async function payButton(name: string) {
  await screen.findByDisplayValue(ESCROW);
  return screen.findByRole('button', { name });
}
const started = { success: true, paymentId: 'pay-1', status: 'pending', signRequests: [] };
const posted = (path: string) => calls.filter(({ method, path: to }) => method === 'POST' && to === path);

describe('document 2 §2.6, loan payback', () => {
  it('shows the property, the balance, the plan and the terms', async () => {
    open();
    expect(
      await screen.findByRole('img', { name: /23,396.25 RLUSD of 25,000.00 remains; 1 of 2/ }),
    ).toBeInTheDocument();
    const terms = screen.getByRole('region', { name: 'Current loan terms' });
    for (const words of ['25,000.00', '6.5%', '42 months', '667.12', '26.7% of 30%', 'Dec 15, 2026', '2,001.36'])
      expect(terms).toHaveTextContent(words);
  });
  it('the property card: name, address, monthly rent, tokens sold and funding goal', async () => {
    open();
    const card = await screen.findByRole('region', { name: 'Sample Court' });
    for (const words of ['12 Example Street, Springfield', '2,500.00', '172 of 250', '25,000.00'])
      expect(card).toHaveTextContent(words);
  });
  it('a card that is chosen by its address stands there too where it is not among the first listings', async () => {
    open(
      { 'GET /api/properties': [], 'GET /api/properties/1': own({ loanStatus: 'current' }) },
      '/landlord-payback?propertyId=1',
    );
    expect(await screen.findByRole('region', { name: 'Sample Court' })).toBeInTheDocument();
  });
  it('§2.6 the wallet parameter of somebody else is named, and the payment is one’s own', async () => {
    const { user, address } = open({}, `/landlord-payback?propertyId=1&wallet=rSomebodyElseElse`);
    expect(await screen.findByText(/This link is for the wallet/)).toHaveTextContent('rSomebodyEls');
    await user.click(screen.getByRole('button', { name: 'Use rOwnerExampl' }));
    expect(address()).toBe('/landlord-payback?propertyId=1');
    cleanup();
    open({}, `/landlord-payback?propertyId=1&wallet=${OWNER}`);
    await screen.findByRole('region', { name: 'Sample Court' });
    expect(screen.queryByText(/This link is for the wallet/)).toBeNull();
  });
  it('a recommendation that autopay could pay says so', async () => {
    open({
      'GET /api/loan/recommendations/1': {
        recommendations: [recommendation, { ...recommendation, paymentType: 'payoff', autoPaySuggestion: false }],
      },
    });
    const card = (await screen.findByRole('radio', { name: /Regular/ })).closest('label')!;
    expect(card).toHaveTextContent('Auto-pay can do this every month');
    expect(screen.getByRole('radio', { name: /Payoff/ }).closest('label')).not.toHaveTextContent('Auto-pay');
  });
  it('§2.6 fallback: "No properties available for loan payback"', async () => {
    open({ 'GET /api/properties': [own({ loanStatus: null })] });
    expect(
      await screen.findByRole('heading', { name: 'No properties available for loan payback' }),
    ).toBeInTheDocument();
  });
  it('without propertyId it is about the newest property with a loan', async () => {
    const listed = [
      own({ id: 3, name: 'Demo Lofts', loanStatus: null }),
      own({ id: 2, name: 'Mill House', loanStatus: 'in_arrears' }),
      own({ loanStatus: 'current' }),
    ];
    open({
      'GET /api/properties': listed,
      'GET /api/loan/2': loan({ propertyId: 2 }),
      'GET /api/loan/recommendations/2': { recommendations: [recommendation] },
    });
    expect(await screen.findByRole('heading', { name: 'Mill House' })).toBeInTheDocument();
    expect(calls.some(({ path }) => path === '/api/loan/1')).toBe(false);
  });
  it('§9: the default amount is 1000; fee 2.5% on top', async () => {
    open();
    const details = await screen.findByRole('region', { name: 'Payment details' });
    expect(details).toHaveTextContent('1,000.00');
    expect(details).toHaveTextContent('25.00');
    expect(await within(details).findByRole('button', { name: 'Pay 1,025.00 RLUSD' })).toBeInTheDocument();
  });
  it('the button offers no amount while the recommendations are loading', async () => {
    let answer!: (recommended: object) => void;
    const comes = new Promise<object>((resolve) => (answer = resolve));
    open({ 'GET /api/loan/recommendations/1': () => comes });
    expect(await payButton('Pay')).toHaveAttribute('aria-disabled', 'true');
    answer({ recommendations: [recommendation] });
    expect(await screen.findByRole('button', { name: 'Pay 1,025.00 RLUSD' })).toBeInTheDocument();
  });
  it('§9: the amount moves by its step of 100', async () => {
    const { user } = open();
    const amount = await screen.findByLabelText('Amount');
    await user.click(amount);
    await user.keyboard('{ArrowUp}');
    expect(amount).toHaveValue('1,100 RLUSD');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(amount).toHaveValue('900 RLUSD');
  });
  it('§7: without a recommendation it is a payback, with the figures that are shown', async () => {
    const { user } = open({ 'POST /api/rlusd/payback': started });
    await user.click(await payButton('Pay 1,025.00 RLUSD'));
    await waitFor(() => expect(posted('/api/rlusd/payback')).toHaveLength(1));
    expect(posted('/api/rlusd/payback')[0]!.body).toEqual({
      propertyId: 1,
      landlordWallet: OWNER,
      investorWallet: ESCROW,
      earlyPrincipal: 'term',
      paybackAmount: 1000,
      platformFee: 25,
      totalAmount: 1025,
      type: 'loan_payback',
    });
  });
  it('§7: a chosen recommendation fills the amount and is a loan payment', async () => {
    const { user } = open({ 'POST /api/loan/payment': started });
    await user.click(await screen.findByRole('radio', { name: /Regular/ }));
    await user.click(await payButton('Pay 683.80 RLUSD'));
    await waitFor(() => expect(posted('/api/loan/payment')).toHaveLength(1));
    expect(posted('/api/loan/payment')[0]!.body).toEqual({
      propertyId: 1,
      landlordWallet: OWNER,
      investorWallet: ESCROW,
      paymentAmount: 667.12,
    });
  });
  it('once it is started, the form is at its beginning: no card is chosen that the amount is not of', async () => {
    const { user } = open({ 'POST /api/loan/payment': started });
    await user.click(await screen.findByRole('radio', { name: /Regular/ }));
    await user.click(await payButton('Pay 683.80 RLUSD'));
    await waitFor(() => expect(screen.getByLabelText('Amount')).toHaveValue('1,000 RLUSD'));
    expect(screen.getByRole('radio', { name: /Regular/ })).not.toBeChecked();
  });
  it('what was typed and chosen survives a reload: the amount, the wallet, and what paying early shortens', async () => {
    const { user } = open();
    await screen.findByDisplayValue(ESCROW);
    const [amount, wallet] = [screen.getByLabelText('Amount'), screen.getByLabelText('Investor wallet')];
    await user.clear(amount);
    await user.type(amount, '900');
    await user.clear(wallet);
    await user.type(wallet, 'rHolder');
    await user.click(screen.getByRole('radio', { name: 'Lowers the installment' }));
    cleanup();
    open();
    await screen.findByDisplayValue('rHolder');
    expect(screen.getByLabelText('Amount')).toHaveValue('900 RLUSD');
    expect(screen.getByRole('radio', { name: 'Lowers the installment' })).toBeChecked();
  });
  it('§5: under 100, or without an investor wallet, nothing can be paid, and autopay not enabled', async () => {
    const { user } = open();
    await screen.findByDisplayValue(ESCROW);
    const amount = screen.getByLabelText('Amount');
    await user.clear(amount);
    await user.type(amount, '99.99');
    expect(screen.getByText('The minimum payment is 100.00 RLUSD')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Pay / })).toHaveAttribute('aria-disabled', 'true');
    await user.clear(amount);
    await user.type(amount, '100');
    await user.clear(screen.getByLabelText('Investor wallet'));
    expect(screen.getByRole('button', { name: /^Pay / })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('switch', { name: 'Automatic payments' })).toBeDisabled();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });
  it('§8: "Payback Failed": the server’s message, or "Unable to process RLUSD payback at this time"', async () => {
    const { user } = open({ 'POST /api/rlusd/payback': problem(400, 'investorWallet must be one of two') });
    await user.click(await payButton('Pay 1,025.00 RLUSD'));
    expect(await screen.findByText(/investorWallet must be one of two/)).toBeInTheDocument();
    cleanup();
    const again = open({ 'POST /api/rlusd/payback': () => problem(502, '') });
    await again.user.click(await payButton('Pay 1,025.00 RLUSD'));
    expect(await screen.findByText('Payback Failed')).toBeInTheDocument();
    expect(screen.getByText('Unable to process RLUSD payback at this time')).toBeInTheDocument();
  });
  it('a repayment that is settled shows who got what', async () => {
    const settled = payment({
      kind: 'principal_payback',
      amount: 1000,
      platformFee: 25,
      totalAmount: 1025,
      status: 'completed',
      outcome: 'settled',
      tokens: null,
      asks: [],
    });
    expect(endOf(settled)).toMatchObject({ title: 'Payback Successful', tone: 'ok' });
    serve({ 'GET /api/platform/config': {}, [`GET /api/rlusd/payment-status/${settled.id}`]: settled });
    show(<PaymentDialog paymentId={settled.id} onClose={() => undefined} onAgain={() => undefined} />);
    const rows = await screen.findByLabelText('Distribution');
    expect(rows).toHaveTextContent('To the investors1,000.00RLUSDTo the platform25.00RLUSD');
  });
  it('recommendations are asked for every 30 s', async () => {
    jest.useFakeTimers();
    open();
    const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await later(1_000);
    const asked = () => calls.filter(({ path }) => path === '/api/loan/recommendations/1').length;
    expect(asked()).toBe(1);
    await later(29_000);
    expect(asked()).toBe(1);
    await later(2_000);
    expect(asked()).toBe(2);
    jest.useRealTimers();
  });
  it('an amount that closes the loan is said to close it', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Use this amount' }));
    expect(screen.getByText(/It closes the loan/)).toBeInTheDocument();
  });
  it('the payoff names a repayment that could still arrive', async () => {
    open({ 'GET /api/loan/1': loan({ quote: { ...loan().quote!, arriving: 250 } }) });
    expect(await screen.findByText(/A repayment of 250.00 RLUSD could still arrive/)).toBeInTheDocument();
  });
  it('a paid-off loan asks for nothing', async () => {
    open({ 'GET /api/loan/1': loan({ loanStatus: 'paid_off', remainingBalance: 0, quote: null }) });
    expect(await screen.findByRole('img', { name: /is paid off/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
  });
});

it('Enter pressed twice starts one payment, and not one of the default amount after it', async () => {
  const { user } = open({ 'POST /api/rlusd/payback': started });
  await screen.findByDisplayValue(ESCROW);
  const amount = within(screen.getByRole('region', { name: 'Payment details' })).getByLabelText('Amount');
  await user.clear(amount);
  await user.type(amount, '700{Enter}');
  await waitFor(() => expect(amount).toHaveValue('1,000 RLUSD'));
  await user.type(amount, '{Enter}');
  expect(posted('/api/rlusd/payback').map(({ body }) => (body as { paybackAmount: number }).paybackAmount)).toEqual([
    700,
  ]);
});

it('an investor wallet that was deleted stays deleted after a reload', async () => {
  const { user, unmount } = open();
  await user.clear(await screen.findByDisplayValue(ESCROW));
  unmount();
  open();
  expect(await screen.findByLabelText('Investor wallet')).toHaveValue('');
});

describe('document 2 §4, autopay and deposit', () => {
  it('§8: "Auto-pay Setup Complete", due on the given day', async () => {
    const { user } = open({
      'POST /api/loan/setup-autopay': { monthlyPayment: 667.12, nextPaymentDate: '2026-12-15' },
    });
    await screen.findByDisplayValue(ESCROW);
    await user.click(screen.getByRole('switch', { name: 'Automatic payments' }));
    expect(await screen.findByText('Auto-pay Setup Complete')).toBeInTheDocument();
    expect(screen.getByText('Monthly payment due on the 15th')).toBeInTheDocument();
    expect(posted('/api/loan/setup-autopay')[0]!.body).toMatchObject({ propertyId: 1, autoPayEnabled: true });
  });
  it('the due day is chosen before the first payment is due, and sent', async () => {
    const schedule = loan().schedule.map((row) => ({ ...row, paid: false }));
    const { user } = open({
      'GET /api/loan/1': loan({ schedule }),
      'POST /api/loan/setup-autopay': { monthlyPayment: 667.12, nextPaymentDate: '2026-12-20' },
    });
    await screen.findByDisplayValue(ESCROW);
    const day = screen.getByRole('combobox', { name: 'Due day' });
    expect(day).toHaveValue('15th of the month');
    await user.click(day);
    expect(screen.getAllByRole('option')).toHaveLength(28);
    await user.click(screen.getByRole('option', { name: '20th of the month' }));
    await user.click(screen.getByRole('switch', { name: 'Automatic payments' }));
    expect(await screen.findByText('Monthly payment due on the 20th')).toBeInTheDocument();
    expect(posted('/api/loan/setup-autopay')[0]!.body).toMatchObject({ paymentDueDay: 20, autoPayEnabled: true });
  });
  it.each([
    ['an installment is paid', loan()],
    ['one is due', loan({ due: 667.12, schedule: loan().schedule.map((row) => ({ ...row, paid: false })) })],
    ['autopay is on', loan({ autoPayEnabled: true, schedule: [] })],
  ])('the due day stays once %s', async (_, view) => {
    open({ 'GET /api/loan/1': view });
    await screen.findByDisplayValue(ESCROW);
    expect(screen.getByText(/^On the 15th of each month/)).toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Due day' })).toBeNull();
  });
  it('is turned off by the same switch', async () => {
    const { user } = open({
      'GET /api/loan/1': loan({ autoPayEnabled: true }),
      'POST /api/loan/setup-autopay': { monthlyPayment: 667.12, nextPaymentDate: '2026-12-15' },
    });
    await screen.findByDisplayValue(ESCROW);
    await user.click(screen.getByRole('switch', { name: 'Automatic payments' }));
    expect(await screen.findByText('Automatic payments are off')).toBeInTheDocument();
    expect(posted('/api/loan/setup-autopay')[0]!.body).toMatchObject({ propertyId: 1, autoPayEnabled: false });
  });
  it('the estimate of the document stands beside what is collected', async () => {
    open();
    // 25,000 / 42 × (1 + 0.065 / 12), and 2.5 % of it
    expect(await screen.findByText(/^Estimate: 613.42 RLUSD a month with the fee/)).toBeInTheDocument();
  });
  it('§8: "Setup Failed" with what the server says, or "Failed to enable automatic payments. Please try again."', async () => {
    const { user } = open({ 'POST /api/loan/setup-autopay': problem(409, 'Rent automation stands') });
    await screen.findByDisplayValue(ESCROW);
    await user.click(screen.getByRole('switch', { name: 'Automatic payments' }));
    expect(await screen.findByText('Setup Failed')).toBeInTheDocument();
    expect(screen.getByText(/Rent automation stands/)).toBeInTheDocument();
    cleanup();
    const again = open({ 'POST /api/loan/setup-autopay': () => problem(502, '') });
    await screen.findByDisplayValue(ESCROW);
    await again.user.click(screen.getByRole('switch', { name: 'Automatic payments' }));
    expect(await screen.findByText('Failed to enable automatic payments. Please try again.')).toBeInTheDocument();
  });
  it('a claim says what is missing, and fills it in', async () => {
    const claims = [{ dueDate: '2026-11-15' as const, amount: 667.12, missing: 547.12 }];
    const { user } = open({ 'GET /api/loan/1': loan({ claims }), 'POST /api/rlusd/deposit': started });
    await user.click(await screen.findByRole('button', { name: 'Enter the missing amount' }));
    await user.click(screen.getByRole('button', { name: 'Deposit' }));
    await waitFor(() => expect(posted('/api/rlusd/deposit')).toHaveLength(1));
    expect(posted('/api/rlusd/deposit')[0]!.body).toEqual({ propertyId: 1, amount: 547.12 });
  });
  it('of a deposit with a fraction of a cent the whole cents are taken back', async () => {
    const { user } = open({
      'GET /api/loan/1': loan({ deposit: 120.456789 }),
      'POST /api/loan/withdraw-deposit': { success: true, payoutId: 'withdrawal-1' },
    });
    await user.click(await screen.findByRole('button', { name: 'Withdraw deposit' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Amount')).toHaveValue('120.45 RLUSD');
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(posted('/api/loan/withdraw-deposit')).toHaveLength(1));
    expect(posted('/api/loan/withdraw-deposit')[0]!.body).toEqual({ propertyId: 1, amount: 120.45 });
  });
  it('where less than a cent is left, there is nothing to take back', async () => {
    open({ 'GET /api/loan/1': loan({ deposit: 0.006789 }) });
    expect(await screen.findByRole('button', { name: 'Withdraw deposit' })).toHaveAttribute('aria-disabled', 'true');
  });
  it('what is not needed is taken back, once for one wish', async () => {
    let lost = true;
    const { user } = open({
      'POST /api/loan/withdraw-deposit': () =>
        lost ? problem(503, 'Try again later') : { success: true, payoutId: 'withdrawal-1' },
    });
    await user.click(await screen.findByRole('button', { name: 'Withdraw deposit' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    expect(await within(dialog).findByText(/Try again later/)).toBeInTheDocument();
    lost = false;
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [one, other] = posted('/api/loan/withdraw-deposit');
    expect(one!.key).toBe(other!.key);
  });
  it('names days of the month', () =>
    expect([1, 2, 3, 11, 15, 22].map(ordinal)).toEqual(['1st', '2nd', '3rd', '11th', '15th', '22nd']));
});
