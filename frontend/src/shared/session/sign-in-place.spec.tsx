import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { show } from '../../../test/render';
import { calls, problem, serve, session } from '../../../test/server';
import { api } from '../api/base-api';
import { messageOf } from '../api/problem';
import { once } from '../api/intent';
import Widgets from '../../app/kit';
import { Button } from '../ui/button/button';
import { useSessionQuery } from './api';
import { announceIdentity, useIdentity } from './identity';

beforeEach(() => {
  sessionStorage.clear();
  globalThis.media = () => false;
});
afterEach(cleanup);

const sample = api.injectEndpoints({
  endpoints: (build) => ({
    sendSample: build.mutation<null, { body: object; key: string }>({
      query: ({ body, key }) => ({ url: 'api/sample', method: 'POST', body, idempotencyKey: key }),
    }),
  }),
});

function Page() {
  const { data } = useSessionQuery();
  useIdentity(data, () => undefined);
  const [typed, type] = useState('');
  const [said, say] = useState('');
  const [send] = sample.useSendSampleMutation();
  const act = async () => {
    const { error } = await once(['sample', typed], (key) => send({ body: { typed }, key }));
    say(error ? messageOf(error, 'refused') : 'Sent');
  };
  return (
    <Widgets>
      <input aria-label="Text" value={typed} onChange={({ target }) => type(target.value)} />
      <Button onClick={() => void act()}>Send</Button>
      <p>{said}</p>
      <p>{data?.walletAddress ?? 'nobody'}</p>
    </Widgets>
  );
}

const FRESH = new Response(
  JSON.stringify({
    status: 403,
    detail: 'For your security, sign in again to continue',
    code: 'fresh-signature-required',
  }),
  { status: 403, headers: { 'Content-Type': 'application/problem+json' } },
);
const LOGIN = { payloadUuid: 'uuid-1', qrCode: '/qr.png', deepLink: 'https://xaman.example/1', matchNumber: null };

/** Signed in; the first request is refused, and then `wallet` signs. */
async function open(refusal: () => Response, wallet = session().walletAddress) {
  let signed = false;
  serve({
    'GET /api/session': () => session(signed ? { walletAddress: wallet } : {}),
    'POST /api/sample': () => (signed ? null : refusal()),
    'POST /api/auth/xumm-login': LOGIN,
    'GET /api/auth/xumm-status/uuid-1': () => {
      signed = true;
      return { authenticated: true, walletAddress: wallet, cancelled: false, expired: false };
    },
  });
  const view = show(<Page />, { at: '/admin/cases?status=all' });
  await screen.findByText(session().walletAddress!);
  await view.user.type(screen.getByLabelText('Text'), 'A long reason');
  await view.user.click(screen.getByRole('button', { name: 'Send' }));
  return view;
}
const sent = () => calls.filter(({ path }) => path === '/api/sample');

describe('a call that wants another signature', () => {
  it.each([
    ['a fresh one', () => FRESH.clone(), 'Sign in again'],
    ['one of a new session', () => problem(401, 'Please sign in with your wallet first'), 'Your session has ended'],
  ])(
    'gets it where one is: %s; then it goes out again, the same, and nothing typed is lost',
    async (_, refusal, title) => {
      const { user, address } = await open(refusal);
      const dialog = await screen.findByRole('dialog', { name: title });
      expect(dialog).toHaveTextContent('Your changes are kept');
      await user.click(within(dialog).getByRole('button', { name: 'Sign in again' }));
      expect(await screen.findByText('Sent')).toBeInTheDocument();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent().map(({ body }) => body)).toEqual([{ typed: 'A long reason' }, { typed: 'A long reason' }]);
      expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
      expect(screen.getByLabelText('Text')).toHaveValue('A long reason');
      expect(address()).toBe('/admin/cases?status=all');
    },
  );
  it('is told that it was refused where nobody signs; nothing leaves the page', async () => {
    const { user } = await open(() => problem(401, 'Please sign in with your wallet first'));
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
    await user.click(within(dialog).getByRole('button', { name: 'Not now' }));
    expect(await screen.findByText('Please sign in with your wallet first')).toBeInTheDocument();
    expect(sent()).toHaveLength(1);
    expect(screen.getByLabelText('Text')).toHaveValue('A long reason');
    expect(screen.getByText(session().walletAddress!)).toBeInTheDocument();
  });
  it.each([
    ['another wallet signs in there', { walletAddress: 'rSomebodyElseExampleExample1' }],
    ['somebody signs out there', { walletAddress: null, userRole: null, kycStatus: null }],
  ])('is given up where the wallet changes in another tab: %s', async (_, now) => {
    await open(() => FRESH.clone());
    await screen.findByRole('dialog', { name: 'Sign in again' });
    serve({ 'GET /api/session': session(now) });
    announceIdentity();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toHaveLength(0);
  });
  it('never goes out in the name of another wallet', async () => {
    const { user } = await open(() => FRESH.clone(), 'rSomebodyElseExampleExample1');
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
    await user.click(within(dialog).getByRole('button', { name: 'Sign in again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toHaveLength(1);
  });
});
