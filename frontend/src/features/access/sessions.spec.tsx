import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, serve, session } from '../../../test/server';
import { useAppSelector } from '../../shared/store/store';
import { Button } from '../../shared/ui/button/button';
import { useEndOtherSessionsMutation } from './api';
import SessionsDialog from './components/sessions-dialog';
import SignAgain from './components/sign-again';
import AuthPage from './pages/auth-page';

beforeEach(() => void (globalThis.media = () => false));
afterEach(cleanup);

const one = (id: string, current: boolean) => ({
  id,
  role: 'investor',
  openedAt: '2026-11-20T14:02:00.000Z',
  seenAt: '2026-11-20T15:00:00.000Z',
  expiresAt: '2026-11-21T02:02:00.000Z',
  current,
});

describe('where one is signed in', () => {
  it('every session is listed, this one marked; all others are ended at once', async () => {
    let all = [one('a', true), one('b', false)];
    serve({
      'GET /api/session': session(),
      'GET /api/sessions': () => all,
      'POST /api/sessions/end-others': () => {
        all = [one('a', true)];
        return null;
      },
    });
    const { user } = show(<SessionsDialog onClose={() => undefined} />);
    // Until the answer is there, nobody is told to be alone, nor handed a button that does nothing.
    expect(screen.queryByText('You are signed in here alone.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(screen.getAllByText('This one')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'End all others' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(await screen.findByText('All others ended')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'End all others' })).toHaveAttribute('aria-disabled', 'true');
  });
  it('says where they could not be ended', async () => {
    serve({
      'GET /api/session': session(),
      'GET /api/sessions': [one('a', true), one('b', false)],
      'POST /api/sessions/end-others': () => problem(503, 'The server is busy.'),
    });
    const { user } = show(<SessionsDialog onClose={() => undefined} />);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'End all others' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Not endedThe server is busy.');
  });
});

describe('what asks for a fresh signature', () => {
  function Page() {
    const [act] = useEndOtherSessionsMutation();
    const asked = useAppSelector(({ freshSignature }) => freshSignature.asked);
    return (
      <>
        <Button onClick={() => void act()}>Act</Button>
        {asked && <SignAgain onClose={() => undefined} />}
      </>
    );
  }
  const refusal = {
    type: '',
    title: '',
    status: 403,
    detail: 'Please sign in once more with your wallet',
    traceId: '',
    code: 'fresh-signature-required',
  };
  it('offers to sign in again, and the way back to where one was', async () => {
    serve({
      'GET /api/session': session({ userRole: 'admin' }),
      'POST /api/sessions/end-others': () =>
        new Response(JSON.stringify(refusal), { status: 403, headers: { 'Content-Type': 'application/json' } }),
    });
    const { user, address } = show(<Page />, { at: '/admin/cases?status=all' });
    await user.click(screen.getByRole('button', { name: 'Act' }));
    await screen.findByRole('dialog', { name: 'Sign in once more' });
    expect(calls.some(({ path }) => path === '/api/sessions/end-others')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Sign in again' }));
    await waitFor(() =>
      expect(address()).toBe(`/auth?again=true&from=${encodeURIComponent('/admin/cases?status=all')}`),
    );
  });
  it('whoever is signed in already can sign in once more there', async () => {
    serve({ 'GET /api/session': session({ userRole: 'landlord' }) });
    show(<AuthPage />, { at: '/auth?again=true&from=%2Fadmin' });
    expect(await screen.findByRole('button', { name: 'Connect Xaman Wallet' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Connected' })).toBeNull();
  });
});
