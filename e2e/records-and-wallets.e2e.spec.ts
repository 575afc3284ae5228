import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Person, until } from '../scripts/lib/platform-client.mjs';
import { walk } from './support/calls.js';
import { startWithThreeHouses, type Cast } from './support/cast.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** What callers are told of records, of each other, and of wallets on the ledger. */
const program = new Program(SHORT_LIST);
let people: Cast;
let visitor: Person;
let stranger: Person;
let bought: any;

beforeAll(async () => {
  people = await startWithThreeHouses(program);
  ({ visitor, stranger } = people);
  bought = await people.investor.buy(1, 4);
  await program.readModelsCaughtUp();
});
afterAll(() => program.remove());

const A_DAY = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);

describe('Lists', () => {
  it('answer bare arrays; the next page’s cursor stands in X-Next-Cursor, to the end', async () => {
    const whole = await visitor.get('/api/properties');
    expect(whole.map(({ name }: any) => name)).toEqual(['Specimen House', 'Example Terrace', 'Sample Court']);
    expect(await walk(visitor, '/api/properties', 1)).toEqual(whole);
    expect(await walk(visitor, '/api/properties', 2)).toEqual(whole);
    for (const path of ['all-transactions', 'all-properties', 'all-users', 'cases'])
      expect(await walk(people.admin, `/api/admin/${path}`, 1)).toEqual(await people.admin.get(`/api/admin/${path}`));
    expect(await walk(people.investor, '/api/transactions', 1)).toEqual(await people.investor.get('/api/transactions'));
    expect(await walk(people.investor, '/api/rlusd/payments', 1)).toEqual(
      await people.investor.get('/api/rlusd/payments'),
    );
  });

  it('have the documented fields', async () => {
    const { id, txHashes } = bought;
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const [investor, landlord] = [people.investor.address, people.landlord.address];
    expect(await visitor.get('/api/properties/1')).toMatchObject({
      id: 1,
      name: 'Sample Court',
      address: '12 Example Street, Springfield, IL 62701',
      location: '12 Example Street, Springfield, IL 62701',
      ownerWallet: landlord,
      monthlyRent: 2500,
      tokenCount: 250,
      tokenPrice: 100,
      fundingGoal: 25_000,
      fundingPurpose: expect.any(String),
      tokenTermMonths: 42,
      monthlyRate: 6.5,
      redemptionClause: 'Landlord has the right to redeem all tokens with 30-day notice.',
      monthlyPayoutPerToken: 2.668461,
      tokensSold: 4,
      tokensAvailable: 246,
    });
    const purchase = {
      id,
      propertyId: 1,
      propertyName: 'Sample Court',
      tokenHolderId: investor,
      tokensPurchased: 4,
      totalCost: 400,
      estimatedMonthlyReturn: 10.673844,
      createdAt: at,
      txHash: txHashes.recipient,
    };
    expect(await people.investor.get('/api/transactions')).toEqual([purchase]);
    expect(await people.landlord.get('/api/transactions')).toEqual([purchase]);
    expect(await stranger.get('/api/transactions')).toEqual([]);
    const row = {
      paymentId: id,
      payoutId: null,
      status: 'completed',
      ending: null,
      userWallet: investor,
      currency: 'RLUSD',
      propertyId: 1,
      propertyName: 'Sample Court',
      timestamp: at,
      date: A_DAY,
    };
    expect(await people.admin.get('/api/admin/all-transactions')).toEqual([
      {
        ...row,
        id: `${id}-recipient`,
        type: 'property_purchase',
        description: 'Purchase of 4 tokens of Sample Court',
        amount: 400,
        txHash: txHashes.recipient,
      },
      {
        ...row,
        id: `${id}-platform`,
        type: 'platform_fee',
        description: 'Platform fee: Purchase of 4 tokens of Sample Court',
        amount: 10,
        txHash: txHashes.platform,
      },
    ]);
    const property = {
      address: '12 Example Street, Springfield, IL 62701',
      owner: landlord,
      listedAt: at,
      listedOn: A_DAY,
      monthlyRent: 2500,
      tokenCount: 250,
      status: 'open',
      hidden: false,
      paused: false,
    };
    expect((await people.auditor.get('/api/admin/all-properties'))[2]).toEqual({
      ...property,
      id: 1,
      name: 'Sample Court',
      tokensIssued: 4,
      totalInvestment: 400,
    });
    const users = await people.auditor.get('/api/admin/all-users');
    expect(
      (
        await people.auditor.get(
          `/api/admin/all-users?search=${people.investor.address.slice(2, 9).toUpperCase()}&type=investor&kyc=verified`,
        )
      ).map(({ id }: { id: string }) => id),
    ).toContain(people.investor.address);
    expect(await people.auditor.get('/api/admin/all-users?search=no-such-wallet')).toEqual([]);
    const user = (wallet: string, userType: string, totalInvestments: number) => ({
      id: wallet,
      walletAddress: wallet,
      userType,
      kycStatus: 'verified',
      suspended: false,
      firstSeen: at,
      lastSeen: at,
      totalInvestments,
      totalEarnings: 0,
    });
    expect(users).toEqual(
      expect.arrayContaining([user(investor!, 'investor', 400), user(landlord!, 'property_owner', 0)]),
    );
    expect(await people.admin.get('/api/admin/platform-stats')).toEqual({
      totalVolume: 400,
      totalTransactions: 2,
      totalProperties: 3,
      totalPlatformFees: 10,
      activeInvestments: 1,
      completedPayouts: 0,
      monthlyGrowth: 0,
      growsFromNothing: true,
    });
    const months = await people.admin.get('/api/admin/growth');
    expect(months).toHaveLength(6);
    expect(months.at(-1)).toEqual({ month: new Date().toISOString().slice(0, 7), paid: 400, payouts: 0, holders: 1 });
  });
});

