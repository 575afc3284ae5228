import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Wallet } from 'xrpl';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import type { Browser, Page } from 'playwright-core';
import { expectBooksToEqualLedger } from './support/books.js';
import { expectSound, launchBrowser, signedIn } from './support/browser.js';
import { sendPastThePlatform, untilValidated } from './support/own-transactions.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** Moving the platform's money takes two people, who each sign with their own wallet. */
const SECOND = Wallet.fromEntropy(new Uint8Array(16).fill(77));
const program = new Program({
  ...SHORT_LIST,
  FOUR_EYES: 'on',
  BULK_OPERATIONS: 'on',
  ADMIN_WALLETS: `second:${SECOND.classicAddress}`,
});
let first: Person;
let second: Person;
let investor: Person;
let landlord: Person;

beforeAll(async () => {
  await program.start();
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  await program.sandbox.newWallet({ seed: SECOND.seed!, xrp: 100, rlusd: 1000 });
  first = await program.personOf('admin').signIn('investor');
  second = await program.personFor({ address: SECOND.classicAddress }).signIn('investor');
  investor = await program.personOf('investor').signIn('investor');
  landlord = await program.personOf('landlord').signIn('landlord');
  await investor.verify('investor');
  await landlord.verify('landlord');
  const LimitAmount = {
    currency: '544B4E4553540000000000000000000000000000',
    issuer: program.runtime.accounts.issuer,
    value: '1000',
  };
  const opened = await sendPastThePlatform(program, investor, { TransactionType: 'TrustSet', LimitAmount });
  await untilValidated(program, opened);
});
afterAll(() => program.remove());

const proposals = (): Promise<any[]> => first.get('/api/admin/proposals');
const became = (id: string, status: string) =>
  until(
    async () => (await proposals()).find((one) => one.id === id),
    (one) => one?.status === status,
    `proposal ${id} being ${status}`,
  );
const payout = (recipientAddress: string, amount = '5') => ({
  body: { recipientAddress, amount, adminSeed: '', rlusdGateway: program.runtime.accounts.rlusdIssuer },
});
const propose = async (path: string, options: object): Promise<any> => {
  const { status, body } = await first.call('POST', path, options);
  expect([status, body.detail]).toEqual([202, undefined]);
  await program.sandbox.sign(first.address!, body.payloadUuid);
  await became(body.proposalId, 'open');
  return body;
};
const decide = (person: Person, id: string, how: string, reason = 'Looked at the invoice') =>
  person.call('POST', `/api/admin/proposals/${id}/${how}`, how === 'approve' ? {} : { body: { reason } });
const approve = async (id: string): Promise<any> => {
  const { status, body } = await decide(second, id, 'approve');
  expect(status).toBe(202);
  await program.sandbox.sign(second.address!, body.payloadUuid);
  await became(id, 'approved');
  return until(
    async () => (await proposals()).find((one) => one.id === id),
    (one) => one.carriedOut !== null,
    'the act being carried out',
  );
};
/** Sends unannounced RLUSD to the escrow. @returns its case */
const arrive = async (value: string): Promise<any> => {
  const { rlusdCurrency: currency, rlusdIssuer: issuer, payoutEscrow: Destination } = program.runtime.accounts;
  const payment = { TransactionType: 'Payment', Destination, Amount: { currency, issuer, value } };
  const hash = await sendPastThePlatform(program, landlord, payment);
  return until(
    async () => ((await first.get('/api/admin/cases')) as any[]).find((one) => one.txHash === hash),
    Boolean,
    'the case of the money',
  );
};
const rlusdOf = async ({ address }: Person) => Number(await program.onLedger(address!, 'rlusd'));

describe('a manual issuance', () => {
  it('is proposed by one, and carried out once another one has signed it; nobody approves their own', async () => {
    const request = { body: { recipientAddress: investor.address, amount: '3', issuerSeed: '' } };
    const { proposalId } = await propose('/api/tokens/issue', request);
    expect(await program.onLedger(investor.address!, 'token')).toBe('0');
    const own = await decide(first, proposalId, 'approve');
    expect([own.status, own.body.detail]).toEqual([403, 'You proposed this, so a second person must approve it']);
    expect(await approve(proposalId)).toMatchObject({ carriedOut: true, approvedBy: second.address });
    await until(
      () => program.onLedger(investor.address!, 'token'),
      (held) => held === '3',
      'the tokens',
    );
    await expectBooksToEqualLedger(program);
  });
});

