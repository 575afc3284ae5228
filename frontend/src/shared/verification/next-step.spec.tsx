import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import type { SessionView } from '@tknest/contracts/api';
import { show } from '../../../test/render';
import { calls, serve, session } from '../../../test/server';
import { useSessionQuery } from '../session/api';
import { NextStep, useNextStep } from './next-step';

afterEach(cleanup);

const WALLET = session().walletAddress!;
const Home = ({ role, begun }: { role: 'investor' | 'landlord'; begun: boolean }) => {
  const next = useNextStep(role, begun);
  const { data } = useSessionQuery();
  return (
    <>
      {data && <p>Known to be {data.userRole}</p>}
      {next.isLoading ? <p>Loading</p> : <NextStep next={next} />}
    </>
  );
};
function open(role: 'investor' | 'landlord', who: Partial<SessionView>, trustlineStatus = 'none', begun = false) {
  serve({
    'GET /api/session': session({ userRole: role, ...who }),
    [`GET /api/wallets/${WALLET}`]: { address: WALLET, trustlineStatus },
  });
  show(<Home role={role} begun={begun} />);
}
const ledgerAsked = () => calls.some(({ path }) => path.startsWith('/api/wallets/'));

it.each([
  ['investor', 'not_started', 'none', 'Step 2 of 4: Verify your identity', '/kyc?role=investor'],
  ['landlord', 'not_started', 'none', 'Step 2 of 4: Verify your identity', '/kyc?role=landlord'],
  ['investor', 'in_progress', 'none', 'Step 2 of 4: Your verification is under review', '/kyc-verification'],
  ['investor', 'rejected', 'none', 'Step 2 of 4: Apply for verification again', '/kyc-verification'],
  ['investor', 'verified', 'none', 'Step 3 of 4: Open your RLUSD trust line', '/trust-line-setup'],
  ['investor', 'verified', 'active', 'Step 4 of 4: Buy your first tokens', '/properties'],
  ['landlord', 'verified', 'active', 'Step 4 of 4: List your first property', '/#info'],
] as const)('%s, %s, trust line %s: %s', async (role, kycStatus, line, title, to) => {
  open(role, { kycStatus }, line);
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.getByRole('link')).toHaveAttribute('href', to);
  expect(ledgerAsked()).toBe(kycStatus === 'verified');
});

it.each([
  ['who has begun', 'investor', {}, true],
  ['who tries the other view', 'landlord', { userRole: 'investor' }, false],
  ['the office', 'investor', { userRole: 'admin' }, false],
] as const)('says nothing to %s, and does not ask the ledger', async (_, role, who, begun) => {
  open(role, who, 'none', begun);
  await screen.findByText(/^Known to be/);
  expect(screen.queryByText('Loading')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Your next step' })).toBeNull();
  expect(ledgerAsked()).toBe(false);
});