describe('What people are told about themselves and others', () => {
  it('GET /api/kyc/documents lists one’s own, and each is returned as a download', async () => {
    const documents = await people.investor.get('/api/kyc/documents');
    expect(documents.map(({ kind, mediaType }: any) => [kind, mediaType]).sort()).toEqual([
      ['addressProof', 'application/pdf'],
      ['idDocument', 'application/pdf'],
      ['incomeProof', 'application/pdf'],
    ]);
    const { status, headers, body } = await people.investor.call('GET', `/api/kyc/documents/${documents[0].id}`);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ]);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="/);
    expect([Buffer.byteLength(body), body.slice(0, 8)]).toEqual([documents[0].bytes, '%PDF-1.4']);
  });

  it('POST /api/kyc/screen-name: matches best first; not approved from the review line up', async () => {
    const screen = (name: string) => stranger.post('/api/kyc/screen-name', { name });
    expect(await screen('Ida Example')).toMatchObject({
      name: 'Ida Example',
      status: 'approved',
      riskLevel: 'low',
      matches: [],
    });
    const found = await screen('Nicolas Maduro Moros');
    expect(found.status).not.toBe('approved');
    expect(found.matches[0]).toMatchObject({
      name: expect.stringMatching(/maduro/i),
      score: expect.any(Number),
      list: expect.any(String),
      entityNumber: expect.any(String),
      program: expect.any(String),
      type: expect.any(String),
    });
    const scores = found.matches.map(({ score }: any) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect((await stranger.call('POST', '/api/kyc/screen-name', { body: { name: '  ' } })).body).toMatchObject({
      status: 400,
      detail: 'Name Required: Please enter a name to screen',
    });
  });

  it('POST /api/kyc/initialize begins one with the recommended provider', async () => {
    const body = { walletAddress: stranger.address, userRole: 'investor' };
    const begun = await stranger.post('/api/kyc/initialize', body);
    expect(begun).toMatchObject({ kycSessionId: expect.any(String), redirectUrl: expect.stringMatching(/persona/) });
    expect(await stranger.get('/api/kyc/status')).toMatchObject({ kycProvider: 'persona' });
  });

  it('GET /api/tokens/balance: what a wallet holds on the ledger, or why that cannot be said', async () => {
    const { issuer, rlusdIssuer } = program.runtime.accounts;
    const balance = (wallet: string, currency: string, of: string) =>
      people.admin.get(`/api/tokens/balance/${wallet}/${currency}/${of}`);
    const wallet = people.investor.address!;
    expect(await balance(wallet, 'TKNEST', issuer)).toEqual({
      walletAddress: wallet,
      currency: 'TKNEST',
      balance: '4',
      error: null,
    });
    expect(await balance(wallet, 'RLUSD', rlusdIssuer)).toMatchObject({
      balance: await program.onLedger(wallet, 'rlusd'),
      error: null,
    });
    expect(await balance(wallet, 'EUR', issuer)).toMatchObject({
      balance: '0',
      error: 'This wallet has no such trust line',
    });
    expect(await balance('nobody', 'TKNEST', issuer)).toMatchObject({ error: 'Valid XRPL wallet address required' });
    expect(await balance(wallet, 'A%20CURRENCY%20OF%20MORE%20THAN%2020', issuer)).toMatchObject({
      error: 'Valid currency code required',
    });
    expect(await balance(issuer, 'TKNEST', issuer)).toMatchObject({
      error: 'An issuer holds no balance of its own token',
    });
  });
});

