import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, serve, session } from '../../../test/server';
import { dayAndTime } from '../../shared/format/time';
import { Gate } from '../../app/gate/gate';
import Onboarding from './components/onboarding';
import AuthPage from './pages/auth-page';
import { Landing } from './pages/landing';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('document 1 §2, demo gate', () => {
  const button = () => screen.getByRole('button', { name: 'Access Demo Platform' });
  const field = () => screen.getByLabelText('Access code');

  it('the button is disabled while the field is blank', async () => {
    const { user } = show(<Gate />);
    expect(screen.getByRole('button', { name: 'Access Demo Platform' })).toBeDisabled();
    await user.type(field(), '  ');
    expect(button()).toBeDisabled();
    await user.type(field(), 'code');
    expect(button()).toBeEnabled();
  });
  it('Enter also submits; the right code opens the page', async () => {
    serve({ 'POST /api/demo-access': null });
    const { user } = show(<Gate />);
    await user.type(field(), 'ledger2024{Enter}');
    await waitFor(() => expect(sessionStorage.getItem('demo-access')).toBe('open'));
    expect(calls[0]?.body).toEqual({ code: 'ledger2024' });
  });
  it('a wrong code stands inline with a red border: "Invalid access code. Please try again."; typing clears it', async () => {
    const message = 'Invalid access code. Please try again.';
    serve({ 'POST /api/demo-access': () => problem(401, message) });
    const { user } = show(<Gate />);
    await user.type(field(), 'wrong{Enter}');
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(field()).toHaveAttribute('aria-invalid', 'true');
    expect(field()).toHaveAccessibleDescription(message);
    await user.type(field(), 'x');
    expect(screen.queryByText(message)).toBeNull();
    expect(field()).not.toHaveAttribute('aria-invalid');
  });
  it('too many attempts (429) are a note that says how long to wait, and no red field', async () => {
    const message = 'Too many attempts. Please wait 42 seconds.';
    serve({ 'POST /api/demo-access': () => problem(429, message) });
    const { user } = show(<Gate />);
    await user.type(field(), 'wrong{Enter}');
    expect((await screen.findByText(message)).closest('.note')).toHaveClass('note-wait');
    expect(field()).not.toHaveAttribute('aria-invalid');
    await user.type(field(), 'x');
    expect(screen.queryByText(message)).toBeNull();
  });
});

/** The whole page: what is below the first screen appears a moment later. */
async function openLanding() {
  const shown = show(<Landing />);
  await screen.findByText(/© 2024/);
  return shown;
}

