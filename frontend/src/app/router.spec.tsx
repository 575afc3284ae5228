import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { PAGE_PATHS } from '@tknest/contracts/rules';
import { Provider } from 'react-redux';
import type { RouteObject } from 'react-router';
import { routerOf } from '../../test/router';
import { serve, session } from '../../test/server';
import { office, Pages, routes } from './router';
import { createStore } from '../shared/store/store';

beforeEach(() => sessionStorage.setItem('demo-access', 'open'));
afterEach(cleanup);

const PATIENCE = { timeout: 10_000 };
function open(at: string, who = session({ userRole: 'admin' }), sandbox = true, more: RouteObject[] = []) {
  serve({
    'GET /api/session': who,
    'GET /api/platform/config': { demoGate: true, sandbox },
    'GET /api/rlusd/payments': [],
    'GET /api/health/ready': { ledger: { connected: true, validated: 1 } },
  });
  const { element, router } = routerOf(<Pages all={routes(more)} />, [at]);
  render(<Provider store={createStore()}>{element}</Provider>);
  return router;
}

it('the server knows every page, and no other', () => {
  const paths = routes()[0]!.children!.map(({ path }) => path);
  expect(paths.filter((path) => path !== '*').sort()).toEqual([...PAGE_PATHS].sort());
});

it('every route of document 1’s table is a page, and those that it refers to', () => {
  const table = `/ /dashboard /auth /wallet-auth /kyc /kyc-test /kyc-test-mode /ai-recommendations /checkout /token-checkout
    /tokens /auto-tokens /landlord-payments /landlord-payback /trust-line-setup /rlusd-test /rlusd-payment /admin
    /wallet-guide /easy-setup /simple-investment /kyc-verification /terms /integrated-dashboard`;
  expect(PAGE_PATHS).toEqual(expect.arrayContaining(table.split(/\s+/)));
});

it.each([
  ['/auth', '/wallet-auth', 'Connect your wallet'],
  ['/checkout', '/token-checkout', 'Invalid Request'],
])(
  '%s and %s are the same screen: "%s"',
  async (one, other, title) => {
    for (const at of [one, other]) {
      open(at, session({ walletAddress: null, userRole: null, kycStatus: null }));
      expect(await screen.findByRole('heading', { name: title }, PATIENCE)).toBeInTheDocument();
      cleanup();
    }
  },
  20_000,
);

describe('what stands around a page', () => {
  it('nothing around the page that does not exist, signed in or not', async () => {
    open('/no-such-page');
    expect(await screen.findByRole('heading', { name: 'Page not found' }, PATIENCE)).toBeInTheDocument();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  }, 20_000);
  const EVERYBODYS: readonly (readonly [path: string, title: string])[] = [
    ['/ai-recommendations', 'AI recommendations'],
    ['/kyc-verification', 'Identity verification'],
    ['/rlusd-test', 'RLUSD test simulator'],
  ];
  it.each(EVERYBODYS)(
    '%s: the shell around a page of everybody’s, in the one <main> of it',
    async (at, title) => {
      open(at);
      const heading = await screen.findByRole('heading', { name: title }, PATIENCE);
      expect(screen.getAllByRole('main').map((main) => main.contains(heading))).toEqual([true]);
      expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
    },
    20_000,
  );
  it.each(EVERYBODYS)(
    '%s: no shell around it for a visitor, and the way to the sign-in',
    async (at, title) => {
      open(at, session({ walletAddress: null, userRole: null, kycStatus: null }));
      const heading = await screen.findByRole('heading', { name: title }, PATIENCE);
      expect(screen.getByRole('main')).toContainElement(heading);
      expect(await screen.findByRole('link', { name: 'Connect Wallet' }, PATIENCE)).toHaveAttribute(
        'href',
        `/auth?from=${encodeURIComponent(at)}`,
      );
      expect(screen.getAllByRole('main')).toHaveLength(1);
      expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    },
    20_000,
  );
});

it('an office page that fails leaves the shell around it', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('the chunk is gone');
  };
  open('/broken', undefined, true, [office('/broken', Broken)]);
  expect(await screen.findByRole('heading', { name: 'This page did not load' }, PATIENCE)).toBeInTheDocument();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  jest.restoreAllMocks();
}, 20_000);

it('a dashboard without a session leads to the sign-in, in the role that the address names, and back', async () => {
  open(
    '/integrated-dashboard?role=landlord&wallet=rX',
    session({ walletAddress: null, userRole: null, kycStatus: null }),
  );
  expect(await screen.findByRole('heading', { name: 'Connect your wallet' }, PATIENCE)).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Property Owner' })).toBeChecked();
}, 20_000);

describe('a link that a visitor followed', () => {
  it.each(['/portfolio?from=mail#plan', '/?payment=pay-1', '/?buy=5', '/dashboard'])(
    'is where one is led after the sign-in: %s',
    async (at) => {
      const router = open(at, session({ walletAddress: null, userRole: null, kycStatus: null }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/auth'), PATIENCE);
      expect(new URLSearchParams(router.state.location.search).get('from')).toBe(at);
    },
    20_000,
  );
  it('and whoever is signed in already is led there at once', async () => {
    const router = open('/auth?from=%2Fai-recommendations%3Fanalysis%3Dinvestor');
    await waitFor(() => expect(router.state.location.pathname).toBe('/ai-recommendations'), PATIENCE);
    expect(router.state.location.search).toBe('?analysis=investor');
  }, 20_000);
});

describe('the KYC test mode (rule 14)', () => {
  it('is there with the sandbox', async () => {
    open('/kyc-test-mode');
    expect(await screen.findByText(/Nothing here changes a real verification/, {}, PATIENCE)).toBeInTheDocument();
  }, 20_000);
  it.each([session(), session({ walletAddress: null, userRole: null, kycStatus: null })])(
    'without the sandbox its address is one where nothing is, signed in or not',
    async (who) => {
      open('/kyc-test-mode', who, false);
      expect(await screen.findByRole('heading', { name: 'Page not found' }, PATIENCE)).toBeInTheDocument();
      expect(screen.queryByText(/Nothing here changes a real verification/)).toBeNull();
    },
    20_000,
  );
});
