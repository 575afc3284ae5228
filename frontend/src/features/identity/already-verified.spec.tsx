import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, serve, session } from '../../../test/server';
import { AlreadyVerified } from './components/already-verified';

afterEach(cleanup);

it('says to who is verified already until when, for the role that is asked for', async () => {
  serve({
    'GET /api/session': session(),
    'GET /api/kyc/status': { kycStatus: 'verified', userRole: 'investor', expiresAt: '2027-11-28T12:00:00.000Z' },
  });
  const { unmount } = show(<AlreadyVerified type="investor" />);
  expect(await screen.findByText('You are verified until Nov 28, 2027.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Identity and documents' })).toHaveAttribute('href', '/kyc-verification');
  unmount();
  calls.length = 0;
  show(<AlreadyVerified type="landlord" />);
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/session')).toBe(true));
  expect(screen.queryByText(/^You are verified/)).toBeNull();
  expect(calls.some(({ path }) => path === '/api/kyc/status')).toBe(false);
});
