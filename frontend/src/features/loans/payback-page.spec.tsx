import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { displayedAt } from '../../../test/displayed';
import { ESCROW, OWNER, own } from '../../../test/own-property';
import { loan, openPayback, posted, recommendation, started } from '../../../test/payback';
import { show } from '../../../test/render';
import { calls, payment, problem, serve } from '../../../test/server';
import PaymentDialog from '../../shared/payments/components/payment-dialog';
import { endOf } from '../../shared/payments/payment-words';
import { useFilled } from './use-payback';

afterEach(cleanup);

/** The form for any amount, once the payee is known. */
async function anyAmount() {
  await screen.findByDisplayValue(ESCROW);
  return within(screen.getByText('Pay another amount').closest('details')!);
}
/** What is due, and the button that pays it. */
const due = async (heading: string | RegExp) =>
  within((await screen.findByRole('heading', { name: heading })).closest('section')!);

describe('document 2 §2.6, loan payback', () => {
  it('shows the property, the balance, the plan and the terms', async () => {
    openPayback();
    expect(
      await screen.findByRole('img', { name: /23,396.25 RLUSD of 25,000.00 remains; 1 of 2/ }),
    ).toBeInTheDocument();
    const terms = screen.getByRole('region', { name: 'Current loan terms' });
    for (const words of [
      '25,000.00',
      '6.5%',
      '42 months',
      '667.12',
      '26.7% of rent (limit 30%)',
      'Dec 15, 2026',
      '2,001.36',
    ])
      expect(terms).toHaveTextContent(words);
  });
  it('the plan is drawn at its displayed width, so that its text is as large as the page’s', async () => {
    const undo = displayedAt(574);
    openPayback();
    const plan = await screen.findByRole('img', { name: /1 of 2/ });
    await waitFor(() => expect(plan).toHaveAttribute('viewBox', '0 0 574 210'));
    undo();
  });
  it('the property card: name, address, monthly rent, tokens sold and funding goal', async () => {
    openPayback();
    const card = await screen.findByRole('region', { name: 'Sample Court' });
    for (const words of ['12 Example Street, Springfield', '2,500.00', '172 of 250', '25,000.00'])
      expect(card).toHaveTextContent(words);
  });
  it('a card that is chosen by its address stands there too where it is not among the first listings', async () => {
    openPayback(
      { 'GET /api/properties': [], 'GET /api/properties/1': own({ loanStatus: 'current' }) },
      '/landlord-payback?propertyId=1',
    );
    expect(await screen.findByRole('region', { name: 'Sample Court' })).toBeInTheDocument();
  });
  it('§2.6 the wallet parameter of somebody else is named, and the payment is one’s own', async () => {
    const { user, address } = openPayback({}, `/landlord-payback?propertyId=1&wallet=rSomebodyElseElse`);
    expect(await screen.findByText(/This link is for the wallet/)).toHaveTextContent('rSomebodyEls');
    await user.click(screen.getByRole('button', { name: 'Use rOwnerExampl' }));
    expect(address()).toBe('/landlord-payback?propertyId=1');
    cleanup();
    openPayback({}, `/landlord-payback?propertyId=1&wallet=${OWNER}`);
    await screen.findByRole('region', { name: 'Sample Court' });
    expect(screen.queryByText(/This link is for the wallet/)).toBeNull();
  });
  it('a recommendation that autopay could pay says so', async () => {
    openPayback({
      'GET /api/loan/recommendations/1': {
        recommendations: [recommendation, { ...recommendation, paymentType: 'extra', autoPaySuggestion: false }],
      },
    });
    const card = (await screen.findByRole('radio', { name: /Regular/ })).closest('label')!;
    expect(card).toHaveTextContent('Auto-pay can do this every month');
    expect(screen.getByRole('radio', { name: /Extra/ }).closest('label')).not.toHaveTextContent('Auto-pay');
  });
  it('§2.6 fallback: "No properties available for loan payback"', async () => {
    openPayback({ 'GET /api/properties': [own({ loanStatus: null })] });
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
    openPayback({
      'GET /api/properties': listed,
      'GET /api/loan/2': loan({ propertyId: 2 }),
      'GET /api/loan/recommendations/2': { recommendations: [recommendation] },
    });
    expect(await screen.findByRole('heading', { name: 'Mill House' })).toBeInTheDocument();
    expect(calls.some(({ path }) => path === '/api/loan/1')).toBe(false);
  });
  it('§9: the default amount is 1000; fee 2.5% on top', async () => {
    openPayback();
    const form = await anyAmount();
    expect(form.getByLabelText('Amount')).toHaveValue('1,000 RLUSD');
    expect(form.getByText('You sign for').parentElement).toHaveTextContent('1,025.00');
    expect(form.getByRole('button', { name: 'Pay 1,025.00 RLUSD' })).toBeInTheDocument();
  });
  it('the button offers no amount while the recommendations are loading', async () => {
    let answer!: (recommended: object) => void;
    const comes = new Promise<object>((resolve) => (answer = resolve));
    openPayback({ 'GET /api/loan/recommendations/1': () => comes });
    const card = await due('Due Tuesday, December 15');
    expect(card.getByRole('button', { name: 'Pay' })).toHaveAttribute('aria-disabled', 'true');
    answer({ recommendations: [recommendation] });
    expect(await card.findByRole('button', { name: 'Pay 683.80 RLUSD' })).toBeInTheDocument();
  });
  it('§9: the amount moves by its step of 100', async () => {
    const { user } = openPayback();
    const amount = await screen.findByLabelText('Amount');
    await user.click(amount);
    await user.keyboard('{ArrowUp}');
    expect(amount).toHaveValue('1,100 RLUSD');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(amount).toHaveValue('900 RLUSD');
  });
  it('§7: without a recommendation it is a payback, with the figures that are shown', async () => {
    const { user } = openPayback({ 'POST /api/rlusd/payback': started });
    await user.click((await anyAmount()).getByRole('button', { name: 'Pay 1,025.00 RLUSD' }));
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
  it('§7: a chosen recommendation is a loan payment; the regular one is chosen already', async () => {
    const round = { ...recommendation, paymentType: 'round_up', recommendedAmount: 700, urgency: 'low' as const };
    const { user } = openPayback({
      'POST /api/loan/payment': started,
      'GET /api/loan/recommendations/1': { recommendations: [recommendation, round] },
    });
    const card = await due('Due Tuesday, December 15');
    const pay = await card.findByRole('button', { name: 'Pay 683.80 RLUSD' });
    expect(screen.getByRole('radio', { name: /Regular/ })).toBeChecked();
    expect(card.getByText('Regular: 667.12 to the token holders, 16.68 fee')).toBeInTheDocument();
    await user.click(pay);
    await waitFor(() => expect(posted('/api/loan/payment')).toHaveLength(1));
    const body = { propertyId: 1, landlordWallet: OWNER, investorWallet: ESCROW };
    expect(posted('/api/loan/payment')[0]!.body).toEqual({ ...body, paymentAmount: 667.12 });
    cleanup();
    const again = openPayback({
      'POST /api/loan/payment': started,
      'GET /api/loan/recommendations/1': { recommendations: [recommendation, round] },
    });
    await again.user.click(await screen.findByRole('radio', { name: /Round up/ }));
    await again.user.click(screen.getByRole('button', { name: 'Pay 717.50 RLUSD' }));
    await waitFor(() => expect(posted('/api/loan/payment')).toHaveLength(1));
    expect(posted('/api/loan/payment')[0]!.body).toEqual({ ...body, paymentAmount: 700 });
    await waitFor(() => expect(screen.getByRole('radio', { name: /Regular/ })).toBeChecked());
  });
  it('paying off has its own section; it is a card only where nothing else is left', async () => {
    const payoff = { ...recommendation, paymentType: 'payoff', urgency: 'low' as const };
    openPayback({ 'GET /api/loan/recommendations/1': { recommendations: [recommendation, payoff] } });
    await screen.findByRole('radio', { name: /Regular/ });
    expect(screen.queryByRole('radio', { name: /Payoff/ })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Pay off' })).toBeInTheDocument();
    cleanup();
    openPayback({ 'GET /api/loan/recommendations/1': { recommendations: [payoff] } });
    const card = await screen.findByRole('radio', { name: /Payoff/ });
    expect(card.closest('label')).not.toHaveTextContent('urgency');
  });
  it('what was typed and chosen survives a reload: the amount, the wallet, and what paying early shortens', async () => {
    const { user } = openPayback();
    await screen.findByDisplayValue(ESCROW);
    const [amount, wallet] = [screen.getByLabelText('Amount'), screen.getByLabelText('Investor wallet')];
    await user.clear(amount);
    await user.type(amount, '900');
    await user.clear(wallet);
    await user.type(wallet, 'rHolder');
    await user.click(screen.getByRole('radio', { name: 'Lowers the installment' }));
    cleanup();
    openPayback();
    await screen.findByDisplayValue('rHolder');
    expect(screen.getByLabelText('Amount')).toHaveValue('900 RLUSD');
    expect(screen.getByRole('radio', { name: 'Lowers the installment' })).toBeChecked();
  });
  it('§5: under 100, or without an investor wallet, nothing can be paid, and autopay not enabled', async () => {
    const { user } = openPayback();
    await screen.findByDisplayValue(ESCROW);
    const amount = screen.getByLabelText('Amount');
    await user.clear(amount);
    await user.type(amount, '99.99');
    const pay = () => within(amount.closest('form')!).getByRole('button', { name: /^Pay / });
    expect(screen.getByText('The minimum payment is 100.00 RLUSD')).toBeInTheDocument();
    expect(pay()).toHaveAttribute('aria-disabled', 'true');
    await user.clear(amount);
    await user.type(amount, '100');
    await user.clear(screen.getByLabelText('Investor wallet'));
    expect(pay()).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('switch', { name: 'Automatic payments' })).toBeDisabled();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });
  it('§8: "Payback Failed": the server’s message, or "Unable to process RLUSD payback at this time"', async () => {
    const { user } = openPayback({ 'POST /api/rlusd/payback': problem(400, 'investorWallet must be one of two') });
    await user.click((await anyAmount()).getByRole('button', { name: 'Pay 1,025.00 RLUSD' }));
    expect(await screen.findByText(/investorWallet must be one of two/)).toBeInTheDocument();
    cleanup();
    const again = openPayback({ 'POST /api/rlusd/payback': () => problem(502, '') });
    await again.user.click((await anyAmount()).getByRole('button', { name: 'Pay 1,025.00 RLUSD' }));
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
    expect(rows).toHaveTextContent('To the investors1,000.00 RLUSDTo the platform25.00 RLUSD');
  });
  it('recommendations are asked for every 30 s', async () => {
    jest.useFakeTimers();
    openPayback();
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
    const { user } = openPayback();
    await user.click(await screen.findByRole('button', { name: 'Use this amount' }));
    expect(screen.getByText(/It closes the loan/)).toBeInTheDocument();
    // The form is folded until it has an amount of its own.
    expect(screen.getByText('Pay another amount').closest('details')!.open).toBe(true);
    await waitFor(() => expect(screen.getByLabelText('Amount')).toHaveFocus());
  });
  it('an amount that is filled in comes into sight again after its form was folded', async () => {
    const { user } = openPayback();
    const use = await screen.findByRole('button', { name: 'Use this amount' });
    await user.click(use);
    const form = screen.getByText('Pay another amount').closest('details')!;
    expect(form.open).toBe(true);
    act(() => void (form.open = false));
    await act(() => new Promise((told) => setTimeout(told)));
    await user.click(use);
    expect(form.open).toBe(true);
  });
  it('the payoff names a repayment that could still arrive', async () => {
    openPayback({ 'GET /api/loan/1': loan({ quote: { ...loan().quote!, arriving: 250 } }) });
    expect(await screen.findByText(/A repayment of 250.00 RLUSD could still arrive/)).toBeInTheDocument();
  });
  it('a paid-off loan asks for nothing', async () => {
    openPayback({ 'GET /api/loan/1': loan({ loanStatus: 'paid_off', remainingBalance: 0, quote: null }) });
    expect(await screen.findByRole('img', { name: /is paid off/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
  });
});

it('Enter pressed twice starts one payment, and not one of the default amount after it', async () => {
  const { user } = openPayback({ 'POST /api/rlusd/payback': started });
  await screen.findByDisplayValue(ESCROW);
  const amount = screen.getByLabelText('Amount');
  await user.clear(amount);
  await user.type(amount, '700{Enter}');
  await waitFor(() => expect(amount).toHaveValue('1,000 RLUSD'));
  await user.type(amount, '{Enter}');
  expect(posted('/api/rlusd/payback').map(({ body }) => (body as { paybackAmount: number }).paybackAmount)).toEqual([
    700,
  ]);
});

it('an investor wallet that was deleted stays deleted after a reload', async () => {
  const { user, unmount } = openPayback();
  await user.clear(await screen.findByDisplayValue(ESCROW));
  unmount();
  openPayback();
  expect(await screen.findByLabelText('Investor wallet')).toHaveValue('');
});

it('an investor wallet that was deleted keeps autopay off from the first moment after a reload', async () => {
  const { user, unmount } = openPayback();
  await user.clear(await screen.findByDisplayValue(ESCROW));
  unmount();
  const seen: boolean[] = [];
  const watch = new MutationObserver(() => {
    const at = screen.queryByRole('switch', { name: 'Automatic payments' });
    if (at) seen.push((at as HTMLInputElement).disabled);
  });
  watch.observe(document.body, { childList: true, subtree: true, attributes: true });
  openPayback();
  expect(await screen.findByLabelText('Investor wallet')).toHaveValue('');
  watch.disconnect();
  expect(new Set(seen)).toEqual(new Set([true]));
});

it('a form that comes late takes its amount, but not the focus from where somebody types', async () => {
  const Late = () => {
    const form = useForm({ defaultValues: { amount: '' } });
    useFilled(form, { filled: '700', onBegun: () => undefined });
    return <input aria-label="Amount" {...form.register('amount')} />;
  };
  const Page = () => {
    const [come, setCome] = useState(false);
    return (
      <>
        <input aria-label="Elsewhere" onChange={() => setCome(true)} />
        {come && <Late />}
      </>
    );
  };
  const { user } = show(<Page />);
  const elsewhere = screen.getByLabelText('Elsewhere');
  await user.type(elsewhere, '1');
  await act(() => new Promise((come) => setTimeout(come)));
  expect(elsewhere).toHaveFocus();
  expect(screen.getByLabelText('Amount')).toHaveValue('700');
});
