import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fill } from '../../../test/fill';
import { show } from '../../../test/render';
import { calls, problem, property, serve, session, type Answers } from '../../../test/server';
import AutoTokensPage from './pages/auto-tokens-page';
import TokensPage from './pages/tokens-page';

afterEach(cleanup);

const WALLET = 'rE5tLk1RaB7gNx3qZiPwExampleEx';
const ISSUER = 'rT1kNeStIsSuEr4SampleExample12';
const HASH = 'E17A6C03'.repeat(8);
const config = { issuer: ISSUER, explorer: null };
const recipient = { walletAddress: WALLET, verified: true, line: 'ready', balance: '65', register: 65, issued: 781 };
const auto = {
  enabled: false,
  defaultTokenAmount: 1000,
  issuerSeed: 'configured',
  requiresBothPartiesKyc: true,
  minimumInvestmentThreshold: 100,
};

function open(at: string, more: Answers = {}) {
  serve({
    'GET /api/session': session({ userRole: 'admin' }),
    'GET /api/platform/config': config,
    'GET /api/tokens/operations': [],
    'GET /api/tokens/unallocated': [],
    [`GET /api/tokens/recipients/${WALLET}`]: recipient,
    'GET /api/admin/auto-token-config': auto,
    'GET /api/admin/auto-token-config/activity': [],
    ...more,
  });
  return show(at.startsWith('/auto') ? <AutoTokensPage /> : <TokensPage />, { at: at });
}
const user = userEvent.setup();
const type = async (label: string | RegExp, text: string) => fill(user, await screen.findByLabelText(label), text);
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
/** A notice moves from the dialog to the page with it. */
const told = (words: string) => waitFor(() => expect(screen.getByText(words)).toBeInTheDocument());
const posts = (path: string) => calls.filter((call) => call.method === 'POST' && call.path === path);

