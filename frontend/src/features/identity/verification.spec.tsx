import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { KycRecord, KycStatus } from '@tknest/contracts/api';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import KycVerificationPage from './pages/kyc-verification-page';

afterEach(cleanup);

const record = (kycStatus: KycStatus, more: Partial<KycRecord> = {}): KycRecord => ({
  kycStatus,
  kycProvider: kycStatus === 'not_started' ? null : 'persona',
  rejectionReason: null,
  expiresAt: null,
  userRole: 'investor',
  kycSessionId: null,
  ...more,
});
const opened = { location: { href: '' }, opener: {}, close: jest.fn() };
async function open(kyc: KycRecord | null, more: Answers = {}) {
  window.open = jest.fn(() => opened) as never;
  const nobody = { walletAddress: null, userRole: null, kycStatus: null };
  serve({
    'GET /api/session': session(kyc ? { kycStatus: kyc.kycStatus } : nobody),
    'GET /api/platform/config': { supportEmail: 'help@example.org', sandbox: true },
    ...(kyc && { 'GET /api/kyc/status': kyc }),
    ...more,
  });
  const view = show(<KycVerificationPage />, { at: '/kyc-verification' });
  await screen.findByRole('heading', { name: 'Identity verification' });
  return view;
}
const track = () => screen.getByRole('progressbar', { name: 'Verification' }).getAttribute('aria-valuenow');

describe('one’s own documents and consents', () => {
  const document = { id: '0b8e1c52-aaaa', kind: 'idDocument', bytes: 2_500_000, mediaType: 'image/png' };
  const answers: Answers = {
    'GET /api/kyc/documents': [
      { ...document, uploadedAt: '2026-11-20T10:00:00Z', scan: 'clean' },
      {
        ...document,
        id: '1',
        kind: 'addressProof',
        bytes: 10,
        uploadedAt: '2026-11-21T10:00:00Z',
        scan: 'quarantined',
      },
    ],
    'GET /api/kyc/consents': {
      consents: [
        {
          id: 'a',
          role: 'landlord',
          at: '2026-11-21T10:00:00Z',
          versions: { terms: '1.1', privacy: '1.0', riskDisclosure: '1.0' },
        },
      ],
      retentionYears: 7,
    },
    'GET /api/kyc/erasure': { requestedAt: null },
  };
  it('are listed, with what may be downloaded and until when they are kept', async () => {
    await open(record('verified'), answers);
    const documents = await screen.findByRole('list', { name: 'Documents' });
    expect(documents).toHaveTextContent(/Government ID.*Nov 20, 2026, 2.4 MB/);
    expect(documents).toHaveTextContent(/Proof of address.*1 KB.*being checked for malware/);
    expect(screen.getAllByRole('button', { name: /^Download/ })).toHaveLength(1);
    const consents = await screen.findByRole('list', { name: 'Consents' });
    expect(consents).toHaveTextContent(/As landlord.*Terms of service 1.1, Privacy policy 1.0, Risk disclosure 1.0/);
    expect(screen.getByText(/stay locked for 7 years/)).toBeInTheDocument();
  });
  it('nothing is said of them before an application', async () => {
    await open(record('not_started'), answers);
    expect(screen.queryByRole('heading', { name: 'Your documents and consents' })).toBeNull();
  });
  it('that do not load say so', async () => {
    await open(record('verified'), { ...answers, 'GET /api/kyc/documents': problem(500, 'Broken') });
    expect(await screen.findByRole('heading', { name: /^Your documents.* did not load$/ })).toBeInTheDocument();
  });
});

