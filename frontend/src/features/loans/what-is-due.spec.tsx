import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { ESCROW } from '../../../test/own-property';
import { loan, openPayback, recommendation } from '../../../test/payback';
import { calls, payment, problem } from '../../../test/server';

afterEach(cleanup);

/** What is due, and the button that pays it. */
const due = async (heading: string | RegExp) =>
  within((await screen.findByRole('heading', { name: heading })).closest('section')!);

describe('what is due', () => {
  const none = () => screen.queryByRole('button', { name: 'Pay 683.80 RLUSD' });
  it('a deposit that covers it leaves nothing to do, until another payment is chosen', async () => {
    const { user } = openPayback({ 'GET /api/loan/1': loan({ autoPayEnabled: true, deposit: 700 }) });
    const card = await due('Due Tuesday, December 15');
    expect(
      card.getByText('Autopay is on, and your deposit of 700.00 RLUSD covers it. Nothing to do.'),
    ).toBeInTheDocument();
    const regular = await screen.findByRole('radio', { name: /Regular/ });
    expect(regular).not.toBeChecked();
    expect(screen.getByRole('group', { name: 'Recommended payments' })).toContainElement(regular);
    expect(screen.getAllByText('Recommended payments')).toHaveLength(1);
    expect(none()).toBeNull();
    expect(screen.getByText(/so none is selected/)).toBeInTheDocument();
    expect(screen.getByText('Pay another amount').closest('details')!.open).toBe(false);
    await user.click(regular);
    expect(screen.queryByText(/so none is selected/)).toBeNull();
    expect(none()).toBeInTheDocument();
  });
  it.each([
    ['Autopay is off, so your deposit of 120.00 RLUSD is not used.', {}],
    ['Autopay is off.', { deposit: 0 }],
    ['Autopay is on, but your deposit of 120.00 RLUSD is 547.12 RLUSD short.', { autoPayEnabled: true }],
    ['Rent automation is on, but your deposit of 120.00 RLUSD is 547.12 RLUSD short.', { rentAutomation: true }],
    [
      'Autopay is on, but your deposit of 120.00 RLUSD is 600.00 RLUSD short.',
      { autoPayEnabled: true, claims: [{ dueDate: '2026-11-15' as const, amount: 720, missing: 600 }] },
    ],
  ])('otherwise it is paid with one tap: %s', async (words, more) => {
    openPayback({ 'GET /api/loan/1': loan(more) });
    const card = await due('Due Tuesday, December 15');
    expect(card.getByText(words)).toBeInTheDocument();
    expect(await card.findByRole('button', { name: 'Pay 683.80 RLUSD' })).toBeInTheDocument();
  });
  it.each([
    ['Overdue since Nov 16, 2026', { nextPaymentDue: '2026-11-16' as const, due: 300 }, '300.00'],
    ['Due today', { nextPaymentDue: '2026-12-01' as const }, '667.12'],
    ['Nothing is due', { nextPaymentDue: null, schedule: [] }, '0.00'],
  ])('"%s"', async (heading, more, amount) => {
    openPayback({ 'GET /api/loan/1': loan(more) });
    expect((await due(heading)).getByText(amount)).toBeInTheDocument();
  });
  it('says how many installments are behind, and the day of a demo clock that was moved', async () => {
    const [first, second] = loan().schedule;
    const schedule = [
      { ...first!, paid: false },
      { ...second!, dueDate: '2026-11-30' as const },
    ];
    openPayback({
      'GET /api/loan/1': loan({ schedule, nextPaymentDue: '2026-11-16', due: 1334.24 }),
      'GET /api/platform/config': { payoutEscrow: ESCROW, calendarAhead: { today: '2026-12-01', days: 3 } },
    });
    expect(await screen.findByText('2 installments are behind. Autopay is off', { exact: false })).toBeInTheDocument();
    expect(screen.getByText(/The demo clock shows Dec 1, 2026/)).toBeInTheDocument();
  });
  it('a recommendation and the plan name a day that has passed as overdue', async () => {
    const [first] = loan().schedule;
    openPayback({
      'GET /api/loan/1': loan({
        schedule: [{ ...first!, paid: false, dueDate: '2026-11-14' }],
        nextPaymentDue: '2026-11-16',
      }),
      'GET /api/loan/recommendations/1': { recommendations: [{ ...recommendation, dueDate: '2026-11-16' }] },
    });
    expect(await screen.findByText(/Overdue since Nov 16, 2026\./)).toBeInTheDocument();
    expect(screen.getByText('Overdue since Nov 16, 2026, installment 1')).toBeInTheDocument();
    expect(screen.queryByText(/Due Nov 16/)).toBeNull();
  });
  it('where the deposit covers only a part, offers to top it up by what is missing, to the cent', async () => {
    const { user } = openPayback({
      'GET /api/loan/1': loan({ autoPayEnabled: true, deposit: 600.005, due: null }),
      'POST /api/rlusd/deposit': problem(409, 'Another payment is waiting.'),
    });
    const topUp = await screen.findByRole('button', { name: 'Top up 67.12 RLUSD' });
    expect(topUp).toHaveClass('btn-filled');
    expect(await screen.findByRole('button', { name: 'Pay 683.80 RLUSD' })).not.toHaveClass('btn-filled');
    expect(screen.getByText(/16\.68 fee/)).toHaveTextContent(/No fee to top up; autopay collects on Dec 15, 2026\.$/);
    await user.click(topUp);
    const asked = () => calls.filter(({ path }) => path === '/api/rlusd/deposit').map(({ body }) => body);
    await waitFor(() => expect(asked()).toEqual([{ propertyId: 1, amount: 67.12 }]));
    cleanup();
    openPayback({ 'GET /api/loan/1': loan({ autoPayEnabled: true, deposit: 700 }) });
    await due('Due Tuesday, December 15');
    expect(screen.queryByRole('button', { name: /^Top up/ })).toBeNull();
    cleanup();
    const claims = [{ dueDate: '2026-11-15' as const, amount: 720, missing: 600 }];
    openPayback({ 'GET /api/loan/1': loan({ rentAutomation: true, claims }) });
    expect(await screen.findByText(/No fee to top up; rent automation collects at once\.$/)).toBeInTheDocument();
  });
  it('an installment that is paid ahead leaves nothing to pay, and no date beside that of the next one', async () => {
    const [paid, next] = loan().schedule;
    const schedule = [paid!, { ...next!, paid: true }, { ...next!, number: 3, dueDate: '2027-01-15' as const }];
    const extra = { ...recommendation, paymentType: 'extra', dueDate: null, autoPaySuggestion: false };
    openPayback({
      'GET /api/loan/1': loan({ schedule, nextPaymentDue: '2027-01-15', deposit: 0 }),
      'GET /api/loan/recommendations/1': { recommendations: [extra, { ...extra, paymentType: 'payoff' }] },
    });
    const card = await due('Due Friday, January 15');
    expect(card.getByText('The installment of Dec 15, 2026 is paid already. Autopay is off.')).toBeInTheDocument();
    expect(await screen.findByRole('radio', { name: /Extra/ })).not.toBeChecked();
    expect(none()).toBeNull();
    expect(screen.getByText('Due Jan 15, 2027, installment 3')).toBeInTheDocument();
  });
  it('on a phone terms, histories and the deposit are folded, also where the deposit is too small', async () => {
    globalThis.media = () => true;
    openPayback();
    const fold = async (name: string) => (await screen.findByRole('heading', { name })).closest('details')!;
    expect((await fold('Current loan terms')).open).toBe(false);
    expect((await fold('Deposit')).open).toBe(false);
    cleanup();
    openPayback({ 'GET /api/loan/1': loan({ claims: [{ dueDate: '2026-11-15', amount: 720, missing: 600 }] }) });
    expect((await fold('Deposit')).open).toBe(false);
    globalThis.media = () => false;
  });
  it('the terms say since when it is overdue, and as next payment only what is not due yet', async () => {
    const [first, second] = loan().schedule;
    const unpaid = (dueDate: '2026-11-14' | '2026-12-12') => ({ ...first!, paid: false, dueDate });
    openPayback({
      'GET /api/loan/1': loan({ schedule: [unpaid('2026-11-14'), unpaid('2026-12-12')], nextPaymentDue: '2026-11-16' }),
    });
    const fact = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement;
    expect(await fact('Overdue since')).toHaveTextContent('Nov 16, 2026');
    expect(await fact('Next payment')).toHaveTextContent('Dec 14, 2026 (Dec 12, 2026 is not a business day)');
    cleanup();
    openPayback({
      'GET /api/loan/1': loan({ schedule: [{ ...second!, dueDate: '2026-12-01' }], nextPaymentDue: '2026-12-01' }),
    });
    expect(await fact('Next payment')).toHaveTextContent('Dec 1, 2026');
    expect(screen.queryByText('Overdue since', { selector: 'dt' })).toBeNull();
  });
  it('of two buttons that pay, the one of the amount that is unfolded is the first', async () => {
    const { user } = openPayback();
    const pay = await screen.findByRole('button', { name: 'Pay 683.80 RLUSD' });
    expect(pay).toHaveClass('btn-filled');
    await user.click(screen.getByText('Pay another amount'));
    await waitFor(() => expect(pay).not.toHaveClass('btn-filled'));
    expect(screen.getByRole('button', { name: 'Pay 1,025.00 RLUSD' })).toHaveClass('btn-filled');
  });
  it('nothing is paid while a payment waits for its signature', async () => {
    openPayback({ 'GET /api/rlusd/payments': [payment({ id: 'pay-2', status: 'pending' })] });
    expect(await screen.findAllByText('Sign or cancel your open payment first.')).toHaveLength(2);
    for (const name of ['Pay 683.80 RLUSD', 'Pay 1,025.00 RLUSD'])
      expect(await screen.findByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  });
});
