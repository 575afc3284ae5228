import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/render';
import { problem, serve, session } from '../../../test/server';
import SessionsDialog from './sessions-dialog';
import AuthPage from '../../features/access/pages/auth-page';

beforeEach(() => void (globalThis.media = () => false));
afterEach(cleanup);

const one = (id: string, current: boolean) => ({
  id,
  role: 'investor',
  openedAt: '2026-11-20T14:02:00.000Z',
  seenAt: '2026-11-20T15:00:00.000Z',
  expiresAt: '2026-11-21T02:02:00.000Z',
  device: null as string | null,
  place: null as string | null,
  endsInSeconds: 1_800,
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
    // Until the answer arrives, neither "your only session" nor a button without effect may be shown.
    expect(screen.queryByText('You are signed in only on this device.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(screen.getAllByText('This session')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'End all others' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(await screen.findByText('Other sessions ended')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'End all others' })).toHaveAttribute('aria-disabled', 'true');
  });
  it('each says where it was opened, as far as that is known (trips 43)', async () => {
    const all = [
      { ...one('a', true), place: '::ffff:127.0.0.1' },
      { ...one('b', false), place: '203.0.113.7' },
      one('c', false),
    ];
    serve({ 'GET /api/session': session(), 'GET /api/sessions': all });
    show(<SessionsDialog onClose={() => undefined} />);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3));
    const [here, there, unknown] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(here).toContain('from this computer, last used');
    expect(there).toContain('from 203.0.113.7, last used');
    expect(unknown).not.toContain('from');
  });
  it('each names its device, and is ended by itself', async () => {
    let all = [one('a', true), { ...one('b', false), device: 'Safari on iPhone' }, one('c', false)];
    serve({
      'GET /api/session': session(),
      'GET /api/sessions': () => all,
      'POST /api/sessions/b/end': () => {
        all = all.filter(({ id }) => id !== 'b');
        return { ended: 1 };
      },
    });
    const { user } = show(<SessionsDialog onClose={() => undefined} />);
    await user.click(await screen.findByRole('button', { name: /^End the session on Safari on iPhone/ }));
    expect(await screen.findByText('Safari on iPhone is signed out.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(screen.getAllByRole('button', { name: /^End the session/ })).toHaveLength(1);
    expect(screen.getAllByText('Unknown device')).toHaveLength(2);
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
    expect(await screen.findByRole('alert')).toHaveTextContent('Session not endedThe server is busy.');
  });
});

describe('what asks for a fresh signature', () => {
  it('whoever is signed in already can sign in once more there', async () => {
    serve({ 'GET /api/session': session({ userRole: 'landlord' }) });
    show(<AuthPage />, { at: '/auth?again=true&from=%2Fadmin' });
    expect(await screen.findByRole('button', { name: 'Connect Xaman Wallet' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Connected' })).toBeNull();
  });
});