describe('§2.3 Token Management', () => {
  it('has five tabs, each with an address of its own', async () => {
    open('/tokens');
    const tabs = within(screen.getByRole('navigation', { name: 'Token operations' }));
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Issue Tokens',
      'RLUSD Payouts',
      'Trustline Setup',
      'Check Balance',
      'Bulk Operations',
    ]);
  });

  it('§5 says what is missing in the form, in the document’s words, and sends nothing', async () => {
    open('/tokens');
    await press('Issue tokens');
    expect(await screen.findByText('Recipient address is required')).toBeInTheDocument();
    expect(screen.getByText('Amount is required')).toBeInTheDocument();
    expect(posts('/api/tokens/issue')).toEqual([]);
  });

  it('looks the recipient up while typed, shows what follows, asks once, and says §8 Tokens Issued Successfully', async () => {
    open('/tokens', { 'POST /api/tokens/issue': { success: true, id: 'i1', txHash: HASH, error: null } });
    await type('Recipient address', WALLET);
    await type('Amount', '35');
    expect(await screen.findByText('Verified, trust line open, 65 TKNEST held')).toBeInTheDocument();
    expect(screen.getByText('100 TKNEST')).toBeInTheDocument();
    expect(screen.getByText('816 TKNEST')).toBeInTheDocument();
    await press('Issue 35 TKNEST');
    const dialog = within(await screen.findByRole('dialog'));
    await user.dblClick(dialog.getByRole('button', { name: 'Issue tokens' }));
    await told('Tokens Issued Successfully');
    expect(screen.getByText('Transaction E17A6C03')).toBeInTheDocument();
    const [call, ...others] = posts('/api/tokens/issue');
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      body: { recipientAddress: WALLET, amount: '35', issuerSeed: '' },
      key: expect.any(String),
    });
  });

  it('above 1,000 the amount is typed again; the seed leaves no mark in the browser', async () => {
    open('/tokens', { 'POST /api/tokens/issue': problem(400, 'This seed is not the issuer’s') });
    await type('Recipient address', WALLET);
    await type('Amount', '1001');
    await type('Issuer seed', 'sEdSecretSeed');
    await press('Issue 1,001 TKNEST');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Issue tokens' }));
    expect(await dialog.findByText('The amount is 1,001 TKNEST')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Type the amount again: 1,001'), '1001');
    await user.click(dialog.getByRole('button', { name: 'Issue tokens' }));
    await told('Token Issuance Error');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('sEdSecret');
  });

  it('§8 Token Issuance Failed with the ledger’s words; what takes longer is followed to its end', async () => {
    let asked = 0;
    const operation = { id: 'i1', success: true, status: 'processing', txHash: null, error: null };
    open('/tokens', {
      'POST /api/tokens/issue': { success: true, id: 'i1', txHash: null, error: null },
      'GET /api/tokens/operations/i1': () =>
        asked++ === 0 ? operation : { ...operation, success: false, status: 'failed', error: 'The ledger refused it' },
    });
    await type('Recipient address', WALLET);
    await type('Amount', '5');
    await press('Issue 5 TKNEST');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Issue tokens' }));
    expect(await screen.findByText(/The ledger is taking longer than usual/)).toBeInTheDocument();
    expect(await screen.findByText('Token Issuance Failed', undefined, { timeout: 6_000 })).toBeInTheDocument();
  }, 15_000);

  it('assigns what stands in no register to a property with room for it', async () => {
    const issuanceId = '2f1d2a53-8f0b-4d7e-9a44-6b1c0c8f7a10';
    open('/tokens', {
      'GET /api/tokens/unallocated': [
        {
          issuanceId,
          recipientAddress: WALLET,
          amount: '20',
          source: 'hand',
          paymentId: null,
          txHash: HASH,
          issuedAt: '2026-11-20T14:02:00.000Z',
        },
      ],
      'GET /api/properties': [property()],
      'POST /api/tokens/assign': problem(409, 'No settled payment of 2000 RLUSD was found'),
    });
    await press(`Assign 20 TKNEST of ${WALLET}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign 20 tokens' }));
    await user.click((await dialog.findAllByLabelText('Property'))[0]!);
    await user.click(await screen.findByRole('option', { name: 'Sample Court, 2,000.00 RLUSD' }));
    await user.click(dialog.getByRole('button', { name: 'Assign' }));
    expect(await dialog.findByText('No settled payment of 2000 RLUSD was found')).toBeInTheDocument();
    expect(posts('/api/tokens/assign')[0]!.body).toEqual({ issuanceId, propertyId: 1 });
  });

  it('§5 the trustline URL needs currency and issuer; its limit defaults to 10000; it can be copied', async () => {
    const trustlineURL = 'https://xaman.app/detect/7B22';
    open('/tokens?tab=trustline', { 'POST /api/tokens/trustline-url': { success: true, trustlineURL } });
    expect(await screen.findByLabelText('Limit')).toHaveValue('10000');
    await user.clear(screen.getByLabelText('Currency'));
    await user.clear(screen.getByLabelText('Issuer address'));
    await press('Generate Trustline URL');
    expect(await screen.findByText('Currency is required')).toBeInTheDocument();
    expect(screen.getByText('Issuer address is required')).toBeInTheDocument();
    await type('Currency', 'RLUSD');
    await type('Issuer address', ISSUER);
    await press('Generate Trustline URL');
    expect(await screen.findByRole('link', { name: trustlineURL })).toHaveAttribute('href', trustlineURL);
    expect(screen.getByText('Trustline URL Generated')).toBeInTheDocument();
    await press('Copy');
    expect(await screen.findByText('Copied to Clipboard')).toBeInTheDocument();
  });

  it('§5 the balance needs wallet, currency and issuer; the ledger stands beside the register; §8 an error is a badge', async () => {
    let balance: unknown = { walletAddress: WALLET, currency: 'TKNEST', balance: '65', error: null };
    open('/tokens?tab=balance', { [`GET /api/tokens/balance/${WALLET}/TKNEST/${ISSUER}`]: () => balance });
    await press('Check');
    expect(await screen.findByText('Wallet address is required')).toBeInTheDocument();
    await type('Wallet address', WALLET);
    await press('Check');
    expect(await screen.findByText('Matches')).toBeInTheDocument();
    balance = { walletAddress: WALLET, currency: 'TKNEST', balance: '0', error: 'This wallet has no such trust line' };
    await press('Check');
    expect(await screen.findByText('This wallet has no such trust line')).toBeInTheDocument();
    expect(await screen.findByText('Differs')).toBeInTheDocument();
    balance = problem(502, 'The ledger is away');
    await press('Check');
    expect(await screen.findByText('Balance Check Error')).toBeInTheDocument();
  });

  it('§2.3 Bulk Operations is Coming Soon; its button does nothing', async () => {
    open('/tokens?tab=bulk');
    expect(await screen.findByText('Coming Soon')).toBeInTheDocument();
    const before = calls.length;
    await press('Start bulk operation');
    expect(screen.getByRole('button', { name: 'Start bulk operation' })).toHaveAttribute('aria-disabled', 'true');
    expect(calls.slice(before).filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('each of its lists has pages of its own: an older one of one hides nothing of the other', async () => {
    const paged = (rows: object[]) => () =>
      new Response(JSON.stringify(rows), {
        headers: { 'Content-Type': 'application/json', 'X-Next-Cursor': 'IjUwIg' },
      });
    const row = {
      id: 'i9',
      issuanceId: 'i9',
      recipientAddress: WALLET,
      amount: 5,
      status: 'issued',
      createdAt: '2026-11-20T12:00:00Z',
    };
    const { address } = open('/tokens', {
      'GET /api/tokens/operations': paged([row]),
      'GET /api/tokens/unallocated': paged([{ ...row, source: 'hand', issuedAt: '2026-11-20T12:00:00Z' }]),
    });
    const asked = (path: string) =>
      calls.filter((call) => call.path === path).map(({ search }) => new URLSearchParams(search).get('cursor'));
    const lately = within((await screen.findByRole('heading', { name: 'Recently issued' })).closest('section')!);
    const waiting = within((await screen.findByRole('heading', { name: 'Not in a register' })).closest('section')!);
    await user.click(await lately.findByRole('button', { name: 'Older' }));
    await waitFor(() => expect(asked('/api/tokens/operations')).toContain('IjUwIg'));
    expect(await lately.findByText('Page 2')).toBeInTheDocument();
    expect(asked('/api/tokens/unallocated')).not.toContain('IjUwIg');
    await user.click(await waiting.findByRole('button', { name: 'Older' }));
    await waitFor(() => expect(asked('/api/tokens/unallocated')).toContain('IjUwIg'));
    await user.click(await waiting.findByRole('button', { name: 'Newer' }));
    expect(address()).toBe('/tokens?after=IjUwIg');
    expect(await lately.findByText('Page 2')).toBeInTheDocument();
  });

  it('bulk operations that are switched on check a list row by row before anything of it can be carried out', async () => {
    const rowOf = (recipientAddress: string, amount: string, problem: string | null = null) => ({
      recipientAddress,
      amount,
      problem,
      issuanceId: null,
    });
    const bodies: any[] = [];
    open('/tokens?tab=bulk', {
      'GET /api/platform/config': { issuer: WALLET, bulkOperations: true },
      'POST /api/tokens/bulk': ({ body }: any) => {
        bodies.push(body);
        const rows = body.rows.map(({ recipientAddress, amount }: any) =>
          rowOf(recipientAddress, amount, amount === 'x' ? 'Amount must be positive, with at most 6 decimals' : null),
        );
        return {
          operationId: body.preview ? null : 'op',
          payoutId: body.preview ? null : 'bulk-op',
          kind: 'payout',
          rows,
          total: '7.5',
        };
      },
    });
    await userEvent.click(await screen.findByLabelText('Pay RLUSD'));
    const list = screen.getByLabelText('List');
    await userEvent.click(list);
    await userEvent.paste(`wallet,amount\n${WALLET},7.5\nrB,x`);
    await press('Check 2 rows');
    expect(await screen.findByText(/1 of 2 rows cannot be carried out/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Pay 7.5/ })).toBeNull();
    await userEvent.clear(list);
    await userEvent.click(list);
    await userEvent.paste(`${WALLET},7.5`);
    await press('Check 1 row');
    await press('Pay 7.5 RLUSD');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pay' }));
    expect(await screen.findByRole('link', { name: 'View payout run' })).toHaveAttribute(
      'href',
      '/admin/payouts/bulk-op',
    );
    expect(bodies.map(({ preview }) => preview)).toEqual([true, true, undefined]);
    expect(bodies.at(-1)).toMatchObject({ kind: 'payout', rows: [{ recipientAddress: WALLET, amount: '7.5' }] });
  });
});

describe('§2.4 Automated Token Issuance Configuration', () => {
  it('shows how it stands, the four steps, and the ways to /tokens and /admin', async () => {
    open('/auto-tokens');
    expect(await screen.findByText('Disabled')).toBeInTheDocument();
    expect(screen.getByText('Both Parties')).toBeInTheDocument();
    expect(screen.getByText('Min Investment')).toBeInTheDocument();
    for (const step of ['KYC of both parties', 'Threshold check', 'Automatic issuance', 'Ledger recording'])
      expect(screen.getByRole('heading', { name: step })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Token management' })).toHaveAttribute('href', '/tokens');
    expect(screen.getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin');
    cleanup();
    open('/auto-tokens', {
      'GET /api/admin/auto-token-config': { ...auto, enabled: true, requiresBothPartiesKyc: false },
    });
    expect(await screen.findByText('Flexible')).toBeInTheDocument();
    expect(screen.getByText('Enabled')).toBeInTheDocument();
  });

  it('§9 begins with its defaults; §3 of the seed only that it is configured', async () => {
    open('/auto-tokens');
    expect(await screen.findByLabelText('Default token amount')).toHaveValue('1,000');
    expect(screen.getByLabelText('Minimum investment threshold')).toHaveValue('100 RLUSD');
    expect(screen.getByLabelText(/^Both parties need KYC/)).toBeChecked();
    expect(screen.getByLabelText('Issuer seed')).toHaveAttribute('placeholder', 'Configured, kept in the vault');
    expect(screen.getByLabelText('Issuer seed')).toHaveValue('');
  });

  it('§5 names what is wrong as it is typed, and sends nothing', async () => {
    open('/auto-tokens');
    await user.clear(await screen.findByLabelText('Minimum investment threshold'));
    await type('Minimum investment threshold', '-5');
    await user.clear(screen.getByLabelText('Default token amount'));
    await type('Default token amount', '0');
    expect(await screen.findByText('Minimum investment threshold must be non-negative')).toBeInTheDocument();
    expect(screen.getByText('Default token amount must be positive')).toBeInTheDocument();
    expect(screen.getByText('2 values to correct')).toBeInTheDocument();
    await press('Save settings');
    expect(posts('/api/admin/auto-token-config')).toEqual([]);
  });

  it('§8 Configuration Updated, and Update Failed with the server’s words', async () => {
    let answer: unknown = { success: true };
    open('/auto-tokens', { 'POST /api/admin/auto-token-config': () => answer });
    await user.click(await screen.findByLabelText('Issue automatically'));
    await press('Save settings');
    expect(await screen.findByText('Configuration Updated')).toBeInTheDocument();
    expect(posts('/api/admin/auto-token-config')[0]!.body).toEqual({ ...auto, enabled: true, issuerSeed: '' });
    answer = problem(400, 'This seed is not the issuer’s');
    await type('Issuer seed', 'sEdWrong');
    await press('Save settings');
    expect(await screen.findByText('Update Failed')).toBeInTheDocument();
    answer = problem(502, 'Bad gateway');
    await press('Save settings');
    expect(await screen.findByText('Configuration Error')).toBeInTheDocument();
  });

  it('tells what automation did since yesterday, and what it left out', async () => {
    const row = { wallet: WALLET, tokens: 7, txHash: null, at: new Date().toISOString() };
    open('/auto-tokens', {
      'GET /api/admin/auto-token-config/activity': [
        { ...row, paymentId: 'p1', status: 'completed', error: null },
        { ...row, paymentId: 'p2', status: 'skipped', error: 'The payer has no TKNEST trust line' },
        { ...row, paymentId: 'p3', status: 'completed', error: null, at: '2026-01-01T00:00:00.000Z' },
      ],
    });
    expect(await screen.findByText('1 payment, 7 tokens')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByText(/The payer has no TKNEST trust line/)).toBeInTheDocument());
  });
});

describe('§2.3 RLUSD Payouts', () => {
  const payouts = (more: Answers = {}) =>
    open('/tokens?tab=payouts', {
      'GET /api/platform/config': { ...config, payoutEscrow: 'rEscrowSample', rlusdIssuer: 'rGatewaySample' },
      'GET /api/admin/escrow': {
        ledgerBalance: 140,
        accounts: [
          { name: 'float', balance: 40 },
          { name: 'deposit/1', balance: 100 },
        ],
        onLedger: 140,
      },
      ...more,
    });
  it('§5 says what is missing in the form, in the document’s words, and sends nothing', async () => {
    payouts();
    await user.clear(await screen.findByLabelText('RLUSD gateway'));
    await press('Send payout');
    for (const words of ['Recipient address is required', 'Amount is required', 'RLUSD gateway is required'])
      expect(await screen.findByText(words)).toBeInTheDocument();
    expect(posts('/api/tokens/payout')).toEqual([]);
  });
  it('shows what is free, what is promised to others, and where more comes from', async () => {
    payouts();
    const aside = (await screen.findByRole('heading', { name: 'Paying wallet' })).closest('section')!;
    await waitFor(() => expect(aside).toHaveTextContent('Available40.00 RLUSD'));
    expect(aside).toHaveTextContent('Owed to others100.00 RLUSD');
    await type('Amount', '50');
    expect(await screen.findByText(/Only the available amount can be paid manually/)).toBeInTheDocument();
  });
  const fill = async () => {
    await type('Recipient address', WALLET);
    await type('Amount', '25.5');
    await press('Send 25.50 RLUSD');
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Send payout' }));
  };
  it('§8 RLUSD Payout Sent, after it was confirmed', async () => {
    payouts({ 'POST /api/tokens/payout': { success: true, id: 'hand-1', txHash: HASH, error: null } });
    await fill();
    await told('RLUSD Payout Sent');
    expect(posts('/api/tokens/payout')[0]!.body).toEqual({
      recipientAddress: WALLET,
      amount: '25.5',
      destinationTag: '',
      adminSeed: '',
      rlusdGateway: 'rGatewaySample',
    });
  });
  it('§8 Payout Failed with what the ledger says, Payout Error where the call was refused', async () => {
    const error = 'The recipient has no RLUSD trust line';
    payouts({ 'POST /api/tokens/payout': { success: false, id: 'hand-1', txHash: null, error } });
    await fill();
    await told('Payout Failed');
    await told(error);
    cleanup();
    payouts({ 'POST /api/tokens/payout': problem(409, 'float does not hold 25.5 RLUSD') });
    await fill();
    await told('Payout Error');
  });
});
