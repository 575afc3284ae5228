import { afterEach, describe, expect, it } from '@jest/globals';
import type { WalletInfoView } from '@tknest/contracts/api';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { fill } from '../../../test/fill';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import EasySetupPage from './pages/easy-setup-page';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

const OWN = 'rInvestorExampleExampleExample1';
const TYPED = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
const NOBODY = session({ walletAddress: null, userRole: null, kycStatus: null });
const onLedger = (more: Partial<WalletInfoView> = {}): WalletInfoView => ({
  address: OWN,
  activated: true,
  balance: 50,
  trustlineStatus: 'none',
  trustLimit: 0,
  rlusdBalance: 0,
  ...more,
});
const LINE = { trustlineStatus: 'active', trustLimit: 1_000_000 } as const;
const FUNDED = { ...LINE, balance: 100, rlusdBalance: 500 };
const request = {
  success: true,
  payloadUuid: 'u-1',
  qrCode: '/qr.png',
  deepLink: 'https://xaman.example/u-1',
  websocket: 'wss://xaman.example',
  trustLimit: 1_000_000,
  expiresAt: new Date(Date.now() + 271_000).toISOString(),
};

function open(at = '', who = session({ kycStatus: 'not_started' }), more: Answers = {}) {
  serve({
    'GET /api/session': who,
    'GET /api/platform/config': { sandbox: true, demoFunding: true, network: 'SANDBOX' },
    [`GET /api/wallets/${OWN}`]: onLedger(),
    [`GET /api/wallets/${TYPED}`]: onLedger({ address: TYPED }),
    'POST /api/rlusd/create-trust-line': request,
    'GET /api/rlusd/trust-status-payload/u-1': { signed: false, error: null, status: 'pending' },
    'POST /api/auth/xumm-login': { payloadUuid: 's-1', qrCode: '/qr.png', deepLink: 'https://xaman.example/s-1' },
    'GET /api/auth/xumm-status/s-1': { authenticated: false, walletAddress: null, cancelled: false, expired: false },
    ...more,
  });
  return show(<EasySetupPage />, { at: `/easy-setup${at}` });
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const progress = () => screen.getByRole('progressbar', { name: 'Setup progress' }).getAttribute('aria-valuenow');
const row = (name: string) => screen.findByRole('region', { name });

describe('REQ-1.2.48, REQ-1.2.49 /easy-setup, steps 1 and 2', () => {
  it('has a progress bar and five checkpoints; a role and an address are chosen, and stand in the address', async () => {
    const { user, address } = open('', NOBODY);
    await button('Continue');
    expect(progress()).toBe('0');
    for (const name of ['Role selected', 'Wallet connected', 'Trustline setup', 'Wallet funded', 'Complete'])
      expect(screen.getAllByText(name)[0]).toBeVisible();
    expect(await screen.findByRole('radio', { name: /^Investor/ })).toBeInTheDocument();
    await user.click(await screen.findByRole('radio', { name: /Property Owner/ }));
    await user.click(await button('Continue'));
    expect(address()).toBe('/easy-setup?role=landlord');
    await fill(user, await screen.findByLabelText('Wallet address'), TYPED);
    await user.click(await button('Connect'));
    await screen.findByText('Wallet Connected');
    await screen.findByRole('heading', { name: 'Open an RLUSD trust line' });
    expect(address()).toBe(`/easy-setup?role=landlord&wallet=${TYPED}`);
    expect(progress()).toBe('40');
    expect(within(await row('Role')).getByText('Property Owner')).toBeInTheDocument();
  });

  it.each(['xrp-address-of-more-than-25-characters', 'rShort', ''])(
    '§5: “%s” is no address: the message, and nobody is asked',
    async (typed) => {
      const { user } = open('?role=investor', NOBODY);
      const field = await screen.findByLabelText('Wallet address');
      if (typed) await user.type(field, typed);
      await user.click(await button('Connect'));
      const notice = await screen.findByRole('alert');
      expect(notice).toHaveTextContent('Invalid AddressPlease enter a valid XRP wallet address.');
      expect(calls.filter(({ path }) => path.startsWith('/api/wallets'))).toEqual([]);
    },
  );

  it('an address whose check digits do not fit gets the server’s word under the field', async () => {
    const why = 'This address has a typing error: its check digits don’t match.';
    const { user } = open('?role=investor', NOBODY, { [`GET /api/wallets/${TYPED}`]: () => problem(400, why) });
    await fill(user, await screen.findByLabelText('Wallet address'), TYPED);
    await user.click(await button('Connect'));
    expect(await screen.findByText('Invalid Address')).toBeInTheDocument();
    expect(screen.getByText(why)).toBeInTheDocument();
  });

  it('Scan QR signs in with Xaman, in the role that was chosen', async () => {
    const { user } = open('?role=landlord', NOBODY);
    await user.click(await button('Scan QR'));
    expect(await screen.findByText(/Waiting for your wallet/)).toBeInTheDocument();
    expect(calls.find(({ path }) => path.endsWith('xumm-login'))?.body).toEqual({ userRole: 'landlord' });
  });

  it('whoever is signed in has both done, and a link for another wallet changes nothing', async () => {
    const { user, address } = open(`?role=landlord&wallet=${TYPED}&kycStatus=verified`);
    await screen.findByRole('heading', { name: 'Open an RLUSD trust line' });
    expect(progress()).toBe('40');
    expect(within(await row('Role')).getByText('Investor')).toBeInTheDocument();
    expect(within(await row('Wallet')).getByText(OWN.slice(0, 12))).toBeInTheDocument();
    await user.click(await button('Continue with my wallet'));
    expect(address()).toBe('/easy-setup?role=landlord');
    expect(calls.some(({ path }) => path.endsWith(TYPED))).toBe(false);
  });
});

describe('REQ-1.2.50, step 3', () => {
  it('asks for the line once, up to 1,000,000, and says 3 s later what to look for, for 8 s', async () => {
    const { user, store } = open();
    await user.dblClick(await button('Open wallet app'));
    expect(await screen.findByText(/Waiting for your signature/)).toBeInTheDocument();
    const asked = calls.filter(({ path }) => path.endsWith('create-trust-line'));
    expect(asked.map(({ body }) => body)).toEqual([{ walletAddress: OWN, trustLimit: 1_000_000 }]);
    expect(screen.queryByText('Looking for the trust line?')).toBeNull();
    expect(await screen.findByText('Looking for the trust line?', {}, { timeout: 4_000 })).toBeInTheDocument();
    expect(store.getState().toast.current?.ms).toBe(8_000);
  });

  it('a reload goes on with the request that is open, and another wallet never sees it', async () => {
    const { user } = open();
    await user.click(await button('Open wallet app'));
    await screen.findByText(/Waiting for your signature/);
    cleanup();
    open();
    expect(await screen.findByText(/Waiting for your signature/)).toBeInTheDocument();
    cleanup();
    open('', session({ walletAddress: TYPED }));
    expect(await button('Open wallet app')).toBeInTheDocument();
    expect(screen.queryByText(/Waiting for your signature/)).toBeNull();
  });

  it('I’ve Setup Trustline asks the ledger: without the line the step stays open and says so', async () => {
    let info = onLedger();
    const { user } = open('', session(), { [`GET /api/wallets/${OWN}`]: () => info });
    await user.click(await button('I’ve Setup Trustline'));
    expect(await screen.findByText(/The ledger shows no RLUSD trust line for this wallet yet/)).toBeInTheDocument();
    expect(progress()).toBe('40');
    info = onLedger(LINE);
    await user.click(await button('I’ve Setup Trustline'));
    expect(await screen.findByRole('heading', { name: 'Fund your wallet' })).toBeInTheDocument();
    expect(within(await row('RLUSD trust line')).getByText('Up to 1,000,000.00 RLUSD')).toBeInTheDocument();
  });

  it('a visitor who typed an address proves it first, by a sign-in', async () => {
    const { user } = open(`?role=investor&wallet=${TYPED}`, NOBODY);
    await user.click(await button('Open wallet app'));
    expect(await screen.findByText(/Waiting for your wallet/)).toBeInTheDocument();
    expect(calls.some(({ path }) => path.endsWith('create-trust-line'))).toBe(false);
  });

  it('the request for the line follows that sign-in by itself', async () => {
    let who = NOBODY;
    const { user } = open(`?role=investor&wallet=${TYPED}`, NOBODY, {
      'GET /api/session': () => who,
      'GET /api/auth/xumm-status/s-1': () => {
        who = session({ walletAddress: TYPED, kycStatus: 'not_started' });
        return { authenticated: true, walletAddress: TYPED, cancelled: false, expired: false };
      },
    });
    await user.click(await button('Open wallet app'));
    expect(await screen.findByText(/Waiting for your signature/)).toBeInTheDocument();
    const asked = calls.filter(({ path }) => path.endsWith('create-trust-line'));
    expect(asked.map(({ body }) => body)).toEqual([{ walletAddress: TYPED, trustLimit: 1_000_000 }]);
  });

  it('a wallet that the ledger does not know is told so, and where the sandbox is can have XRP', async () => {
    open('', session(), { [`GET /api/wallets/${OWN}`]: onLedger({ activated: false, balance: 0 }) });
    expect(await screen.findByText(/This wallet is not active on the ledger yet/)).toBeInTheDocument();
    expect(await button('Get demo XRP')).toBeEnabled();
  });
});

describe('REQ-1.2.51, step 4', () => {
  it('Simulate Funding (Demo) waits for the line, then shows what the ledger says', async () => {
    open();
    expect(await button('Simulate Funding (Demo)')).toBeDisabled();
    cleanup();
    let info = onLedger(LINE);
    const funding = `POST /api/wallets/${OWN}/demo-funding`;
    const { user } = open('', session(), {
      [`GET /api/wallets/${OWN}`]: () => info,
      [funding]: () => (info = onLedger({ ...FUNDED, rlusdBalance: 512.5 })),
    });
    await user.dblClick(await button('Simulate Funding (Demo)'));
    expect(await screen.findByText('All set')).toBeInTheDocument();
    expect(within(await row('Demo funds')).getByText('100 XRP, 512.50 RLUSD')).toBeInTheDocument();
    expect(progress()).toBe('100');
    expect(calls.filter(({ path }) => path.endsWith('demo-funding'))).toHaveLength(1);
  });

  it.each([
    ['TESTNET', /tryrlusd\.com/],
    ['MAINNET', /Buy RLUSD at an exchange/],
  ])('on %s there is no such button, and the way to fund is said', async (network, words) => {
    open('', session(), {
      'GET /api/platform/config': { sandbox: false, demoFunding: false, network },
      [`GET /api/wallets/${OWN}`]: onLedger(LINE),
    });
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Simulate Funding (Demo)' })).toBeNull();
  });
});

describe('REQ-1.4.5, REQ-1.4.6, completion', () => {
  it('Go to Dashboard says so, and is there 1.5 s later with role and wallet', async () => {
    const { user, address } = open('', session(), { [`GET /api/wallets/${OWN}`]: onLedger(FUNDED) });
    await user.click(await button('Go to Dashboard'));
    expect(await screen.findByText('Setup Complete')).toBeInTheDocument();
    expect(progress()).toBe('100');
    expect(address()).toBe('/easy-setup');
    await waitFor(() => expect(address()).toBe(`/dashboard?role=investor&wallet=${OWN}`), { timeout: 2_500 });
  });

  it('with role, wallet and kycStatus=verified all is marked and it completes by itself; balances are the ledger’s', async () => {
    const { address } = open(`?role=landlord&kycStatus=verified&wallet=${TYPED}`, NOBODY);
    await screen.findByText('All set');
    expect(progress()).toBe('100');
    expect(await screen.findByText('Not open yet')).toBeInTheDocument();
    expect(within(await row('Demo funds')).getByText('50 XRP, 0.00 RLUSD')).toBeInTheDocument();
    expect(address()).toContain('/easy-setup');
    expect(await screen.findByText('Setup Complete', {}, { timeout: 3_000 })).toBeInTheDocument();
    await waitFor(() => expect(address()).toBe(`/dashboard?role=landlord&wallet=${TYPED}`), { timeout: 2_500 });
  });

  it('who stays here goes on where the ledger says', async () => {
    const { user, address } = open(`?role=investor&kycStatus=verified&wallet=${TYPED}`, NOBODY);
    await user.click(await button('Stay here'));
    expect(await screen.findByRole('heading', { name: 'Open an RLUSD trust line' })).toBeInTheDocument();
    expect(progress()).toBe('40');
    expect(address()).toBe(`/easy-setup?role=investor&wallet=${TYPED}`);
  });
});

describe('step 4, where the ledger cannot be asked', () => {
  it('Look again does not say that no RLUSD has arrived: nobody knows', async () => {
    let away = false;
    const { user } = open('', session(), {
      'GET /api/platform/config': { sandbox: false, demoFunding: false, network: 'MAINNET' },
      [`GET /api/wallets/${OWN}`]: () => (away ? problem(503, 'The ledger cannot be reached') : onLedger(LINE)),
    });
    const again = await button('Check again');
    away = true;
    await user.click(again);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.queryByText('No RLUSD has arrived in this wallet yet.')).toBeNull();
  });
});