describe('A wallet on the ledger', () => {
  const look = (address: string) => visitor.call('GET', `/api/wallets/${address}`);
  const fund = (who: Person, address: string) => who.call('POST', `/api/wallets/${address}/demo-funding`);

  it('is shown to everybody as the ledger has it; what is no address is told in words that help', async () => {
    expect((await look(people.landlord.address!)).body).toEqual({
      address: people.landlord.address,
      activated: true,
      balance: expect.any(Number),
      trustlineStatus: 'active',
      trustLimit: expect.any(Number),
      rlusdBalance: Number(await program.onLedger(people.landlord.address!, 'rlusd')),
    });
    const unknown = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
    expect((await look(unknown)).body).toMatchObject({ activated: false, balance: 0, trustlineStatus: 'none' });
    expect((await look(`${unknown.slice(0, -1)}f`)).body).toMatchObject({
      status: 400,
      detail: expect.stringContaining('check digits'),
    });
    for (const odd of ['x', 'rShort', `X${unknown}`, '%00'])
      expect([odd, (await look(odd)).status]).toEqual([odd, 400]);
  });

  it('is filled up with demo money: one’s own, or one with a line; twice at once is once', async () => {
    const bare = await program.newPerson({ xrp: 20 });
    await bare.signIn('investor');
    expect((await fund(visitor, bare.address!)).status).toBe(403);
    expect((await fund(bare, bare.address!)).body).toMatchObject({ balance: 100, trustlineStatus: 'none' });
    const poor = await program.newPerson({ xrp: 200, rlusd: 0 });
    const filled = await Promise.all([fund(visitor, poor.address!), fund(stranger, poor.address!)]);
    for (const { body } of filled) expect(body).toMatchObject({ balance: 199.999988, rlusdBalance: 500 });
    expect((await fund(visitor, poor.address!)).body).toMatchObject({ rlusdBalance: 500 });
  });
});

describe('A trust line for RLUSD', () => {
  let newcomer: Person;
  beforeAll(async () => {
    newcomer = await (await program.newPerson({ xrp: 50 })).signIn('investor');
  });
  const status = (person = newcomer, wallet = newcomer.address) =>
    person.call('GET', `/api/rlusd/trust-status/${wallet}`);
  const create = (body: object, headers: Record<string, string> = {}) =>
    newcomer.call('POST', '/api/rlusd/create-trust-line', {
      body: { walletAddress: newcomer.address, ...body },
      headers,
    });
  const payload = (uuid: string) => newcomer.get(`/api/rlusd/trust-status-payload/${uuid}`);

  it('§3 before: none, and the capability names what is missing', async () => {
    expect((await status()).body).toEqual({ hasTrustLine: false, balance: 0, trustLimit: 0 });
    expect(await newcomer.get(`/api/rlusd/validate-capability/${newcomer.address}/1000`)).toEqual({
      canReceive: false,
      canSend: false,
      issues: ['This wallet has no RLUSD trust line.'],
    });
  });

  it('§5 an empty wallet shows Wallet Address Required; somebody else’s wallet is not one’s business', async () => {
    expect(await create({ walletAddress: '' })).toMatchObject({
      status: 400,
      body: { detail: 'Wallet Address Required' },
    });
    expect((await create({ walletAddress: people.investor.address })).status).toBe(404);
    expect((await status(newcomer, people.investor.address)).status).toBe(404);
    expect((await status(people.admin)).status).toBe(200);
  });

  it('declined in the wallet: it says so, and another can be set up', async () => {
    const { body } = await create({});
    await program.sandbox.reject(newcomer.address, body.payloadUuid);
    expect(
      await until(
        () => payload(body.payloadUuid),
        ({ error }) => error,
        'the end',
      ),
    ).toEqual({
      signed: false,
      error: 'The request was declined in the wallet.',
      status: 'failed',
    });
  });

  it('a wallet that signs another limit is found out, and nothing is sent', async () => {
    const { body } = await create({});
    await program.sandbox.sign(newcomer.address, body.payloadUuid, { tamper: { Flags: 0 } });
    expect(
      await until(
        () => payload(body.payloadUuid),
        ({ error }) => error,
        'the end',
      ),
    ).toMatchObject({
      error: expect.stringContaining('The signed transaction differs from the request'),
    });
    expect((await status()).body.hasTrustLine).toBe(false);
  });

  it('§7 signed once: a validated ledger holds it with the asked limit, by default 1,000,000', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const [{ body: first }, { body: second }] = await Promise.all([create({}, key), create({}, key)]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      payloadUuid: expect.any(String),
      qrCode: expect.any(String),
      deepLink: expect.any(String),
    });
    expect((await people.investor.call('GET', `/api/rlusd/trust-status-payload/${first.payloadUuid}`)).status).toBe(
      404,
    );
    await program.sandbox.sign(newcomer.address, first.payloadUuid);
    await until(
      () => payload(first.payloadUuid),
      ({ signed }) => signed,
      'the line',
    );
    expect(await newcomer.get('/api/rlusd/trust-status')).toEqual({
      hasTrustLine: true,
      balance: 0,
      trustLimit: 1_000_000,
    });
  });

  it('is set although the page that asked for it is gone', async () => {
    const { body } = await create({ trustLimit: 2_000_000 });
    await program.sandbox.sign(newcomer.address, body.payloadUuid);
    await until(
      async () => (await status()).body,
      ({ trustLimit }) => trustLimit === 2_000_000,
      'the line',
    );
  });
});