describe('KYC status on /kyc-verification (document 1 §4)', () => {
  it.each([
    ['not_started', '0', 'Not Started'],
    ['pending', '20', 'Pending'],
    ['in_progress', '60', 'In progress'],
    ['verified', '100', 'Verified'],
    ['rejected', '0', 'Rejected'],
  ] as const)('%s is %s %', async (status, percent, word) => {
    await open(record(status));
    // Immediately, because the loading message is replaced when the record arrives.
    await waitFor(() => expect(screen.getAllByText(new RegExp(`^${word}`))[0]).toBeInTheDocument());
    await waitFor(() => expect(track()).toBe(percent));
  });
  it('rejected shows ‘Verification Rejected’ followed by the reason', async () => {
    await open(record('rejected', { rejectionReason: 'Your identity could not be verified' }));
    expect(await screen.findByText('Verification Rejected')).toBeInTheDocument();
    expect(screen.getByText(/Your identity could not be verified/)).toBeInTheDocument();
  });
  it.each([
    ['not_started', true],
    ['pending', true],
    ['rejected', true],
    ['in_progress', false],
    ['verified', false],
  ] as const)('the start panel with %s: %s', async (status, shown) => {
    await open(record(status));
    const percent = { not_started: '0', pending: '20', rejected: '0', in_progress: '60', verified: '100' }[status];
    await waitFor(() => expect(track()).toBe(percent));
    await waitFor(() => expect(Boolean(screen.queryByRole('button', { name: /Start KYC Verification/ }))).toBe(shown));
  });
  it('an application that Sum&Substance approves becomes verified on the page', async () => {
    let kyc = record('pending', { kycProvider: 'sumsub', kycSessionId: 's-1' });
    const { user } = await open(kyc, { 'GET /api/kyc/status': () => kyc });
    expect(await screen.findByText(/with Sum&Substance/)).toBeInTheDocument();
    await waitFor(() => expect(track()).toBe('20'));
    kyc = { ...kyc, kycStatus: 'verified', expiresAt: '2027-11-20T12:00:00.000Z' };
    await user.click(screen.getByRole('button', { name: 'Refresh Status' }));
    await waitFor(() => expect(track()).toBe('100'));
    expect(screen.getByText(/with Sum&Substance, expires Nov 20, 2027/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Start KYC Verification/ })).toBeNull();
  });
  it('names the provider, what is needed, and whom to write to', async () => {
    await open(record('pending', { expiresAt: '2026-11-27T12:00:00.000Z' }));
    expect(await screen.findByText(/with Persona, expires Nov 27, 2026/)).toBeInTheDocument();
    for (const text of ['Government ID', 'Proof of address', 'Selfie', 'help@example.org'])
      expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByText(/typically takes 2-5 minutes/)).toBeInTheDocument();
    const providers = screen.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent);
    expect(providers).toEqual([
      expect.stringMatching(/^Persona.*recommended/i),
      expect.stringMatching(/^Sum&Substance/),
    ]);
  });
});

/** The button, once session and verification state are known. */
async function startButton() {
  const start = () => screen.getByRole('button', { name: /Start KYC Verification/ });
  await waitFor(() => expect(start()).toBeEnabled());
  return start();
}

describe('until it is known how one’s verification stands', () => {
  it('nobody is told that it was not started', async () => {
    let answer!: (record: unknown) => void;
    await open(record('verified'), { 'GET /api/kyc/status': () => new Promise((resolve) => (answer = resolve)) });
    await waitFor(() => expect(answer).toBeDefined());
    expect(screen.queryByText('Not Started')).toBeNull();
    expect(screen.queryByRole('button', { name: /Start KYC Verification/ })).toBeNull();
    answer(record('verified'));
    expect(await screen.findByText('Verified', { selector: '.pill *, .pill' })).toBeInTheDocument();
  });
  it('an erasure that was asked for stands as pending, also after a reload', async () => {
    let asked: string | null = null;
    const answers = {
      'GET /api/kyc/erasure': () => ({ requestedAt: asked }),
      'POST /api/kyc/erasure': () => ({ requestedAt: (asked = '2026-11-20T14:02:00.000Z') }),
    };
    const { user } = await open(record('verified'), answers);
    await user.click(await screen.findByRole('button', { name: 'Erase my personal data' }));
    await user.click(await screen.findByRole('button', { name: 'Request erasure' }));
    expect(await screen.findByText('Erasure pending.')).toBeInTheDocument();
    cleanup();
    await open(record('verified'), answers);
    expect(await screen.findByText('Erasure pending.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Erase my personal data' })).toBeNull();
  });
});

