import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { ESCROW } from '../../../test/own-property';
import { loan, openPayback, posted, started } from '../../../test/payback';
import { problem } from '../../../test/server';
import { ordinal } from './components/autopay';

afterEach(() => {
  cleanup();
  globalThis.media = () => false;
});

describe('document 2 §4, autopay and deposit', () => {
  it('§8: "Auto-pay Setup Complete", due on the given day', async () => {
    const { user } = openPayback({
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
    const { user } = openPayback({
      'GET /api/loan/1': loan({ schedule }),
      'POST /api/loan/setup-autopay': { monthlyPayment: 667.12, nextPaymentDate: '2026-12-20' },
    });
    await screen.findByDisplayValue(ESCROW);
    const day = await screen.findByRole('combobox', { name: 'Due day' });
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
    openPayback({ 'GET /api/loan/1': view });
    await screen.findByDisplayValue(ESCROW);
    expect(screen.getByText(/^On the 15th of each month/)).toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Due day' })).toBeNull();
  });
  it('is turned off by the same switch', async () => {
    const { user } = openPayback({
      'GET /api/loan/1': loan({ autoPayEnabled: true }),
      'POST /api/loan/setup-autopay': { monthlyPayment: 667.12, nextPaymentDate: '2026-12-15' },
    });
    await screen.findByDisplayValue(ESCROW);
    await user.click(screen.getByRole('switch', { name: 'Automatic payments' }));
    expect(await screen.findByText('Automatic payments are off')).toBeInTheDocument();
    expect(posted('/api/loan/setup-autopay')[0]!.body).toMatchObject({ propertyId: 1, autoPayEnabled: false });
  });
  it('the estimate of the document stands beside what is collected', async () => {
    openPayback();
    // 25,000 / 42 × (1 + 0.065 / 12), and 2.5 % of it
    expect(
      await screen.findByText(/^Collected each month: 667.12 RLUSD\. Rough estimate, .* plus fee: 613.42 RLUSD\.$/),
    ).toBeInTheDocument();
  });
  it('§8: "Setup Failed" with what the server says, or "Failed to enable automatic payments. Please try again."', async () => {
    const { user } = openPayback({ 'POST /api/loan/setup-autopay': problem(409, 'Rent automation stands') });
    await screen.findByDisplayValue(ESCROW);
    await user.click(screen.getByRole('switch', { name: 'Automatic payments' }));
    expect(await screen.findByText('Setup Failed')).toBeInTheDocument();
    expect(screen.getByText(/Rent automation stands/)).toBeInTheDocument();
    cleanup();
    const again = openPayback({ 'POST /api/loan/setup-autopay': () => problem(502, '') });
    await screen.findByDisplayValue(ESCROW);
    await again.user.click(screen.getByRole('switch', { name: 'Automatic payments' }));
    expect(await screen.findByText('Failed to enable automatic payments. Please try again.')).toBeInTheDocument();
  });
  it('what the deposit lacks for several months is one sum, said once, beside the button that tops it up', async () => {
    const claims = (['2026-10-15', '2026-11-15'] as const).map((dueDate) => ({ dueDate, amount: 60, missing: 60 }));
    openPayback({ 'GET /api/loan/1': loan({ autoPayEnabled: true, deposit: 0, claims }) });
    expect(await screen.findByRole('button', { name: 'Top up 120.00 RLUSD' })).toBeInTheDocument();
    await screen.findByLabelText('Amount to deposit');
    expect(screen.getByText('Autopay is on, but your deposit is empty.')).toBeInTheDocument();
    expect(screen.queryByText(/missing|60\.00/)).toBeNull();
  });
  it('a typed amount stays when a phone is turned, as its paid form stays empty', async () => {
    const { user } = openPayback({ 'POST /api/rlusd/deposit': started });
    const turn = async (phone: boolean) => {
      globalThis.media = () => phone;
      // Whatever the page is rendered again for.
      await user.type(screen.getByLabelText('Investor wallet'), 'x');
    };
    const amount = () => screen.getByLabelText('Amount to deposit');
    await screen.findByLabelText('Amount to deposit');
    await user.type(amount(), '50');
    await turn(true);
    expect(amount().closest('details')!.open).toBe(true);
    expect(amount()).toHaveValue('50 RLUSD');
    await user.click(screen.getByRole('button', { name: 'Deposit' }));
    await waitFor(() => expect(amount()).toHaveValue(''));
    await turn(false);
    expect(amount()).toHaveValue('');
  });
  it('of a deposit with a fraction of a cent the whole cents are taken back', async () => {
    const { user } = openPayback({
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
    openPayback({ 'GET /api/loan/1': loan({ deposit: 0.006789 }) });
    expect(await screen.findByRole('button', { name: 'Withdraw deposit' })).toHaveAttribute('aria-disabled', 'true');
  });
  it('what is not needed is taken back, once for one wish', async () => {
    let lost = true;
    const { user } = openPayback({
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
