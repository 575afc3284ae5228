import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, serve, session } from '../../../test/server';
import { dayAndTime } from '../../shared/format/time';
import AuthPage from './pages/auth-page';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('document 1 §2, §4 and §8, /auth', () => {
  const nobody = { 'GET /api/session': session({ walletAddress: null, userRole: null, kycStatus: null }) };
  const link = { payloadUuid: 'u-1', qrCode: '/qr.png', deepLink: 'https://xaman.example/u-1', websocket: '' };
  const begun = {
    ...nobody,
    'POST /api/auth/xumm-login': link,
    'GET /api/auth/xumm-status/u-1': { authenticated: false, cancelled: false, expired: false },
  };
  const connect = async (answers: object) => {
    serve(answers as never);
    const view = show(<AuthPage />, { at: '/auth' });
    await view.user.click(await screen.findByRole('button', { name: 'Connect Xaman Wallet' }));
    return view;
  };

  it.each([
    'Secure Wallet Authentication',
    'Rent Recipient',
    'Property Owner',
    'Identity Verification (KYC)',
    'Not Started',
  ])('shows "%s"', async (text) => {
    serve(nobody);
    show(<AuthPage />, { at: '/auth' });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
  it('document 1 §5: the KYC start button is disabled without a wallet address', async () => {
    serve(nobody);
    show(<AuthPage />, { at: '/auth' });
    expect(await screen.findByRole('button', { name: 'Start KYC Verification' })).toBeDisabled();
  });
  it('Connect Xaman Wallet gives a QR code and waits', async () => {
    serve(begun);
    const { user } = show(<AuthPage />, { at: '/auth' });
    await user.click(await screen.findByRole('button', { name: 'Connect Xaman Wallet' }));
    expect(await screen.findByAltText('QR code: scan it with Xaman to sign in')).toHaveAttribute('src', '/qr.png');
    expect(screen.getByText('Waiting')).toBeInTheDocument();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ userRole: 'investor' });
  });
  it('shows the number that the wallet shows too, and why', async () => {
    await connect({ ...begun, 'POST /api/auth/xumm-login': { ...link, matchNumber: '47' } });
    expect(await screen.findByText('47')).toBeInTheDocument();
    expect(screen.getByText(/Sign only if your wallet shows the same number/)).toBeInTheDocument();
  });
  it('"Authentication Error": the server message or "Failed to initialize Xaman login"', async () => {
    const { user } = await connect({
      ...nobody,
      'POST /api/auth/xumm-login': () => problem(502, 'The wallet app is away'),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Authentication ErrorThe wallet app is away');
    serve({ ...nobody, 'POST /api/auth/xumm-login': () => problem(502, '') });
    await user.click(screen.getByRole('button', { name: 'Connect Xaman Wallet' }));
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('Authentication ErrorFailed to initialize Xaman login'),
    );
  });
  it.each(['cancelled', 'expired'])(
    '%s clears the QR code: "Authentication Cancelled: Xaman login was cancelled or expired."',
    async (how) => {
      await connect({
        ...begun,
        'GET /api/auth/xumm-status/u-1': {
          authenticated: false,
          cancelled: how === 'cancelled',
          expired: how === 'expired',
        },
      });
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'Authentication CancelledXaman login was cancelled or expired.',
      );
      expect(screen.queryByAltText(/QR code/)).toBeNull();
    },
  );
  it('polls every 3 seconds and stops after 5 minutes', async () => {
    jest.useFakeTimers();
    serve(begun);
    show(<AuthPage />, { at: '/auth' });
    const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await later(500);
    fireEvent.click(screen.getByRole('button', { name: 'Connect Xaman Wallet' }));
    await later(500);
    const asked = () => calls.filter(({ path }) => path.endsWith('/u-1')).length;
    expect(asked()).toBe(1);
    await later(9_000);
    expect(asked()).toBe(4);
    await later(292_000);
    expect(
      screen.getByText('The request was not signed within five minutes. Start again when you are ready.'),
    ).toBeInTheDocument();
    const stopped = asked();
    await later(60_000);
    expect(asked()).toBe(stopped);
  });
  it.each([
    ['verified', 'Verified'],
    ['pending', 'Pending'],
    ['rejected', 'Rejected'],
    ['not_started', 'Not Started'],
  ] as const)('KYC %s carries the badge "%s"', async (kycStatus, badge) => {
    serve({ 'GET /api/session': session({ kycStatus }) });
    show(<AuthPage />, { at: '/auth' });
    expect(await screen.findByText(badge)).toBeInTheDocument();
  });
  it.each([
    ['/kyc?role=landlord', 'landlord'],
    ['/kyc?role=investor', 'investor'],
    ['/properties/3', 'investor'],
  ])('who is led back to %s signs in as %s unless another role is chosen', async (from, role) => {
    serve(begun);
    const { user } = show(<AuthPage />, { at: `/auth?from=${encodeURIComponent(from)}` });
    await user.click(await screen.findByRole('button', { name: 'Connect Xaman Wallet' }));
    await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ userRole: role }));
  });
  it.each([
    ['/auth', session(), '/'],
    ['/auth', session({ userRole: 'auditor', kycStatus: 'not_started' }), '/audit'],
    ['/auth', session({ kycStatus: 'not_started' }), '/auth'],
    ['/auth?from=/portfolio', session({ kycStatus: 'not_started' }), '/portfolio'],
  ])('goes on from %s by itself once the wallet has signed, unless the verification is next', async (at, who, to) => {
    let signed = false;
    serve({
      ...begun,
      'GET /api/session': () => (signed ? who : nobody['GET /api/session']),
      'GET /api/auth/xumm-status/u-1': () => {
        signed = true;
        return { authenticated: true, cancelled: false, expired: false };
      },
    });
    const { user, address } = show(<AuthPage />, { at });
    await user.click(await screen.findByRole('button', { name: 'Connect Xaman Wallet' }));
    expect(await screen.findByText('Wallet Connected')).toBeInTheDocument();
    await waitFor(() => expect(address()).toBe(to));
  });
  it('signs in as the role that is chosen', async () => {
    serve(begun);
    const { user } = show(<AuthPage />, { at: '/auth' });
    expect(await screen.findByRole('radio', { name: 'Rent Recipient' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Property Owner' }));
    await user.click(screen.getByRole('button', { name: 'Connect Xaman Wallet' }));
    await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ userRole: 'landlord' }));
  });
  it('connected: says as whom, and how to change it', async () => {
    serve({ 'GET /api/session': session({ userRole: 'landlord' }) });
    show(<AuthPage />, { at: '/auth' });
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Property Owner' })).toBeChecked());
    expect(screen.getByRole('radio', { name: 'Rent Recipient' })).toBeDisabled();
    expect(screen.getByText('To change it, disconnect and connect again.')).toBeInTheDocument();
  });
  it('an inquiry that was begun stands with its session id', async () => {
    const record = { kycStatus: 'in_progress', kycProvider: 'persona', kycSessionId: 'inq-1', rejectionReason: null };
    serve({ 'GET /api/session': session({ kycStatus: 'in_progress' }), 'GET /api/kyc/status': record });
    show(<AuthPage />, { at: '/auth' });
    expect(await screen.findByText('inq-1')).toBeInTheDocument();
    expect(screen.getByText('Verification in progress')).toBeInTheDocument();
  });
  it('"KYC Initiated", or "KYC Error" with the server message or "Failed to initialize KYC verification"', async () => {
    const window_ = { opener: null, location: { href: '' }, close: () => undefined };
    jest.spyOn(globalThis, 'open').mockReturnValue(window_ as unknown as Window);
    const answers = {
      'GET /api/session': session({ kycStatus: 'not_started' }),
      'GET /api/kyc/status': { kycStatus: 'not_started', kycSessionId: null },
    };
    const begin = (answer: unknown) => serve({ ...answers, 'POST /api/kyc/initialize': answer });
    begin(() => problem(503, ''));
    const { user } = show(<AuthPage />, { at: '/auth' });
    await screen.findByRole('heading', { name: 'Connected' });
    const press = async () => user.click(screen.getByRole('button', { name: /KYC Verification/ }));
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('KYC ErrorFailed to initialize KYC verification');
    begin(() => problem(503, 'The provider is away'));
    await press();
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('KYC ErrorThe provider is away'));
    begin({ success: true, kycSessionId: 's-1', redirectUrl: 'https://provider.example/verify' });
    await press();
    expect(await screen.findByText('KYC Initiated')).toBeInTheDocument();
    expect(screen.getByText('Please complete your identity verification.')).toBeInTheDocument();
    expect(window_.location.href).toBe('https://provider.example/verify');
  });
  it('verified: Access Platform leads to /', async () => {
    serve({ 'GET /api/session': session() });
    show(<AuthPage />, { at: '/auth' });
    expect(await screen.findByRole('link', { name: 'Access Platform' })).toHaveAttribute('href', '/');
  });
  it.each([
    ['admin', 'Administrator', '/admin'],
    ['auditor', 'Auditor', '/audit'],
    ['compliance', 'Compliance officer', '/compliance'],
  ] as const)(
    'an officer (%s) is told the own role, needs no verification, and is led to the work',
    async (userRole, name, to) => {
      serve({ 'GET /api/session': session({ userRole, kycStatus: 'not_started' }) });
      show(<AuthPage />, { at: '/auth' });
      expect(await screen.findByText(name)).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Access Platform' })).toHaveAttribute('href', to);
      expect(screen.queryByText('Not Started')).toBeNull();
      expect(screen.queryByRole('button', { name: /KYC Verification/ })).toBeNull();
      expect(screen.queryByRole('radio')).toBeNull();
    },
  );
  it('connected: the wallet, since when, and Disconnect; "Logged Out: Successfully disconnected wallet."', async () => {
    let who = session();
    serve({
      'GET /api/session': () => who,
      'GET /api/user/info': { role: 'investor', signedInAt: '2026-11-20T14:02:00.000Z' },
      'POST /api/auth/logout': () => {
        who = session({ walletAddress: null, userRole: null, kycStatus: null });
        return null;
      },
    });
    const { user, address } = show(<AuthPage />, { at: '/auth' });
    expect(await screen.findByTitle('rInvestorExampleExampleExample1')).toHaveTextContent('rInvestorExa');
    expect(await screen.findByText(dayAndTime('2026-11-20T14:02:00.000Z'))).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('Logged Out')).toBeInTheDocument();
    expect(screen.getByText('Successfully disconnected wallet.')).toBeInTheDocument();
    expect(address()).toBe('/auth');
    // The state before anybody connected.
    expect(await screen.findByRole('button', { name: 'Connect Xaman Wallet' })).toBeEnabled();
    expect(screen.queryByTitle('rInvestorExampleExampleExample1')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull();
    expect(screen.getByText('Not Started')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Start KYC Verification' })).toBeDisabled();
  });
});
