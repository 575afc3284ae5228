import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { show } from '../../../test/render';
import { calls, payment, problem, serve, session, type Answers } from '../../../test/server';
import { breakdownOf } from './components/breakdown';
import { VOCABULARY } from '../../shared/ui/status-pill/status-pill';
import { badgeOf } from './components/this-wallet';
import RlusdPaymentPage from './pages/rlusd-payment-page';
import TrustLinePage from './pages/trust-line-page';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const OWN = 'rInvestorExampleExampleExample1';
const TO = 'rP2wVh6DcE9jFs4mUoSampleXExample';
const none = { hasTrustLine: false, balance: 0, trustLimit: 0 };
const active = { hasTrustLine: true, balance: 4120.55, trustLimit: 1_000_000 };
const request = {
  success: true,
  payloadUuid: 'u-1',
  qrCode: '/qr.png',
  deepLink: 'https://xaman.example/u-1',
  websocket: 'wss://xaman.example',
  trustLimit: 1_000_000,
  expiresAt: new Date(Date.now() + 271_000).toISOString(),
};
const answers: Answers = {
  'GET /api/session': session({ userRole: 'landlord' }),
  'GET /api/platform/config': {},
  'GET /api/rlusd/trust-status': active,
  [`GET /api/rlusd/trust-status/${OWN}`]: none,
  [`GET /api/rlusd/validate-capability/${OWN}/1000`]: {
    canReceive: false,
    canSend: false,
    issues: ['This wallet has no RLUSD trust line.'],
  },
};
function open(page: 'line' | 'payment', more: Answers = {}) {
  serve({ ...answers, ...more });
  return show(page === 'line' ? <TrustLinePage /> : <RlusdPaymentPage />, {
    at: page === 'line' ? '/trust-line-setup' : '/rlusd-payment',
  });
}
const user = userEvent.setup();
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const asked = (path: string) => calls.filter((call) => call.path.startsWith(path));

