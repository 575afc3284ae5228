import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy } from 'react';
import { Provider } from 'react-redux';
import { useLocation } from 'react-router';
import { routerOf } from '../../test/router';
import { calls, problem, serve, session } from '../../test/server';
import { SignOutButton } from '../shared/session/sign-out-button';
import { api } from '../shared/api/base-api';
import { Frame } from './frame';
import { Pages, route } from './router';
import { createStore } from '../shared/store/store';

beforeEach(() => sessionStorage.setItem('demo-access', 'open'));
afterEach(cleanup);

const ask = api.injectEndpoints({
  endpoints: (build) => ({ asked: build.query<null, void>({ query: () => ({ url: 'api/asked' }) }) }),
});

function Page() {
  const [trigger] = ask.useLazyAskedQuery();
  return (
    <>
      <button type="button" onClick={() => void trigger()}>
        Ask
      </button>
      <SignOutButton />
    </>
  );
}
const SignIn = () => <p>Sign in here {useLocation().search}</p>;
/** Its chunk takes a moment to load; the previous page stays visible until then. */
const Auth = lazy(
  () => new Promise<{ default: typeof SignIn }>((resolve) => setTimeout(resolve, 200, { default: SignIn })),
);

function open(answers: Parameters<typeof serve>[0]) {
  serve({
    'GET /api/platform/config': { demoGate: true },
    'GET /api/rlusd/payments': [],
    'GET /api/health/ready': { ledger: { connected: true, validated: 1 } },
    ...answers,
  });
  const pages = [route('/', Page), route('/auth', Auth, { outside: true })];
  const { element, router } = routerOf(<Pages all={[{ element: <Frame />, children: pages }]} />, ['/?payment=pay-1x']);
  render(<Provider store={createStore()}>{element}</Provider>);
  return { user: userEvent.setup(), router };
}

describe('somebody whose session ends in the middle', () => {
  it('is led to the sign-in, told so, and the address holds the way back', async () => {
    let signedIn = true;
    const { user, router } = open({
      'GET /api/session': () =>
        signedIn ? session() : session({ walletAddress: null, userRole: null, kycStatus: null }),
      'GET /api/asked': () => problem(401, 'Please sign in with your wallet first'),
    });
    const button = await screen.findByRole('button', { name: 'Ask' });
    signedIn = false;
    await user.click(button);
    expect(await screen.findByText(/Sign in here/)).toBeInTheDocument();
    expect(new URLSearchParams(router.state.location.search).get('from')).toBe('/?payment=pay-1x');
    expect(await screen.findByText('Your session has ended')).toBeInTheDocument();
  });

  it('is told nothing of the kind where they signed out themselves', async () => {
    let signedIn = true;
    const { user, router } = open({
      'GET /api/session': () =>
        signedIn ? session() : session({ walletAddress: null, userRole: null, kycStatus: null }),
      'POST /api/auth/logout': () => {
        signedIn = false;
        return null;
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('Sign in here')).toBeInTheDocument();
    expect(await screen.findByText('Logged Out')).toBeInTheDocument();
    expect(router.state.location.pathname + router.state.location.search).toBe('/auth');
    expect(screen.queryByText('Your session has ended')).toBeNull();
  });

  it('keeps the page where the server is only away for a moment', async () => {
    let there = true;
    const { user } = open({
      'GET /api/session': () => (there ? session() : problem(502, 'Bad gateway')),
      'GET /api/asked': () => problem(401, 'Please sign in with your wallet first'),
    });
    const button = await screen.findByRole('button', { name: 'Ask' });
    there = false;
    await user.click(button);
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/session').length).toBeGreaterThan(1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.getByRole('button', { name: 'Ask' })).toBeInTheDocument();
  });
});
