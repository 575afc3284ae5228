import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { serve, session } from '../../../test/server';
import EasySetupPage from './pages/easy-setup-page';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

const OWN = 'rInvestorExampleExampleExample1';
// The trust line page's request with a limit of 5 is continued here (both pages share the stored request).
it('the step shows the limit of the request that is signed, not the usual one', async () => {
  const request = {
    success: true,
    payloadUuid: 'u-1',
    qrCode: '/qr.png',
    deepLink: 'https://xaman.example/u-1',
    websocket: 'wss://xaman.example',
    trustLimit: 5,
    expiresAt: new Date(Date.now() + 271_000).toISOString(),
  };
  sessionStorage.setItem(`line-request:${OWN}`, JSON.stringify(request));
  const info = { address: OWN, activated: true, balance: 50, trustlineStatus: 'none', trustLimit: 0, rlusdBalance: 0 };
  serve({
    'GET /api/session': session({ kycStatus: 'not_started' }),
    'GET /api/platform/config': { sandbox: true, demoFunding: true, network: 'SANDBOX' },
    [`GET /api/wallets/${OWN}`]: info,
    'GET /api/rlusd/trust-status-payload/u-1': { signed: false, error: null, status: 'pending' },
  });
  show(<EasySetupPage />, { at: '/easy-setup' });
  await screen.findByText(/Waiting for your signature/);
  const limit = screen.getByText('Limit').closest('div')!;
  expect(within(limit).getByText(/^5\.00/)).toBeInTheDocument();
});
