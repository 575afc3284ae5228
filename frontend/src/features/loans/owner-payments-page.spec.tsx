import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { ESCROW, OWNER, own } from '../../../test/own-property';
import { show } from '../../../test/render';
import { problem, serve, session, type Answers } from '../../../test/server';
import { asRequest, fractionOf, problemsIn, type OwnerPaymentsForm } from './owner-payments';
import OwnerPaymentsPage from './pages/owner-payments-page';

afterEach(cleanup);

describe('document 2 §2.5, property owner payments', () => {
  const valid: OwnerPaymentsForm = {
    propertyId: '1',
    monthlyRentAmount: '2500',
    payoutDay: '1',
    platformFee: '5',
    propertyOwnerWallet: OWNER,
    escrowWallet: ESCROW,
    rlusdGateway: 'rGateway',
    autoPayoutEnabled: true,
  };
  it('§5 notes: the form shows percent, the call has the fraction', () => {
    expect(asRequest(valid).platformFeePercentage).toBe(0.05);
    expect(fractionOf('7.25')).toBe(0.0725);
    expect(fractionOf('30')).toBe(0.3);
    expect(problemsIn(valid)).toEqual({});
  });
  it.each<[Partial<OwnerPaymentsForm>, string]>([
    [{ propertyId: '' }, 'Property selection required'],
    [{ monthlyRentAmount: '0' }, 'Monthly rent must be positive'],
    [{ payoutDay: '31' }, 'Payout day must be between 1-28'],
    [{ payoutDay: '0' }, 'Payout day must be between 1-28'],
    [{ platformFee: '30.01' }, 'Platform fee must be between 0% and 30%'],
  ])('§5: %j is "%s"', (wrong, message) => {
    expect(Object.values(problemsIn({ ...valid, ...wrong }))).toEqual([message]);
  });
  const config = { ...asRequest(valid), configured: false, feeChange: null };
  const page = (more: Answers = {}) => {
    serve({
      'GET /api/session': session({ userRole: 'admin' }),
      'GET /api/platform/config': { payoutEscrow: ESCROW, rlusdIssuer: 'rGateway' },
      'GET /api/properties': [own({ loanStatus: null, nextPaymentDue: null })],
      'GET /api/property-owner/payment-config': config,
      ...more,
    });
    return show(<OwnerPaymentsPage />, { at: '/landlord-payments' });
  };
  it('§9: payout day 1, fee 5%, automatic; the stream follows the form', async () => {
    const { user } = page();
    expect(await screen.findByLabelText('Payout day')).toHaveValue('1');
    expect(screen.getByLabelText('Platform fee')).toHaveValue('5%');
    expect(screen.getByRole('checkbox', { name: 'Pay out automatically' })).toBeChecked();
    expect(screen.getByText('Nothing is paid out automatically.')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: /2,500.00 RLUSD rent .* 125.00 RLUSD .* 2,375.00/ })).toBeInTheDocument();
    await user.clear(screen.getByLabelText('Monthly rent'));
    await user.type(screen.getByLabelText('Monthly rent'), '1000');
    expect(screen.getByRole('img', { name: /1,000.00 RLUSD rent .* 50.00 RLUSD .* 950.00/ })).toBeInTheDocument();
  });
  it('its three cards, how it works, and what is set up', async () => {
    page();
    for (const text of [
      'Platform Fee 5%',
      'RLUSD distribution',
      'Monthly schedule',
      'How it works',
      'Current configuration',
    ])
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });
  it('§8: "Payment Setup Complete" with the message of the server', async () => {
    const { user } = page({
      'POST /api/property-owner/setup-auto-payments': { success: true, message: 'Set up for day 1' },
    });
    await user.click(await screen.findByRole('button', { name: 'Save configuration' }));
    expect(await screen.findByText('Payment Setup Complete')).toBeInTheDocument();
    expect(screen.getByText('Set up for day 1')).toBeInTheDocument();
  });
  it('§8: "Setup Failed" with the message of the server or a fallback, "Configuration Error" without an answer', async () => {
    const { user } = page({ 'POST /api/property-owner/setup-auto-payments': problem(409, 'Autopay stands') });
    await user.click(await screen.findByRole('button', { name: 'Save configuration' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Setup FailedAutopay stands');
    cleanup();
    const silent = page({ 'POST /api/property-owner/setup-auto-payments': problem(503, '') });
    await silent.user.click(await screen.findByRole('button', { name: 'Save configuration' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Setup FailedFailed to set up automatic payments');
    cleanup();
    const away = () => Promise.reject(new TypeError('Failed to fetch'));
    const again = page({ 'POST /api/property-owner/setup-auto-payments': away });
    await again.user.click(await screen.findByRole('button', { name: 'Save configuration' }));
    expect(await screen.findByText('Configuration Error')).toBeInTheDocument();
  });
});
