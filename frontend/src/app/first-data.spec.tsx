import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { askThrough } from '../shared/api/first-data';
import { sessionApi } from '../shared/session/api';
import type { Role } from '../shared/session/can';
import { createStore } from '../shared/store/store';
import { loan } from '../../test/payback';
import { routerOf } from '../../test/router';
import { calls, portfolio, problem, profile, property, serve, session } from '../../test/server';
import { loadPage } from './pages';
import { Pages, routes } from './router';

beforeEach(() => sessionStorage.setItem('demo-access', 'open'));
afterEach(cleanup);

const CASES: [string, Role][] = [
  ['/', 'investor'],
  ['/', 'landlord'],
  ['/properties', 'investor'],
  ['/properties/7', 'investor'],
  ['/checkout?propertyId=7', 'investor'],
  ['/portfolio', 'investor'],
  ['/activity', 'investor'],
  ['/landlord-payback', 'landlord'],
  ['/admin', 'admin'],
  ['/admin', 'auditor'],
  ['/compliance', 'compliance'],
  ['/admin/users', 'admin'],
  ['/audit', 'auditor'],
  ['/kyc-verification', 'investor'],
  ['/trust-line-setup', 'investor'],
];

const AUDIT = ['audit/timeline', 'audit/books', 'audit/verification', 'audit/anchors', 'admin/read-models/rebuild'];

/** A store of somebody who is signed in, and what was asked with the page of this address. */
async function begun(address: string, userRole: Role, hasAsked: boolean) {
  serve({
    'GET /api/session': session({ userRole }),
    'GET /api/platform/config': { demoGate: true, sandbox: true },
    'GET /api/properties': [property({ id: 7, loanStatus: 'current' })],
    'GET /api/properties/7': property({ id: 7 }),
    'GET /api/properties/7/profile': profile({ id: 7 }),
    'GET /api/loan/7': loan({ propertyId: 7 }),
    'GET /api/loan/recommendations/7': { recommendations: [] },
    'GET /api/market': [],
    'GET /api/transactions': [],
    'GET /api/activity': [],
    'GET /api/rlusd/payments': [],
    'GET /api/kyc/cases': [],
    'GET /api/admin/all-users': [],
    [`GET /api/rlusd/trust-status/${session().walletAddress}`]: { hasTrustLine: true, balance: 1, trustLimit: 2 },
    [`GET /api/rlusd/validate-capability/${session().walletAddress}/1000`]: problem(503, 'Not now'),
    'GET /api/portfolio': portfolio(),
    'GET /api/interest-rates': {},
    'GET /api/kyc/status': { kycStatus: 'verified', kycProvider: 'persona', rejectionReason: null, expiresAt: null },
    ...Object.fromEntries(AUDIT.map((path) => [`GET /api/${path}`, problem(503, 'Not now')])),
  });
  const store = createStore();
  const { session: asked, platformConfig } = sessionApi.endpoints;
  const [{ data: who }] = await Promise.all([
    store.dispatch(asked.initiate()),
    store.dispatch(platformConfig.initiate()),
  ]);
  calls.length = 0;
  const at = new URL(address, 'http://localhost');
  if (hasAsked) await loadPage(at.pathname, at.searchParams, who, askThrough(store));
  return { store, first: calls.map(({ path, search }) => path + search) };
}

function show(address: string, store: ReturnType<typeof createStore>) {
  const { element } = routerOf(<Pages all={routes()} />, [address]);
  return render(<Provider store={store}>{element}</Provider>);
}

describe.each(CASES)('%s, as %s', (address, role) => {
  it('asks first for what the page asks for, in the same words', async () => {
    const { first } = await begun(address, role, true);
    expect(first.length).toBeGreaterThan(0);
    const { store } = await begun(address, role, false);
    show(address, store);
    const asked = () => calls.map(({ path, search }) => path + search);
    await waitFor(() => expect(asked()).toEqual(expect.arrayContaining(first)), { timeout: 10_000 });
  }, 20_000);
});

it('what was asked first is in the first rendering, and is not asked again', async () => {
  const { store, first } = await begun('/portfolio', 'investor', true);
  const { container } = show('/portfolio', store);
  await waitFor(() => expect(container.textContent).toContain('No tokens yet'));
  expect(calls.filter(({ path }) => path === first[0])).toHaveLength(1);
});

it.each<[string, Role]>([
  ['/admin', 'investor'],
  ['/admin', 'compliance'],
  ['/compliance', 'landlord'],
])('%s asks nothing for %s, who may not see it', async (address, role) => {
  expect((await begun(address, role, true)).first).toEqual([]);
});
