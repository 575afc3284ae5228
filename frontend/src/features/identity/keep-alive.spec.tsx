import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { OpenSessionView } from '@tknest/contracts/api';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, serve, session } from '../../../test/server';
import { isAskedToSign } from '../../shared/session/fresh-signature.slice';
import { KeepAlive } from './components/keep-alive';

const MINUTE = 60_000;
let now = Date.parse('2026-11-20T14:00:00Z');
beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => now));
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

async function open(endsInSeconds: () => number) {
  const one = (): OpenSessionView => ({
    id: '0123456789abcdef',
    role: 'investor',
    openedAt: '2026-11-20T14:00:00.000Z',
    seenAt: '2026-11-20T14:00:00.000Z',
    expiresAt: '2026-11-21T02:00:00.000Z',
    device: 'Firefox on Windows',
    place: null,
    endsInSeconds: endsInSeconds(),
    current: true,
  });
  serve({ 'GET /api/session': session(), 'GET /api/sessions': () => [one()] });
  const view = show(
    <>
      <KeepAlive />
      <input aria-label="Text" />
    </>,
  );
  await waitFor(() => expect(told()).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  return view;
}
const told = () => calls.filter(({ path }) => path === '/api/sessions').length;
const work = () => fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'a' });

describe('a session while somebody works at a long page', () => {
  it('is kept alive by their work, at most once a minute, and by nothing else', async () => {
    await open(() => 30 * 60);
    work();
    expect(told()).toBe(1);
    now += 61_000;
    fireEvent.pointerMove(screen.getByLabelText('Text'));
    expect(told()).toBe(1);
    work();
    work();
    await waitFor(() => expect(told()).toBe(2));
  });
  it('says that it ends before it does, and goes on with one press', async () => {
    const { user } = await open(() => 30 * 60);
    expect(screen.queryByRole('alert')).toBeNull();
    now += 28 * MINUTE + 1_000;
    expect(await screen.findByRole('alert')).toHaveTextContent('Your session ends soon.');
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(isAskedToSign()).toBe(false);
  });
  it('that is as old as it may be wants a signature, and one that has ended is not asked after', async () => {
    const ends = now + 90_000;
    const { user } = await open(() => Math.max(0, (ends - now) / 1_000));
    await user.click(await screen.findByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(isAskedToSign()).toBe(true));
    const before = told();
    now += 2 * MINUTE;
    work();
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Your session has ended.'));
    expect(told()).toBe(before);
  });
});
