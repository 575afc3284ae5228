import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Person, until } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { JOURNEY_WIDTHS } from './support/journey-widths.js';
import { sendPastThePlatform, TOKEN, untilValidated } from './support/own-transactions.js';
import { Program } from './support/program.js';
import { expectSound, launchBrowser, signedIn } from './support/browser.js';
import { SHORT_LIST } from './support/short-list.js';

/** Token administration and trust lines, from outside, on one program. */
const program = new Program({ ...SHORT_LIST, BULK_OPERATIONS: 'on' });
let admin: Person;
let landlord: Person;
let investor: Person;
let propertyId: number;

beforeAll(async () => {
  await program.start();
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  admin = await program.personOf('admin').signIn('investor');
  landlord = await program.personOf('landlord').signIn('landlord');
  await landlord.verify('landlord');
  investor = await newInvestor();
  ({ id: propertyId } = await landlord.list());
});
afterAll(() => program.remove());

async function newInvestor(): Promise<Person> {
  const person = await (await program.newPerson()).signIn('investor');
  await person.verify('investor');
  return person;
}

/** Sets the trust line in the wallet app, as the link of the Trustline Setup tab asks. */
async function openTokenLine(person: Person): Promise<void> {
  const LimitAmount = { currency: TOKEN, issuer: program.runtime.accounts.issuer, value: '1000000000' };
  await untilValidated(
    program,
    await sendPastThePlatform(program, person, { TransactionType: 'TrustSet', LimitAmount }),
  );
}

const issue = (body: object, headers: Record<string, string> = {}) =>
  admin.call('POST', '/api/tokens/issue', {
    body: { recipientAddress: investor.address, amount: '20', issuerSeed: '', ...body },
    headers,
  });
const paid = async (amount: number) => {
  const { paymentId } = await investor.post('/api/rlusd/process-payment', {
    recipientWallet: landlord.address,
    amount,
  });
  expect(await investor.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
  return paymentId as string;
};
const unallocated = async () => {
  await program.readModelsCaughtUp();
  return (await admin.get('/api/tokens/unallocated')) as { issuanceId: string; amount: string }[];
};
const assign = (body: object) => admin.call('POST', '/api/tokens/assign', { body: { propertyId, ...body } });
/** A full comparison in both directions finds no difference. */
async function expectReconciled(): Promise<void> {
  await expectBooksToEqualLedger(program);
  const before = await admin.get('/api/admin/reconciliation');
  const { openCases, findings, rows } = await admin.post('/api/admin/reconciliation', { full: true });
  expect({ openCases, findings }).toEqual({ openCases: before.openCases, findings: 0 });
  expect(rows.filter(({ verdict }: { verdict: string }) => verdict === 'differs')).toEqual([]);
}

describe('Tokens issued by hand', () => {
  it('need a line: without one the recipient is refused, and nothing is begun', async () => {
    expect(await issue({})).toMatchObject({ status: 409, body: { detail: 'The recipient has no TKNEST trust line' } });
    await openTokenLine(investor);
  });

  it.each([
    ['a wrong seed', () => ({ issuerSeed: landlord.wallet.seed as string }), 400, 'This seed is not the issuer’s'],
    ['no seed at all', () => ({ issuerSeed: undefined }), 400, 'Issuer seed is required'],
    ['no recipient', () => ({ recipientAddress: '' }), 400, 'Recipient address is required'],
    ['no address', () => ({ recipientAddress: 'rNobody' }), 400, 'Valid XRPL wallet address required'],
    ['no amount', () => ({ amount: '' }), 400, 'Amount is required'],
    ['half a token', () => ({ amount: '0.5' }), 400, 'Amount must be a whole number of tokens from 1 to 1,000,000,000'],
    ['nobody verified', () => ({ recipientAddress: admin.address }), 409, 'The recipient is not verified'],
  ])('§5 %s is refused clearly', async (_, body, status, detail) =>
    expect(await issue(body())).toMatchObject({ status, body: { detail } }),
  );

  it('is the admin’s: another role is refused, and the seed that was typed stands in no log', async () => {
    for (const path of ['issue', 'assign', 'trustline-url'])
      expect((await investor.call('POST', `/api/tokens/${path}`, { body: {} })).status).toBe(403);
    expect(JSON.stringify(program.logOf('backend'))).not.toContain(landlord.wallet.seed);
  });

  it('authorises the waiting line, issues once a validated ledger says so, and answers a doubled click once', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, second] = await Promise.all([issue({}, key), issue({}, key)]);
    expect(first).toMatchObject({
      status: 200,
      body: { success: true, txHash: expect.stringMatching(/^[0-9A-F]{64}$/) },
    });
    expect(second.body).toEqual(first.body);
    expect(await program.onLedger(investor.address!, 'token')).toBe('20');
    expect((await issue({ amount: '21' }, key)).status).toBe(409);
    expect(await admin.get(`/api/tokens/operations/${first.body.id}`)).toMatchObject({
      status: 'completed',
      txHash: first.body.txHash,
      recipientAddress: investor.address,
      amount: '20',
      propertyId: null,
    });
    expect(await unallocated()).toMatchObject([{ issuanceId: first.body.id, amount: '20' }]);
    await expectReconciled();
  });

  it('takes longer than 20 s: 202 with the operation, which goes on by itself', async () => {
    await program.sandbox.post('/control/ledger', { closeEveryMs: null });
    const answered = await issue({ amount: '5' });
    await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
    expect(answered).toMatchObject({ status: 202, body: { success: true, id: expect.any(String), txHash: null } });
    const operation = () => admin.get(`/api/tokens/operations/${answered.body.id}`);
    expect(await until(operation, ({ status }) => status === 'completed', 'the operation')).toMatchObject({
      success: true,
      txHash: expect.any(String),
    });
  });
});