describe('§2.7 RLUSD Trust Line Setup', () => {
  it('§4 the wallet badge: No Trust Line, No Balance, Active', () => {
    expect([none, { hasTrustLine: true, balance: 0 }, active].map((one) => VOCABULARY[badgeOf(one)]?.word)).toEqual([
      'No Trust Line',
      'No Balance',
      'Active',
    ]);
  });

  it('begins with one’s own wallet and §9 a limit of 1,000,000; the capability is asked for 1,000 and says so', async () => {
    open('line');
    expect(await screen.findByLabelText('Wallet address')).toHaveValue(OWN);
    expect(screen.getByLabelText('Trust limit')).toHaveValue('1,000,000 RLUSD');
    expect(await screen.findByText(/Checked for 1,000.00 RLUSD/)).toBeInTheDocument();
    expect(screen.getByText('Cannot receive')).toBeInTheDocument();
    expect(screen.getByText('This wallet has no RLUSD trust line.')).toBeInTheDocument();
  });

  it('says above the form whether the line is open', async () => {
    open('line');
    const none = await screen.findByRole('region', { name: 'No trust line yet' });
    expect(none.compareDocumentPosition(screen.getByLabelText('Trust limit'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    // One state, not all that there are.
    expect(screen.getAllByText(/^(No Trust Line|No Balance|Active)$/)).toHaveLength(1);
  });

  it('offers the limit of a line that is open, so that one press does not lower it, and keeps a typed one', async () => {
    open('line', { [`GET /api/rlusd/trust-status/${OWN}`]: { ...active, trustLimit: 1_000_000_000 } });
    const limit = await screen.findByLabelText('Trust limit');
    await waitFor(() => expect(limit).toHaveValue('1,000,000,000 RLUSD'));
    await user.clear(limit);
    await user.type(limit, '5000');
    expect(limit).toHaveValue('5,000 RLUSD');
  });

  it('refuses a limit below the balance at its field, and says what it would do', async () => {
    open('line', { [`GET /api/rlusd/trust-status/${OWN}`]: active, 'POST /api/rlusd/create-trust-line': request });
    const limit = await screen.findByLabelText('Trust limit');
    await waitFor(() => expect(limit).toHaveValue('1,000,000 RLUSD'));
    await user.clear(limit);
    await user.type(limit, '4120.54');
    await press('Change the limit');
    expect(await screen.findByText(/^This wallet holds 4,120.55 RLUSD. With a lower limit it could not/)).toBe(
      document.getElementById(limit.getAttribute('aria-describedby')!.split(' ')[0]!),
    );
    expect(limit).toHaveAttribute('aria-invalid', 'true');
    expect(asked('/api/rlusd/create-trust-line')).toEqual([]);
    await user.clear(limit);
    await user.type(limit, '4120.55');
    await press('Change the limit');
    await waitFor(() => expect(asked('/api/rlusd/create-trust-line')).toHaveLength(1));
  });

  it('§5 asks about wallets of more than 10 characters only; an empty one shows Wallet Address Required', async () => {
    open('line');
    const field = await screen.findByLabelText('Wallet address');
    await user.clear(field);
    await user.type(field, 'r123456789');
    await waitFor(() => expect(screen.getByText(/Enter a wallet address/)).toBeInTheDocument());
    expect(asked('/api/rlusd/trust-status/r1')).toEqual([]);
    await user.clear(field);
    await press('Set up trust line');
    expect(await screen.findAllByText('Wallet Address Required')).toHaveLength(2);
    expect(asked('/api/rlusd/create-trust-line')).toEqual([]);
  });

  it('§4 shows code and link, asks every 3 s, then Trust Line Approved! and the way to the properties', async () => {
    let line: object = none;
    let signed = false;
    open('line', {
      'POST /api/rlusd/create-trust-line': request,
      [`GET /api/rlusd/trust-status/${OWN}`]: () => line,
      'GET /api/rlusd/trust-status-payload/u-1': () => ({
        signed,
        error: null,
        status: signed ? 'validated' : 'pending',
      }),
    });
    await press('Set up trust line');
    expect(await screen.findByText('Trust Line Setup Created')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: /QR code/ })).toHaveAttribute('src', '/qr.png');
    expect(screen.getByRole('link', { name: 'Open in Xaman' })).toHaveAttribute('href', request.deepLink);
    expect(screen.getByText(/Waiting for your signature. Expires in 4:/)).toBeInTheDocument();
    [line, signed] = [{ hasTrustLine: true, balance: 0, trustLimit: 1_000_000 }, true];
    expect(await screen.findByText('Trust Line Approved!', undefined, { timeout: 6_000 })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: /Start Investing in Properties/ })).toBeInTheDocument();
    const before = asked('/api/rlusd/trust-status-payload').length;
    await new Promise((resolve) => setTimeout(resolve, 3_200));
    expect(asked('/api/rlusd/trust-status-payload')).toHaveLength(before);
  }, 20_000);

  it('continues with the open request after a reload', async () => {
    const pending = { signed: false, error: null, status: 'pending' };
    const more = {
      'POST /api/rlusd/create-trust-line': request,
      'GET /api/rlusd/trust-status-payload/u-1': pending,
    };
    const { unmount } = open('line', more);
    await press('Set up trust line');
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeInTheDocument();
    unmount();
    open('line', more);
    expect(await screen.findByRole('img', { name: /QR code/ })).toHaveAttribute('src', '/qr.png');
    expect(screen.queryByRole('button', { name: 'Set up trust line' })).toBeNull();
  });

  it('§9 an open request is asked for every 3 s', async () => {
    jest.useFakeTimers();
    const begun = { ...request, expiresAt: new Date(Date.now() + 271_000).toISOString() };
    open('line', {
      'POST /api/rlusd/create-trust-line': begun,
      'GET /api/rlusd/trust-status-payload/u-1': { signed: false, error: null, status: 'pending' },
    });
    const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await later(1_000);
    fireEvent.click(screen.getByRole('button', { name: 'Set up trust line' }));
    await later(1_000);
    const before = asked('/api/rlusd/trust-status-payload').length;
    await later(9_000);
    expect(asked('/api/rlusd/trust-status-payload')).toHaveLength(before + 3);
    jest.useRealTimers();
  });

  it('§4 an error ends the polling: Trust Line Setup Failed, and it can be set up again', async () => {
    open('line', {
      'POST /api/rlusd/create-trust-line': request,
      'GET /api/rlusd/trust-status-payload/u-1': {
        signed: false,
        error: 'The request was declined.',
        status: 'failed',
      },
    });
    await press('Set up trust line');
    expect(await screen.findByText('Trust Line Setup Failed')).toBeInTheDocument();
    expect(screen.getByText('The request was declined.')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Set up trust line' })).toBeInTheDocument();
  });

  it('somebody else’s wallet is refused in words', async () => {
    open('line', { [`GET /api/rlusd/trust-status/${TO}`]: problem(404, 'You can view only your own wallet') });
    await user.clear(await screen.findByLabelText('Wallet address'));
    await user.type(screen.getByLabelText('Wallet address'), TO);
    expect(await screen.findByText(/You can view only your own wallet/)).toBeInTheDocument();
  });
});

