import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MantineProvider } from '@mantine/core';
import { Provider } from 'react-redux';
import { routerOf } from '../../../test/router';
import { payment, portfolio, problem, profile, property, serve, session, transaction } from '../../../test/server';
import { createStore } from '../store/store';
import { announceIdentity } from './identity';

const NOBODY = session({ walletAddress: null, userRole: null, kycStatus: null, csrfToken: null });
const LINK = { payloadUuid: 'u-1', qrCode: '/qr.png', deepLink: 'https://xaman.example/u-1', websocket: '' };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem('demo-access', 'open');
  globalThis.media = () => false;
});
afterEach(cleanup);

/** The whole app at an address, with a server that knows the session. */
async function openProgram(at: string, who: { now: object }, more: object = {}) {
  serve({
    'GET /api/session': () => who.now,
    'GET /api/platform/config': { demoGate: true },
    'GET /api/health/ready': { ledger: { connected: true, validated: 1 } },
    'GET /api/user/info': { role: 'investor', signedInAt: '2026-11-20T14:02:00.000Z' },
    'GET /api/rlusd/payments': [],
    'GET /api/portfolio': portfolio(),
    'GET /api/transactions': [],
    'GET /api/properties': [property()],
    'GET /api/market': [property()],
    'GET /api/interest-rates': null,
    ...more,
  });
  const { Pages, routes } = await import('../../app/router');
  const { element, router } = routerOf(<Pages all={routes()} />, [at]);
  const store = createStore();
  render(
    <Provider store={store}>
      <MantineProvider env="test">{element}</MantineProvider>
    </Provider>,
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  return { router, store, address, user: userEvent.setup() };
}

describe('return after sign-in', () => {
  it.each([
    ['/admin', 'admin'],
    ['/audit', 'admin'],
    ['/kyc?role=landlord', 'landlord'],
  ] as const)('leads to %s and does not bounce back to the sign-in', async (from, role) => {
    const who = { now: NOBODY as object };
    const { user, address, router } = await openProgram(from, who, {
      'POST /api/auth/xumm-login': LINK,
      'GET /api/auth/xumm-status/u-1': () => {
        who.now = session({ userRole: role, kycStatus: 'not_started' });
        return { authenticated: true, cancelled: false, expired: false, sessionToken: 'bearer-secret' };
      },
    });
    await waitFor(() => expect(address()).toBe(`/auth?from=${encodeURIComponent(from)}`));
    await user.click(await screen.findByRole('button', { name: 'Connect Xaman Wallet' }));
    await screen.findByText('Wallet Connected');
    await waitFor(() => expect(address()).toBe(from));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(address()).toBe(from);
    expect(router.state.historyAction).toBe('REPLACE');
  });
  it('brings no bearer token and no anti-forgery token into the store', async () => {
    const who = { now: NOBODY as object };
    const { user, store } = await openProgram('/auth', who, {
      'POST /api/auth/xumm-login': LINK,
      'GET /api/auth/xumm-status/u-1': () => {
        who.now = session({ csrfToken: 'forgery-secret' });
        return { authenticated: true, cancelled: false, expired: false, sessionToken: 'bearer-secret' };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Connect Xaman Wallet' }));
    await screen.findByText('Wallet Connected');
    expect(JSON.stringify(store.getState())).toContain('"authenticated":true');
    expect(JSON.stringify(store.getState())).not.toMatch(/bearer-secret|forgery-secret/);
  });
  it('a poll that failed is no "Nobody signed within five minutes"', async () => {
    const { user } = await openProgram(
      '/auth',
      { now: NOBODY },
      {
        'POST /api/auth/xumm-login': LINK,
        'GET /api/auth/xumm-status/u-1': () => problem(502, 'The wallet app is away'),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Connect Xaman Wallet' }));
    expect(await screen.findByText(/We couldn’t check your signature: The wallet app is away/)).toBeInTheDocument();
    expect(screen.queryByText(/The request was not signed within five minutes/)).toBeNull();
  });
});

describe('two tabs with two wallets', () => {
  it('change together: nothing of the one before stays, on the page or in the cache', async () => {
    const who = { now: session() as object };
    const own = (wallet: string) => [transaction({ tokenHolderId: wallet, propertyName: `Bought by ${wallet}` })];
    const { store, address } = await openProgram('/?payment=pay-1', who, {
      'GET /api/transactions': () => own((who.now as { walletAddress: string }).walletAddress),
      'GET /api/rlusd/payment-status/pay-1': payment(),
    });
    await screen.findAllByText(`Bought by ${session().walletAddress}`);
    who.now = session({ walletAddress: 'rOtherWalletInTheSecondTab00001' });
    announceIdentity();
    expect(await screen.findByText(/You are signed in with wallet rOtherWallet now/)).toBeInTheDocument();
    await screen.findAllByText('Bought by rOtherWalletInTheSecondTab00001');
    expect(address()).toBe('/');
    expect(JSON.stringify(store.getState())).not.toContain(session().walletAddress);
  });
  it('signing out in one leads the other to the sign-in', async () => {
    const who = { now: session() as object };
    const { address } = await openProgram('/', who);
    await screen.findByText('Total Tokens');
    who.now = NOBODY;
    announceIdentity();
    await waitFor(() => expect(address()).toMatch(/^\/auth/));
  });
});

describe('signing out', () => {
  it('says "disconnected" only where the session has ended: else that one is still signed in', async () => {
    const { user, address } = await openProgram(
      '/auth',
      { now: session() },
      { 'POST /api/auth/logout': () => problem(503, 'The server is busy.') },
    );
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Not signed outThe server is busy. You are still signed in: try again before you leave this device.',
    );
    expect(screen.queryByText('Logged Out')).toBeNull();
    expect(address()).toBe('/auth');
    expect(screen.getByRole('button', { name: 'Disconnect' })).toBeInTheDocument();
  });
});

describe('personal drafts', () => {
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('kyc_'));
  const typing = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.type(await screen.findByLabelText('First name'), 'Ida');
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Ida'));
  };

  it('are removed at the sign-out, what is not personal stays', async () => {
    localStorage.setItem('theme', 'dark');
    const who = { now: session({ kycStatus: 'not_started' }) as object };
    const { user, router } = await openProgram('/kyc', who, {
      'POST /api/auth/logout': () => {
        who.now = NOBODY;
        return null;
      },
    });
    await typing(user);
    await act(() => router.navigate('/auth'));
    expect(kept()).not.toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
    await screen.findByText('Logged Out');
    expect(kept()).toEqual([]);
    expect(localStorage.getItem('theme')).toBe('dark');
  });
  it.each([
    ['this tab', () => userEvent.click(screen.getByRole('button', { name: 'Disconnect' }))],
    ['every other tab', async () => announceIdentity('signed-out')],
  ])('go with everything else that is personal in %s', async (where, signOut) => {
    const { walletAddress: wallet } = session();
    const channel = globalThis.BroadcastChannel;
    // A tab receives its own messages.
    if (where === 'this tab') delete (globalThis as { BroadcastChannel?: unknown }).BroadcastChannel;
    try {
      await openProgram('/auth', { now: session() }, { 'POST /api/auth/logout': null });
      await screen.findByRole('button', { name: 'Disconnect' });
      sessionStorage.setItem(`draft:listing:${wallet}`, '{"name":"Ida"}');
      sessionStorage.setItem(`line-request:${wallet}`, '{}');
      sessionStorage.setItem(`following:${wallet}`, '[]');
      sessionStorage.setItem('intent:1abc', 'key');
      await signOut();
      await waitFor(() => expect(Object.keys({ ...sessionStorage })).toEqual(['demo-access']));
    } finally {
      globalThis.BroadcastChannel = channel;
    }
  });
  it('stay with the intents that have no answer when a session ends, and the intents go when another wallet comes', async () => {
    const who = { now: session() as object };
    await openProgram('/auth', who, { 'POST /api/auth/logout': null });
    await screen.findByRole('button', { name: 'Disconnect' });
    sessionStorage.setItem('intent:1abc', 'key');
    who.now = { walletAddress: null };
    announceIdentity();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull());
    expect(sessionStorage.getItem('intent:1abc')).toBe('key');
    who.now = session();
    announceIdentity();
    await screen.findByRole('button', { name: 'Disconnect' });
    expect(sessionStorage.getItem('intent:1abc')).toBe('key');
    who.now = session({ walletAddress: 'rOtherWalletInTheSecondTab00001' });
    announceIdentity();
    await waitFor(() => expect(sessionStorage.getItem('intent:1abc')).toBeNull());
  });
  it.each([
    ['signs in after the session has ended', false],
    ['signs in after the session has ended and the tab was loaded again', true],
  ])('go with the intents that have no answer when another wallet %s', async (_, reload) => {
    const who = { now: session() as object };
    await openProgram('/auth', who, { 'POST /api/auth/logout': null });
    await screen.findByRole('button', { name: 'Disconnect' });
    sessionStorage.setItem('intent:1abc', 'key');
    who.now = NOBODY;
    announceIdentity();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull());
    if (reload) {
      cleanup();
      await openProgram('/auth', who, { 'POST /api/auth/logout': null });
      await screen.findByRole('button', { name: 'Connect Xaman Wallet' });
    }
    expect(sessionStorage.getItem('intent:1abc')).toBe('key');
    who.now = session({ walletAddress: 'rOtherWalletInTheSecondTab00001' });
    announceIdentity();
    await screen.findByRole('button', { name: 'Disconnect' });
    await waitFor(() => expect(sessionStorage.getItem('intent:1abc')).toBeNull());
  });
  it('leave nothing of what is typed in one tab while another one signs out', async () => {
    const who = { now: session({ kycStatus: 'not_started' }) as object | Promise<object> };
    const { user, address } = await openProgram('/kyc', who as { now: object });
    await screen.findByLabelText('First name');
    let answer!: (nobody: object) => void;
    who.now = new Promise<object>((resolve) => (answer = resolve));
    announceIdentity('signed-out');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await user.type(screen.getByLabelText('First name'), 'Ida');
    who.now = NOBODY;
    answer(NOBODY);
    await waitFor(() => expect(address()).toMatch(/^\/auth/));
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain('Ida'));
    expect(kept()).toEqual([]);
  });
  it('are never shown to another wallet, and removed when it comes', async () => {
    const who = { now: session({ kycStatus: 'not_started' }) as object };
    const { user, router } = await openProgram('/kyc', who);
    await typing(user);
    who.now = session({ walletAddress: 'rOtherWalletInTheSecondTab00001', kycStatus: 'not_started' });
    announceIdentity();
    await screen.findByText(/You are signed in with wallet rOtherWallet now/);
    await act(() => router.navigate('/kyc'));
    expect(await screen.findByLabelText('First name')).toHaveValue('');
    expect(JSON.stringify({ ...localStorage })).not.toContain('Ida');
    expect(kept().every((key) => key.endsWith(':rOtherWalletInTheSecondTab00001'))).toBe(true);
  });
});

describe('pages of the office', () => {
  it.each([
    ['/admin', 'This page is for administrators'],
    ['/admin/users', 'This page is for administrators'],
    ['/audit', 'The audit pages are for auditors and administrators'],
  ])('%s tells an investor whose it is, and asks the server for nothing of it', async (at, title) => {
    await openProgram(at, { now: session() });
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute('href', '/');
    const { calls } = await import('../../../test/server');
    expect(calls.filter(({ path }) => /^\/api\/(admin|audit)/.test(path))).toEqual([]);
  });
  it.each(['/properties/1', '/properties/1?role=investor'])('a landlord opens a property at %s', async (at) => {
    await openProgram(
      at,
      { now: session({ userRole: 'landlord' }) },
      {
        'GET /api/properties/1/profile': profile(),
      },
    );
    expect(await screen.findByRole('heading', { name: 'Sample Court' })).toBeInTheDocument();
  });
});