describe('Tokens assigned to a property', () => {
  it('name a settled payment of tokens × price to its owner; without one they wait', async () => {
    const [, issuance] = await unallocated();
    expect(await assign({ issuanceId: issuance!.issuanceId })).toMatchObject({
      status: 409,
      body: { detail: 'No settled payment of 2000 RLUSD from the holder to the landlord of the property was found' },
    });
    const wrong = await paid(50);
    expect(await assign({ issuanceId: issuance!.issuanceId, paymentId: wrong })).toMatchObject({
      status: 409,
      body: { detail: 'The payment is 50 RLUSD; the tokens cost 2000 RLUSD' },
    });
  });

  it('stand in the register like bought ones: holder, property, loan principal and ledger agree', async () => {
    const { issuanceId } = (await unallocated())[1]!;
    const { paymentId } = await investor.post('/api/rlusd/process-payment', {
      recipientWallet: landlord.address,
      amount: 2000,
      memo: 'for the tokens',
    });
    await investor.seeThrough(paymentId);
    await program.readModelsCaughtUp();
    const [first, second] = await Promise.all([assign({ issuanceId }), assign({ issuanceId })]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    await program.readModelsCaughtUp();
    expect(await investor.get('/api/portfolio')).toMatchObject({ tokens: 20, totalCost: 2000 });
    expect(await investor.get(`/api/properties/${propertyId}`)).toMatchObject({ tokensSold: 20, tokensAvailable: 230 });
    expect((await unallocated()).map(({ amount }) => amount)).toEqual(['5']);
    await expectReconciled();
  });

  it('a payment counts once; and no token joins a property whose loan may be open', async () => {
    const { issuanceId } = (await unallocated())[0]!;
    const paymentId = await paid(500);
    await landlord.post(`/api/properties/${propertyId}/close`);
    expect(await assign({ issuanceId, paymentId })).toMatchObject({
      status: 409,
      body: { detail: 'The sale of this property has ended' },
    });
    const { id } = await landlord.list({ name: 'Example Terrace' });
    expect((await assign({ issuanceId, paymentId, propertyId: id })).status).toBe(200);
    const again = (await issue({ amount: '5' })).body.id;
    expect(await assign({ issuanceId: again, paymentId, propertyId: id })).toMatchObject({
      status: 409,
      body: { detail: 'This payment already counts for other tokens' },
    });
    await expectReconciled();
  });
});

describe('Automatic issuance', () => {
  const configure = (body: object) =>
    admin.call('POST', '/api/admin/auto-token-config', {
      body: {
        enabled: true,
        defaultTokenAmount: 7,
        issuerSeed: '',
        requiresBothPartiesKyc: true,
        minimumInvestmentThreshold: 100,
        ...body,
      },
    });
  const activity = async () => {
    await program.readModelsCaughtUp();
    return (await admin.get('/api/admin/auto-token-config/activity')) as { paymentId: string; status: string }[];
  };

  it('§9 is off by default, with its defaults, and says of the seed only that it is configured', async () => {
    expect(await admin.get('/api/admin/auto-token-config')).toEqual({
      enabled: false,
      defaultTokenAmount: 1000,
      issuerSeed: 'configured',
      requiresBothPartiesKyc: true,
      minimumInvestmentThreshold: 100,
    });
  });

  it.each([
    [{ defaultTokenAmount: 0 }, 'Default token amount must be positive'],
    [{ issuerSeed: undefined }, 'Issuer seed is required for automatic issuance'],
    [{ minimumInvestmentThreshold: -1 }, 'Minimum investment threshold must be non-negative'],
    [{ issuerSeed: 'sEdNotASeed' }, 'This seed is not the issuer’s'],
  ])('§5 refuses %j', async (body, detail) =>
    expect(await configure(body)).toMatchObject({ status: 400, body: { detail } }),
  );

  it('answers a direct payment of the threshold or more with tokens, once, and leaves smaller ones alone', async () => {
    expect(await configure({})).toMatchObject({ status: 200, body: { success: true } });
    await paid(99.99);
    const paymentId = await paid(100);
    const [answered] = await until(activity, ([newest]) => newest?.status === 'completed', 'the tokens');
    expect(answered).toMatchObject({ paymentId, tokens: 7, wallet: investor.address });
    expect(await activity()).toHaveLength(1);
    await expectReconciled();
  });

  it('no line: nothing is issued, it is noted, and a case waits for the office', async () => {
    const newcomer = await newInvestor();
    const started = await newcomer.post('/api/rlusd/process-payment', {
      recipientWallet: landlord.address,
      amount: 150,
    });
    await newcomer.seeThrough(started.paymentId);
    const [skipped] = await until(activity, ([newest]) => newest?.status === 'skipped', 'the note');
    expect(skipped).toMatchObject({ paymentId: started.paymentId, error: 'The payer has no TKNEST trust line' });
    expect(await admin.get(`/api/admin/cases/automatic-issuance-blocked-${started.paymentId}`)).toMatchObject({
      status: 'open',
      wallet: newcomer.address,
    });
    await configure({ enabled: false });
  });
});

describe.each(JOURNEY_WIDTHS)('In the browser, %s', (width) => {
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  beforeAll(async () => (browser = await launchBrowser()));
  afterAll(() => browser.close());
  const scheme = width === 'phone' ? 'dark' : 'light';

  it('an admin issues tokens by hand and sees them wait for a property', async () => {
    const { page, context, wrong } = await signedIn(browser, admin, width, scheme);
    const holder = await newInvestor();
    await openTokenLine(holder);
    await page.goto(`${program.runtime.url}/tokens`);
    await page.getByLabel('Recipient address').fill(holder.address!);
    await page.getByText(/^Verified, trust line not authorized yet/).waitFor();
    await page.getByLabel('Amount').fill('3');
    await page.getByRole('button', { name: 'Issue 3 TKNEST' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Issue tokens' }).click();
    await page.getByText('Tokens Issued Successfully').waitFor();
    expect(await program.onLedger(holder.address!, 'token')).toBe('3');
    await page
      .getByRole('button', { name: new RegExp(`^Assign 3 TKNEST of ${holder.address}`) })
      .first()
      .waitFor();
    await expectSound(page, `tokens ${width}`);
    for (const [path, words] of [
      ['/tokens?tab=trustline', 'Generate Trustline URL'],
      ['/tokens?tab=balance', 'The balance as of the last validated ledger.'],
      ['/auto-tokens', 'How it works'],
      ['/rlusd-test?tab=flow', 'Simulated transactions'],
    ] as const) {
      await page.goto(program.runtime.url + path);
      await page.getByText(words).first().waitFor();
      await expectSound(page, `${path} ${width}`);
    }
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('a newcomer allows RLUSD in the wallet and is led on', async () => {
    const newcomer = await (await program.newPerson({ xrp: 50 })).signIn('investor');
    const { page, context, wrong } = await signedIn(browser, newcomer, width, scheme);
    await page.goto(`${program.runtime.url}/rlusd-payment`);
    await page.getByRole('link', { name: 'Set it up first' }).click();
    await page.getByRole('button', { name: 'Set up trust line' }).click();
    await page.getByText(/Waiting for your signature/).waitFor();
    await expectSound(page, `trust line ${width}`);
    const [request] = await program.sandbox.get(`/control/phone/${newcomer.address}/requests`);
    await program.sandbox.sign(newcomer.address, request.payloadUuid);
    await page.getByText('Trust Line Approved!').waitFor();
    await page.getByText('No Balance').first().waitFor();
    await page.getByRole('link', { name: 'Start Investing in Properties' }).click();
    await page.getByRole('heading', { name: 'Available Properties' }).waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  });
});

describe('Bulk operations', () => {
  const bulk = (rows: [string, string][], more: object = {}, headers: Record<string, string> = {}) =>
    admin.call('POST', '/api/tokens/bulk', {
      body: { kind: 'issue', rows: rows.map(([recipientAddress, amount]) => ({ recipientAddress, amount })), ...more },
      headers,
    });

  it('say what is wrong with which row, and carry out nothing of a list that is not right', async () => {
    const stranger = await program.newPerson();
    const rows: [string, string][] = [
      [investor.address!, '3'],
      [investor.address!, '4'],
      ['rNobody', '1'],
      [stranger.address!, '1'],
      [program.runtime.accounts.issuer, '1'],
    ];
    const before = await program.readModelsCaughtUp();
    const preview = await bulk(rows, { preview: true });
    expect(preview.status).toBe(200);
    expect(preview.body.rows.map(({ problem }: { problem: string | null }) => problem)).toEqual([
      null,
      'This wallet is in the list twice',
      'Valid XRPL wallet address required',
      'The recipient is not verified',
      'This is an account of the platform, or the issuer of RLUSD',
    ]);
    const refused = await bulk(rows);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['rows.1', 'rows.2', 'rows.3', 'rows.4']]);
    expect(await program.readModelsCaughtUp()).toEqual(before);
    expect((await landlord.call('POST', '/api/tokens/bulk', { body: { kind: 'issue', rows: [] } })).status).toBe(403);
    expect((await bulk([[investor.address!, '1.5']])).body.errors['rows.0']).toEqual([
      'Amount must be a whole number of tokens from 1 to 1,000,000,000',
    ]);
    const float = await bulk([[investor.address!, '1000000']], { kind: 'payout' });
    expect([float.status, float.body.detail]).toEqual([409, expect.stringContaining('float does not hold')]);
  });

  it('issue to each wallet of the list once, also where the answer was lost and it is sent again', async () => {
    const second = await newInvestor();
    await openTokenLine(second);
    const before = await Promise.all([investor, second].map(({ address }) => program.onLedger(address!, 'token')));
    const rows: [string, string][] = [
      [investor.address!, '3'],
      [second.address!, '4'],
    ];
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, again] = [await bulk(rows, {}, key), await bulk(rows, {}, key)];
    expect([first.status, again.body]).toEqual([202, first.body]);
    expect((await bulk(rows.slice(1), {}, key)).status).toBe(409);
    for (const { issuanceId } of first.body.rows)
      await until(
        () => admin.get(`/api/tokens/operations/${issuanceId}`),
        ({ status }) => status === 'completed',
        'the issuance',
      );
    const after = await Promise.all([investor, second].map(({ address }) => program.onLedger(address!, 'token')));
    expect(after.map(Number)).toEqual([Number(before[0]) + 3, Number(before[1]) + 4]);
    await expectBooksToEqualLedger(program);
  });
});