describe('§2.9 RLUSD Payments', () => {
  const fill = async (amount: string, to = TO) => {
    await user.type(await screen.findByLabelText('Amount'), amount);
    await user.type(screen.getByLabelText('Recipient wallet'), to);
  };

  it('§9 the fee is 2.5% on top, to the cent', () => {
    expect(breakdownOf('250')).toEqual({ amount: 250, fee: 6.25, total: 256.25 });
    expect(breakdownOf('0.01')).toEqual({ amount: 0.01, fee: 0, total: 0.01 });
    for (const wrong of ['', '0', '-5', '0.001', '1000000.01', 'x', '1.0000001']) expect(breakdownOf(wrong)).toBeNull();
  });

  it('draws the bar only for what is sent', async () => {
    open('payment');
    const bar = await screen.findByRole('img', { name: /goes to the recipient/ });
    expect(bar).toBeEmptyDOMElement();
    await fill('250');
    expect(bar.children).toHaveLength(2);
  });
  it('shows the breakdown, and sends amount, fee, total, memo and priority', async () => {
    open('payment', {
      'POST /api/rlusd/process-payment': { success: true, paymentId: 'pay-1', status: 'pending', signRequests: [] },
      'GET /api/rlusd/payment-status/pay-1': payment({ kind: 'rlusd_payment' }),
    });
    await fill('250');
    await user.type(screen.getByLabelText('Memo (optional)'), 'sample invoice');
    await user.click(screen.getByLabelText(/Fast/));
    expect(await screen.findByText(/3,864.30/)).toBeInTheDocument();
    await press('Pay 256.25 RLUSD');
    await waitFor(() => expect(asked('/api/rlusd/process-payment')).toHaveLength(1));
    expect(asked('/api/rlusd/process-payment')[0]!.body).toEqual({
      recipientWallet: TO,
      amount: 250,
      platformFee: 6.25,
      totalAmount: 256.25,
      memo: 'sample invoice',
      priority: 'fast',
    });
  });

  it('§8 "Payment Failed": the server’s message, or "Failed to process RLUSD payment"', async () => {
    let detail = 'The recipient cannot receive RLUSD';
    open('payment', { 'POST /api/rlusd/process-payment': () => problem(400, detail) });
    await fill('250');
    await press('Pay 256.25 RLUSD');
    expect(await screen.findByRole('alert')).toHaveTextContent(`Payment Failed${detail}`);
    detail = '';
    await press('Pay 256.25 RLUSD');
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('Payment FailedFailed to process RLUSD payment'),
    );
  });

  it('how the wallet stands is asked for every 30 s', async () => {
    jest.useFakeTimers();
    open('payment');
    const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await later(1_000);
    expect(asked('/api/rlusd/trust-status')).toHaveLength(1);
    await later(28_000);
    expect(asked('/api/rlusd/trust-status')).toHaveLength(1);
    await later(2_000);
    expect(asked('/api/rlusd/trust-status')).toHaveLength(2);
    jest.useRealTimers();
  });

  it('§5 without a breakdown: Calculation Error, Please enter a valid amount', async () => {
    open('payment');
    await press('Pay');
    expect(await screen.findByText('Calculation Error')).toBeInTheDocument();
    expect(screen.getByText('Please enter a valid amount')).toBeInTheDocument();
    expect(await screen.findByText('Valid XRPL wallet address required')).toBeInTheDocument();
    expect(screen.getByText('Amount must be at least 0.01 RLUSD')).toBeInTheDocument();
  });

  it('§5 without a trust line: Trust Line Required, and the way to set it up', async () => {
    open('payment', { 'GET /api/rlusd/trust-status': none });
    await fill('250');
    await press('Pay 256.25 RLUSD');
    expect(await screen.findByText('Trust Line Required')).toBeInTheDocument();
    expect(screen.getByText('Please set up RLUSD trust line first')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Set it up first' })).toHaveAttribute('href', '/trust-line-setup');
    expect(asked('/api/rlusd/process-payment')).toEqual([]);
  });

  it('§5 words of the form: amount too large, wallet too short; §9 memo of at most 100 characters', async () => {
    open('payment');
    await fill('1000001', 'rShort');
    await user.type(screen.getByLabelText('Memo (optional)'), 'x');
    expect(screen.getByLabelText('Memo (optional)')).toHaveAttribute('maxlength', '100');
    expect(screen.getByText(/1 of 100 characters/)).toBeInTheDocument();
    await press('Pay');
    expect(await screen.findByText('Amount too large')).toBeInTheDocument();
    expect(screen.getByText('Valid XRPL wallet address required')).toBeInTheDocument();
  });

  it('§9 priority is standard (2-5 seconds) unless fast (1-2 seconds) is chosen', async () => {
    open('payment');
    const group = within(await screen.findByRole('radiogroup', { name: 'Priority' }));
    expect(group.getByLabelText(/Standard\s*2-5 seconds/)).toBeChecked();
    expect(group.getByLabelText(/Fast\s*1-2 seconds/)).not.toBeChecked();
  });
});