describe('a payout by hand, and a list', () => {
  it('pay verified people only, never their proposer, and only what the float holds', async () => {
    const stranger = await program.newPerson({ xrp: 50, rlusd: 1 });
    const refused = async (to: string) => (await first.call('POST', '/api/tokens/payout', payout(to))).body.detail;
    expect(await refused(stranger.address!)).toBe('The recipient is not verified');
    const { proposalId } = await propose('/api/tokens/payout', payout(investor.address!));
    const before = await rlusdOf(investor);
    expect(await approve(proposalId)).toMatchObject({ carriedOut: false, problem: expect.stringContaining('float') });
    expect(await rlusdOf(investor)).toBe(before);
  });

  it('the same key is one proposal; a list is refused with a reason, another one withdrawn', async () => {
    const rows = [{ recipientAddress: investor.address, amount: '2' }];
    const list = { body: { kind: 'issue', rows }, headers: { 'Idempotency-Key': 'list-1' } };
    const { proposalId } = await propose('/api/tokens/bulk', list);
    expect(await became(proposalId, 'open')).toMatchObject({
      summary: expect.stringContaining(`2 to ${investor.address}`),
    });
    const again = await first.call('POST', '/api/tokens/bulk', list);
    expect([again.status, again.body.proposalId]).toEqual([202, proposalId]);
    expect((await decide(second, proposalId, 'withdraw')).status).toBe(403);
    expect((await decide(second, proposalId, 'refuse')).status).toBe(200);
    expect(await became(proposalId, 'refused')).toMatchObject({ reason: 'Looked at the invoice', carriedOut: null });
    expect((await decide(second, proposalId, 'approve')).status).toBe(409);
    const other = await propose('/api/tokens/bulk', { body: { kind: 'issue', rows } });
    expect((await decide(first, other.proposalId, 'withdraw')).status).toBe(200);
    expect(
      (await first.call('POST', '/api/tokens/bulk', { body: { kind: 'issue', rows, preview: true } })).status,
    ).toBe(200);
  });
});

describe('automatic issuance', () => {
  it('is turned on and changed by two people, and turned off by one', async () => {
    const settings = {
      defaultTokenAmount: 5,
      issuerSeed: '',
      requiresBothPartiesKyc: true,
      minimumInvestmentThreshold: 1000,
    };
    const { proposalId } = await propose('/api/admin/auto-token-config', { body: { enabled: true, ...settings } });
    expect(await first.get('/api/admin/auto-token-config')).toMatchObject({ enabled: false });
    expect(await approve(proposalId)).toMatchObject({ carriedOut: true });
    expect(await first.get('/api/admin/auto-token-config')).toMatchObject({ enabled: true, defaultTokenAmount: 5 });
    expect(
      (await first.call('POST', '/api/admin/auto-token-config', { body: { enabled: false, ...settings } })).status,
    ).toBe(200);
  });
});

describe('money in suspense', () => {
  it('is kept as the platform’s own by two people; one gives it back alone', async () => {
    const note = { note: 'Nobody claims it since a year' };
    const [kept, returned] = [await arrive('30'), await arrive('20')];
    const { proposalId } = await propose(`/api/admin/cases/${kept.id}/resolve`, {
      body: { resolution: 'kept', ...note },
    });
    expect(await first.get(`/api/admin/cases/${kept.id}`)).toMatchObject({ status: 'open' });
    expect(await approve(proposalId)).toMatchObject({ carriedOut: true });
    expect(await first.get(`/api/admin/cases/${kept.id}`)).toMatchObject({ status: 'resolved', resolution: 'kept' });
    const summary = (await proposals()).find(({ id }) => id === proposalId).summary;
    expect(summary).toContain(`${kept.id} as kept (30, ${landlord.address})`);
    const alone = await first.call('POST', `/api/admin/cases/${returned.id}/resolve`, {
      body: { resolution: 'refunded', ...note },
    });
    expect(alone.status).toBe(200);
    const held = async () => (await first.get('/api/admin/escrow')).accounts.find((one: any) => one.name === 'float');
    await until(held, (float) => float?.balance === 30, 'the float');
    await expectBooksToEqualLedger(program);
  });
});

describe('a signature', () => {
  it('that is declined proposes nothing, and an approval that is declined approves nothing', async () => {
    const request = { body: { recipientAddress: investor.address, amount: '1', issuerSeed: '' } };
    const declined = await first.call('POST', '/api/tokens/issue', request);
    await program.sandbox.reject(first.address!, declined.body.payloadUuid);
    await became(declined.body.proposalId, 'withdrawn');
    const { proposalId } = await propose('/api/tokens/issue', request);
    const { body } = await decide(second, proposalId, 'approve');
    await program.sandbox.reject(second.address!, body.payloadUuid);
    expect(await approve(proposalId)).toMatchObject({ carriedOut: true });
  });
});