describe('document 1 §2, landing page', () => {
  it.each([
    ['Quick Setup', '/easy-setup'],
    ['Dashboard', '/dashboard'],
    ['Admin', '/admin'],
    ['Terms', '/terms'],
  ])('%s leads to %s', async (name, to) => {
    await openLanding();
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', to);
  });
  it.each([
    '2.5M+',
    'RLUSD activity',
    '450+',
    'listings',
    '98%',
    'completion rate',
    'Property Owner',
    'Investor',
    'Regulatory notes',
    'Disclaimers',
    /© 2024/,
  ])('shows %s', async (text) => {
    await openLanding();
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  });
  it('has six features, three testimonials and the stated positioning', async () => {
    const { container } = await openLanding();
    expect(container.querySelectorAll('.landing-features > div')).toHaveLength(6);
    expect(container.querySelectorAll('blockquote')).toHaveLength(3);
    for (const text of [
      'Identity verification',
      'Sanctions screening',
      'You hold your own keys',
      'No returns guaranteed',
    ])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByText(/not a lender, broker, money transmitter or advisor/)).toBeInTheDocument();
    expect(
      screen.getByText(
        /utility tokens: participation rights, not ownership and not securities.*Consult legal and financial professionals/,
      ),
    ).toBeInTheDocument();
  });
  it('of the footer’s links only that to the terms leads somewhere', async () => {
    await openLanding();
    const links = within(screen.getByRole('contentinfo')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Terms', '/terms']]);
  });
  it('the wizard’s way back leads to the role choice', async () => {
    const { user } = await openLanding();
    await user.click(screen.getByRole('button', { name: 'Continue as Investor' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Back to role choice' }));
    expect(await screen.findByRole('button', { name: 'Continue as Property Owner' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'KYC Verification' })).toBeNull();
  });
  it.each([
    ['Property Owner', 'landlord'],
    ['Investor', 'investor'],
  ])('choosing %s opens the role modal; Proceed goes to /kyc as %s', async (title, role) => {
    const { user, address } = await openLanding();
    await user.click(screen.getByRole('button', { name: `Continue as ${title}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Register as ${title}` }));
    expect(dialog.getByText('Benefits')).toBeInTheDocument();
    expect(dialog.getByText('KYC requirements')).toBeInTheDocument();
    expect(dialog.getByText(/utility tokens/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Proceed to KYC Verification' }));
    expect(address()).toBe(`/kyc?role=${role}`);
  });
  it('Cancel closes the role modal', async () => {
    const { user } = await openLanding();
    await user.click(screen.getByRole('button', { name: 'Continue as Investor' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('document 1 §2 and §4, onboarding wizard', () => {
  it.each([
    ['landlord', ['KYC Verification', 'Create Account', 'Wallet Setup', 'Complete Setup']],
    ['investor', ['KYC Verification', 'Wallet Setup', 'Complete Setup']],
  ] as const)('%s: its steps in order, checked by nothing, and the progress', async (role, steps) => {
    const { user, address } = show(<Onboarding role={role} onBack={() => undefined} />);
    for (const [index, title] of steps.entries()) {
      expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
      expect(screen.getByRole('progressbar')).toHaveAttribute(
        'aria-valuenow',
        String(Math.round(((index + 1) / steps.length) * 100)),
      );
      await user.click(
        screen.getByRole('button', { name: index === steps.length - 1 ? 'Complete Setup' : 'Continue' }),
      );
    }
    expect(address()).toBe(`/easy-setup?role=${role}&kycStatus=verified&wallet=`);
  });
  it('Previous goes back but never below 1', async () => {
    const { user } = show(<Onboarding role="investor" onBack={() => undefined} />);
    const previous = screen.getByRole('button', { name: 'Previous' });
    expect(previous).toHaveAttribute('aria-disabled', 'true');
    await user.click(previous);
    expect(screen.getByRole('heading', { name: 'KYC Verification' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(screen.getByRole('heading', { name: 'KYC Verification' })).toBeInTheDocument();
  });
  it('a ledger address starting with r stands as the wallet’s placeholder; Auto-Fill fills it and verifies', async () => {
    const { user } = show(<Onboarding role="investor" onBack={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByLabelText('Wallet address')).toHaveAttribute('placeholder', expect.stringMatching(/^r/));
    await user.click(screen.getByRole('button', { name: 'Auto-Fill Demo Data' }));
    expect(screen.getByLabelText('Wallet address')).toHaveValue('rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe');
  });
  it.each([
    ['landlord', ['Username', 'Password', 'Confirm password']],
    ['investor', []],
  ] as const)('%s: the data that is asked for begins empty, and Auto-Fill fills all of it', async (role, account) => {
    const { user } = show(<Onboarding role={role} onBack={() => undefined} />);
    const person = ['First name', 'Last name', 'Email', 'Country'];
    for (const label of person) expect(screen.getByLabelText(label)).toHaveValue('');
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
    await user.click(screen.getByRole('button', { name: 'Auto-Fill Demo Data' }));
    expect(person.map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual([
      'Dana',
      'Demo',
      'dana@example.com',
      'United States',
    ]);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    for (const label of account) expect(screen.getByLabelText(label)).not.toHaveValue('');
    expect(screen.queryAllByLabelText(/Username|assword/)).toHaveLength(account.length);
    if (account.length > 0) await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByLabelText('Wallet address')).toHaveValue('rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe');
    // kycStatus begins pending; with the demo data it is verified.
    cleanup();
    const late = show(<Onboarding role={role} onBack={() => undefined} />);
    for (let step = 0; step < 2 + Math.sign(account.length); step += 1)
      await late.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByText(/Verification is pending/)).toBeInTheDocument();
    await late.user.click(screen.getByRole('button', { name: 'Auto-Fill Demo Data' }));
    expect(screen.getByText(/Everything is filled in/)).toBeInTheDocument();
  });
  it('the landlord’s account shows what a password should have, and enforces nothing', async () => {
    const { user } = show(<Onboarding role="landlord" onBack={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(
      screen.getByText('At least 8 characters, upper and lower case, a number, a special character.'),
    ).toBeInTheDocument();
    await user.type(screen.getByLabelText('Password'), 'a');
    await user.type(screen.getByLabelText('Confirm password'), 'b');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Wallet Setup' })).toBeInTheDocument();
  });
  it('Previous from the last step is not thrown forward again', async () => {
    const { user } = show(<Onboarding role="landlord" onBack={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Auto-Fill Demo Data' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { name: 'Complete Setup' });
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findByRole('heading', { name: 'Wallet Setup' });
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(screen.getByRole('heading', { name: 'Wallet Setup' })).toBeInTheDocument();
  });
  it('Back goes one step back', async () => {
    const { user, router } = show(<Onboarding role="investor" onBack={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { name: 'Wallet Setup' });
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('heading', { name: 'KYC Verification' })).toBeInTheDocument();
  });
  it('on the landing page its completion goes to /integrated-dashboard with role and wallet', async () => {
    const { user, address } = await openLanding();
    await user.click(screen.getByRole('button', { name: 'Continue as Investor' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Auto-Fill Demo Data' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.click(await screen.findByRole('button', { name: 'Complete Setup' }));
    await waitFor(() =>
      expect(address()).toBe('/integrated-dashboard?role=investor&wallet=rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe'),
    );
  });
  it('step 3 advances by itself after 1 second once verified', async () => {
    const { user } = show(<Onboarding role="landlord" onBack={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Auto-Fill Demo Data' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByRole('heading', { name: 'Wallet Setup' })).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Complete Setup' })).toBeInTheDocument();
  });
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
    // Everything is as before anybody connected.
    expect(await screen.findByRole('button', { name: 'Connect Xaman Wallet' })).toBeEnabled();
    expect(screen.queryByTitle('rInvestorExampleExampleExample1')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull();
    expect(screen.getByText('Not Started')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Start KYC Verification' })).toBeDisabled();
  });
});