describe('starting a verification', () => {
  it('opens the provider’s page in a window of its own, and asks again after 5 seconds', async () => {
    const started = { success: true, kycSessionId: 's-1', redirectUrl: 'https://provider.example/verify' };
    const { user } = await open(record('not_started'), { 'POST /api/kyc/start': started });
    await startButton();
    await user.click(screen.getByLabelText(/Sum&Substance/));
    await user.click(await startButton());
    expect(await screen.findByText('KYC Initiated')).toBeInTheDocument();
    expect(opened.location.href).toBe('https://provider.example/verify');
    expect(calls.find(({ path }) => path === '/api/kyc/start')?.body).toEqual({
      walletAddress: session().walletAddress,
      userRole: 'investor',
      provider: 'sumsub',
      verificationLevel: 'enhanced',
    });
    const asked = () => calls.filter(({ path }) => path === '/api/kyc/status').length;
    const before = asked();
    await waitFor(() => expect(asked()).toBeGreaterThan(before), { timeout: 7_000 });
  }, 15_000);
  it.each([
    ['The provider is away', 'The provider is away'],
    ['', 'Failed to start KYC verification'],
  ])('"KYC Start Failed": the server message or the fallback (%s)', async (detail, told) => {
    const { user } = await open(record('not_started'), { 'POST /api/kyc/start': () => problem(503, detail) });
    await user.click(await startButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(`KYC Start Failed${told}`);
    expect(opened.close).toHaveBeenCalled();
  });
  it('while it starts the button is busy, and a second click starts nothing', async () => {
    let answer!: (value: unknown) => void;
    const { user } = await open(record('not_started'), {
      'POST /api/kyc/start': () => new Promise((resolve) => (answer = resolve)),
    });
    const button = () => screen.getByRole('button', { name: /Start KYC Verification/ });
    // The button is a different one once the status is known.
    await waitFor(() => expect(button()).toBeEnabled());
    const start = button();
    await user.click(start);
    await waitFor(() => expect(start).toHaveAttribute('aria-disabled', 'true'));
    await user.click(start);
    await waitFor(() => expect(answer).toBeDefined());
    answer({ success: true, kycSessionId: 's-1', redirectUrl: 'https://provider.example/verify' });
    await waitFor(() => expect(start).not.toHaveAttribute('aria-disabled'));
    expect(calls.filter(({ path }) => path === '/api/kyc/start')).toHaveLength(1);
  });
  it('is not possible without a wallet', async () => {
    await open(null);
    expect(await screen.findByRole('button', { name: /Start KYC Verification/ })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Connect your wallet' })).toBeInTheDocument();
  });
  it('what one needs is not shown to who is verified', async () => {
    await open(record('not_started'));
    expect(await screen.findByRole('heading', { name: 'What you need' })).toBeInTheDocument();
    cleanup();
    await open(record('verified'));
    expect(await screen.findByRole('heading', { name: 'You are verified' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'What you need' })).toBeNull();
  });
  it('Refresh Status checks on demand and says it where one is verified', async () => {
    let now = record('pending');
    const { user } = await open(now, { 'GET /api/kyc/status': () => now });
    await waitFor(() => expect(track()).toBe('20'));
    now = record('verified');
    await user.click(screen.getByRole('button', { name: 'Refresh Status' }));
    expect(await screen.findByText('Your identity is verified.')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: /Access Platform/ })).toHaveAttribute('href', '/');
  });
});

it('one may ask to be forgotten, once it is said what that means', async () => {
  const { user } = await open(record('verified'), { 'POST /api/kyc/erasure': { requestedAt: '2026-11-22' } });
  await user.click(await screen.findByRole('button', { name: 'Erase my personal data' }));
  expect(await screen.findByText(/documents and everything a provider has told us are destroyed/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Request erasure' }));
  expect(await screen.findByText('Erasure requested')).toBeInTheDocument();
  expect(calls.some(({ method, path }) => method === 'POST' && path === '/api/kyc/erasure')).toBe(true);
});