describe('in the browser', () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await launchBrowser()));
  afterAll(() => browser?.close());

  /** Signs the request that the dialog links to. */
  const signOnPhone = async (person: Person, page: Page) => {
    const link = await page.getByRole('link', { name: 'Open in Xaman' }).getAttribute('href');
    await program.sandbox.sign(person.address!, link!.split('/').at(-1)!);
  };

  it('one proposes an issuance and signs it, the other one reads it, approves and signs; each page shows it', async () => {
    const one = await signedIn(browser, first, 'wide');
    await one.page.goto(`${program.runtime.url}/tokens`);
    await one.page.getByLabel('Recipient address').first().fill(investor.address!);
    await one.page.getByLabel('Amount').first().fill('6');
    await one.page.getByRole('button', { name: 'Issue 6 TKNEST' }).click();
    await one.page.getByRole('dialog').getByRole('button', { name: 'Issue tokens' }).click();
    await one.page.getByRole('dialog', { name: 'Sign your proposal' }).waitFor();
    await expectSound(one.page, 'proposal to sign');
    await signOnPhone(first, one.page);
    await one.page.getByText('Waiting for a second person').first().waitFor();
    await one.page.getByRole('dialog').waitFor({ state: 'detached' });

    const other = await signedIn(browser, second, 'phone', 'dark');
    await other.page.goto(`${program.runtime.url}/admin/proposals`);
    const what = `Issue 6 TKNEST to ${investor.address}.`;
    await other.page.getByRole('button', { name: `Approve: ${what}` }).click();
    await other.page.getByRole('dialog', { name: 'Sign your approval' }).waitFor();
    await signOnPhone(second, other.page);
    await other.page.getByText('Approved and carried out').first().waitFor();
    await expectSound(other.page, 'proposals');
    await one.page.getByText('Approved and carried out').first().waitFor();
    expect([...one.wrong, ...other.wrong]).toEqual([]);
  });
  const proposed = async (page: Page) => {
    await page.getByRole('dialog', { name: 'Sign your proposal' }).waitFor();
    await signOnPhone(first, page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  /** The second person reads the proposal, approves and signs; the proposer has no button to approve. */
  const approvedBy = async (other: Page, one: Page, what: string) => {
    const row = one.getByRole('row').filter({ hasText: what });
    await row.getByRole('button', { name: `Withdraw: ${what}` }).waitFor();
    expect(await row.getByRole('button', { name: /^(Approve|Refuse)/ }).count()).toBe(0);
    await other.goto(`${program.runtime.url}/admin/proposals`);
    await other.getByRole('button', { name: `Approve: ${what}` }).click();
    await other.getByRole('dialog', { name: 'Sign your approval' }).waitFor();
    await signOnPhone(second, other);
    for (const page of [other, one])
      await page.getByRole('row').filter({ hasText: what }).getByText('Approved and carried out').waitFor();
  };
  const ended = async (page: Page, how: 'Refuse' | 'Withdraw', what: string) => {
    await page.getByRole('button', { name: `${how}: ${what}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The list is from last month');
    await dialog.getByRole('button', { name: how === 'Refuse' ? 'Refuse proposal' : 'Withdraw proposal' }).click();
    const row = page.getByRole('row').filter({ hasText: what });
    await row.getByText(how === 'Refuse' ? 'Refused' : 'Withdrawn').waitFor();
    await row.getByText('The list is from last month').waitFor();
  };

  it('money that is kept, and a payout out of it, are proposed by one and approved by the other', async () => {
    const { id } = await arrive('25');
    const one = await signedIn(browser, first, 'wide');
    const other = await signedIn(browser, second, 'wide');
    await one.page.goto(`${program.runtime.url}/admin/cases/${id}`);
    await one.page.getByRole('combobox', { name: 'Resolution' }).click();
    await one.page.getByRole('option', { name: 'Kept as the platform’s own' }).click();
    await one.page.getByRole('textbox', { name: 'Explanation' }).fill('Nobody claims it since a year');
    await one.page.getByRole('button', { name: 'Resolve the case' }).click();
    await proposed(one.page);
    const [kept] = await proposals();
    await approvedBy(other.page, one.page, kept.summary);

    const before = await rlusdOf(investor);
    await one.page.goto(`${program.runtime.url}/tokens?tab=payouts`);
    await one.page.getByLabel('Recipient address').fill(investor.address!);
    await one.page.getByLabel('Amount').fill('5');
    await one.page.getByRole('button', { name: 'Send 5.00 RLUSD' }).click();
    await one.page.getByRole('dialog').getByRole('button', { name: 'Send payout' }).click();
    await proposed(one.page);
    const [paid] = await proposals();
    expect(paid.summary).toContain(investor.address);
    await approvedBy(other.page, one.page, paid.summary);
    await until(
      () => rlusdOf(investor),
      (now) => now === before + 5,
      'the payout',
    );
    await expectBooksToEqualLedger(program);
    expect([...one.wrong, ...other.wrong]).toEqual([]);
  });

  it('of two lists one is withdrawn by its proposer and one refused by the other; neither is carried out', async () => {
    const held = await program.onLedger(investor.address!, 'token');
    const one = await signedIn(browser, first, 'wide');
    const other = await signedIn(browser, second, 'phone');
    const list = async (amount: string) => {
      await one.page.goto(`${program.runtime.url}/tokens?tab=bulk`);
      await one.page.getByRole('textbox', { name: 'List' }).fill(`${investor.address},${amount}`);
      await one.page.getByRole('button', { name: 'Check 1 row' }).click();
      await one.page.getByRole('button', { name: `Issue ${amount} TKNEST`, exact: true }).click();
      await one.page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click();
      await proposed(one.page);
      return (await proposals())[0].summary as string;
    };
    await ended(one.page, 'Withdraw', await list('7'));
    const refused = await list('8');
    await other.page.goto(`${program.runtime.url}/admin/proposals`);
    await ended(other.page, 'Refuse', refused);
    await one.page.getByRole('row').filter({ hasText: refused }).getByText('Refused').waitFor();
    expect(await program.onLedger(investor.address!, 'token')).toBe(held);
    expect([...one.wrong, ...other.wrong]).toEqual([]);
  });
});

describe('everybody else', () => {
  it('sees no proposals; an auditor reads them and decides on none', async () => {
    expect((await investor.call('GET', '/api/admin/proposals')).status).toBe(403);
    expect((await landlord.call('GET', '/api/admin/proposals')).status).toBe(403);
  });
});

describe('after 72 hours', () => {
  const HOUR_MS = 3_600_000;
  const request = { body: { recipientAddress: '', amount: '9', issuerSeed: '' } };
  beforeAll(() => void (request.body.recipientAddress = investor.address!));

  /** Restarts the program some hours later; sessions have ended, so people sign in again. */
  const later = async (hours: number) => {
    await program.stop();
    const clock = pathToFileURL(path.resolve('e2e/support/moved-clock.mjs')).href;
    await program.start({ NODE_OPTIONS: `--import=${clock}`, MOVED_CLOCK_MS: String(hours * HOUR_MS) });
    await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
    for (const person of [first, second]) await person.signIn('investor');
  };

  it('a proposal expires by itself, also one whose approval was asked for, and nobody brings it back', async () => {
    const held = await program.onLedger(investor.address!, 'token');
    const [left, asked, approved] = [
      await propose('/api/tokens/issue', request),
      await propose('/api/tokens/issue', request),
      await propose('/api/tokens/issue', request),
    ].map(({ proposalId }) => proposalId as string) as [string, string, string];
    const { payloadUuid } = (await decide(second, asked, 'approve')).body;
    await later(71);
    for (const id of [left, asked]) await became(id, 'open');
    // In time, shortly before the proposal expires.
    expect(await approve(approved)).toMatchObject({ carriedOut: true });
    const issued = String(Number(held) + 9);
    await until(
      () => program.onLedger(investor.address!, 'token'),
      (now) => now === issued,
      'the tokens of the proposal that was approved in time',
    );
    await later(73);
    for (const id of [left, asked]) {
      expect(await became(id, 'expired')).toMatchObject({ carriedOut: null, approvedBy: null });
      for (const [person, how] of [
        [second, 'approve'],
        [second, 'refuse'],
        [first, 'withdraw'],
      ] as const) {
        const { status, body } = await decide(person, id, how);
        expect([status, body.detail]).toEqual([409, 'This proposal has expired']);
      }
    }
    // Whether the wallet app has dropped the request or takes the signature, nothing is approved any more.
    await program.sandbox.sign(second.address!, payloadUuid).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect(await became(asked, 'expired')).toMatchObject({ carriedOut: null });
    expect(await program.onLedger(investor.address!, 'token')).toBe(issued);
    await expectBooksToEqualLedger(program);
  });
});
