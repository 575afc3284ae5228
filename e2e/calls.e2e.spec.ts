import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Person, until } from '../scripts/lib/platform-client.mjs';
import { LISTS, ODD_BODIES, ODD_IDS, ODD_QUERIES, OFFICE, PUBLIC, SIGNED_IN, walk } from './support/calls.js';
import { startWithEverybody, type Cast } from './support/cast.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/**
 * The API as an outside program sees it: who may make which call, the answers, and how nonsense is refused.
 */
const program = new Program(SHORT_LIST);
let people: Cast;
let visitor: Person;
let stranger: Person;
let bought: any;

beforeAll(async () => {
  people = await startWithEverybody(program);
  ({ visitor, stranger } = people);
  for (const name of ['Sample Court', 'Example Terrace', 'Specimen House']) await people.landlord.list({ name });
  bought = await people.investor.buy(1, 4);
  await program.readModelsCaughtUp();
});
afterAll(() => program.remove());

const statusOf = async (person: Person, method: string, path: string, body?: unknown) =>
  (await person.call(method, path, { body })).status;

describe('Who may make a call', () => {
  const everybody = () => [visitor, people.investor, people.landlord, people.admin, people.auditor];
  const statuses = (path: string) => Promise.all(everybody().map((person) => statusOf(person, 'GET', path)));

  it.each(PUBLIC)('%s is public', async (path) => expect(await statuses(path)).toEqual([200, 200, 200, 200, 200]));
  it.each(SIGNED_IN)('%s asks for a session', async (path) =>
    expect(await statuses(path)).toEqual([401, 200, 200, 200, 200]),
  );
  it.each(OFFICE)('%s is for admins and auditors: no session 401, wrong role 403', async (path) =>
    expect(await statuses(path)).toEqual([401, 403, 403, 200, 200]),
  );

  it.each([
    '/api/admin/business-date',
    '/api/admin/reconciliation',
    '/api/admin/read-models/rebuild',
    '/api/admin/cases/none/resolve',
    '/api/admin/parked-events/release',
  ])('POST %s is for admins: the auditor changes nothing', async (path) => {
    const body = { date: 'soon', name: 'no-such', full: 'no', resolution: 'none' };
    const [none, investor, landlord, admin, auditor] = await Promise.all(
      everybody().map((person) => statusOf(person, 'POST', path, body)),
    );
    expect([none, investor, landlord, auditor]).toEqual([401, 403, 403, 403]);
    expect([400, 404]).toContain(admin);
  });

  it.each(['/api/properties', '/api/properties/1/purchase', '/api/rlusd/process-payment', '/api/kyc/screen-name'])(
    'POST %s needs a session, and not an auditor’s',
    async (path) => {
      expect([await statusOf(visitor, 'POST', path, {}), await statusOf(people.auditor, 'POST', path, {})]).toEqual([
        401, 403,
      ]);
    },
  );

  it('somebody else’s record does not exist: 404', async () => {
    const { address } = people.investor;
    const [{ id: document }] = await people.investor.get('/api/kyc/documents');
    const paths = [
      `/api/rlusd/payment-status/${bought.id}`,
      `/api/kyc/status/${address}`,
      `/api/kyc/check/${address}`,
      `/api/kyc/status?wallet=${address}`,
      `/api/kyc/documents/${document}`,
      `/api/user/info?wallet=${address}`,
    ];
    for (const path of paths) expect([path, await statusOf(stranger, 'GET', path)]).toEqual([path, 404]);
    expect(await statusOf(stranger, 'POST', `/api/rlusd/payments/${bought.id}/cancel`, {})).toBe(404);
    expect(await people.admin.get(`/api/kyc/check/${address}`)).toEqual({ kycStatus: 'verified' });
    expect(await people.admin.get(`/api/rlusd/payment-status/${bought.id}`)).toMatchObject({
      id: bought.id,
      status: 'completed',
    });
  });
});

describe('A session', () => {
  it('without one, GET /api/session answers 200 with nulls', async () => {
    expect(await visitor.get('/api/session')).toEqual({
      walletAddress: null,
      userRole: null,
      kycStatus: null,
      csrfToken: null,
    });
  });

  it('says wallet, role and verification; admins and auditors sign in with either role', async () => {
    expect(await people.investor.get('/api/session')).toEqual({
      walletAddress: people.investor.address,
      userRole: 'investor',
      kycStatus: 'verified',
      csrfToken: expect.any(String),
    });
    expect(await people.admin.get('/api/session')).toMatchObject({ userRole: 'admin', kycStatus: 'not_started' });
    expect(await people.auditor.get('/api/user/info')).toEqual({
      role: 'auditor',
      signedInAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('with the cookie, a call that changes something needs X-CSRF-Token', async () => {
    const Cookie = `__Host-session=${stranger.token}`;
    const { csrfToken } = (await visitor.call('GET', '/api/session', { headers: { Cookie } })).body;
    const screen = (headers: Record<string, string>) =>
      visitor.call('POST', '/api/kyc/screen-name', { body: { name: 'Ida Example' }, headers: { Cookie, ...headers } });
    expect((await screen({})).status).toBe(403);
    expect((await screen({ 'X-CSRF-Token': `${csrfToken}x` })).status).toBe(403);
    expect((await screen({ 'X-CSRF-Token': csrfToken })).status).toBe(200);
  });

  it('is not opened by anything that looks like one', async () => {
    for (const Cookie of ['__Host-session=%E0%A4%A', '__Host-session=', '__Host-session=null', 'session=x; ;=;'])
      expect((await visitor.call('GET', '/api/session', { headers: { Cookie } })).body.walletAddress).toBeNull();
    expect((await visitor.call('GET', '/api/transactions', { headers: { Authorization: 'Bearer ' } })).status).toBe(
      401,
    );
  });

  it('belongs to the browser that began the sign-in, and ends at the server with logout', async () => {
    const { address } = stranger;
    const begun = await visitor.call('POST', '/api/auth/xumm-login', { body: { userRole: 'investor' } });
    const login = begun.headers
      .getSetCookie()
      .map((line: string) => line.split(';')[0])
      .join('; ');
    expect(begun.headers.getSetCookie()[0]).toMatch(/^__Host-login=[^;]+;.*Path=\/;.*HttpOnly; Secure; SameSite=Lax$/);
    const path = `/api/auth/xumm-status/${begun.body.payloadUuid}`;
    await program.sandbox.sign(address, begun.body.payloadUuid);
    const nobody = { authenticated: false, walletAddress: null, sessionToken: null };
    expect((await visitor.call('GET', path)).body).toMatchObject(nobody);
    expect((await visitor.call('GET', path, { headers: { Cookie: '__Host-login=guessed' } })).body).toMatchObject(
      nobody,
    );
    const signedIn = await until(
      () => visitor.call('GET', path, { headers: { Cookie: login } }),
      ({ body }: any) => body.authenticated,
      'the sign-in',
    );
    expect(signedIn.body).toEqual({
      authenticated: true,
      walletAddress: address,
      sessionToken: expect.any(String),
      cancelled: false,
      expired: false,
    });
    // An answer that was lost on the way can be fetched again.
    expect((await visitor.call('GET', path, { headers: { Cookie: login } })).body).toEqual(signedIn.body);
    const headers = { Authorization: `Bearer ${signedIn.body.sessionToken}` };
    expect((await visitor.call('POST', '/api/auth/logout', { headers })).status).toBe(204);
    expect((await visitor.call('GET', '/api/transactions', { headers })).status).toBe(401);
    // After the logout not even the browser that began the sign-in gets the session back.
    expect((await visitor.call('GET', path, { headers: { Cookie: login } })).body).toMatchObject(nobody);
    expect((await visitor.call('GET', '/api/transactions', { headers })).status).toBe(401);
  });
});

describe('The gate', () => {
  it('its code stands in nothing that the browser is sent', () => {
    const dist = path.resolve('frontend/dist');
    const sent = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(html|js|css)$/.test(name),
    );
    expect(sent.length).toBeGreaterThan(20);
    const code = new RegExp(program.runtime.accessCode, 'i');
    expect(sent.filter((name) => code.test(readFileSync(path.join(dist, name), 'utf8')))).toEqual([]);
  });

  it('204, or 401 with the document’s message, then 429', async () => {
    const enter = (code: string) => visitor.call('POST', '/api/demo-access', { body: { code } });
    expect((await enter(` ${program.runtime.accessCode.toLowerCase()} `)).status).toBe(204);
    expect((await enter('WRONG')).body).toMatchObject({
      status: 401,
      detail: 'Invalid access code. Please try again.',
    });
    const tries = await until(
      () => enter('WRONG'),
      ({ status }: any) => status !== 401,
      'the limit',
    );
    expect(tries.body).toMatchObject({
      status: 429,
      detail: expect.stringMatching(/^Too many attempts\. Please wait \d+ seconds\.$/),
    });
    // The gate guards screens, not calls.
    expect((await visitor.call('GET', '/api/properties')).status).toBe(200);
  });
});

describe('The live feed', () => {
  it('stands 20 times for one person and no more, and nobody else is hurt', async () => {
    const leaving = new AbortController();
    const listen = (token: string) =>
      fetch(`${program.runtime.url}/api/live`, {
        headers: { Authorization: `Bearer ${token}` },
        signal: leaving.signal,
      });
    const { investor, landlord } = people;
    const answers = await Promise.all(Array.from({ length: 60 }, () => listen(investor.token)));
    const stands = answers.map(({ status }) => status).sort();
    expect(stands).toEqual([...Array(20).fill(200), ...Array(40).fill(429)]);
    const other = await listen(landlord.token);
    expect(new TextDecoder().decode((await other.body!.getReader().read()).value)).toContain('event: hello');
    leaving.abort();
    await until(
      async () =>
        (await fetch(`${program.runtime.url}/api/live`, { headers: { Authorization: `Bearer ${investor.token}` } }))
          .status,
      (status) => status === 200,
      'a stream that is free again',
    );
  });
});

describe('What the live feed tells', () => {
  /** Opens a stream; tells what it has sent so far and whether it has ended. */
  async function listen(token: string | null, query = '') {
    const leaving = new AbortController();
    const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
    const answer = await fetch(`${program.runtime.url}/api/live${query}`, { headers, signal: leaving.signal });
    const stream = { status: answer.status, text: '', ended: false, leave: () => leaving.abort() };
    void (async () => {
      for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) stream.text += part;
    })().then(
      () => (stream.ended = true),
      () => undefined,
    );
    return stream;
  }

  it('is one’s own, the office’s, or everybody’s; it ends when one signs out', async () => {
    const { landlord, admin, auditor } = people;
    const wallet = program.runtime.wallets.filter(({ role }) => role === 'investor').at(-1)!;
    const leaver = await new Person(program.runtime, wallet).signIn('investor');
    const streams = await Promise.all([null, leaver.token, landlord.token, admin.token].map((who) => listen(who)));
    const [stranger, own, other, office] = streams as [any, any, any, any];
    await new Person(program.runtime, wallet).signIn('investor');
    const heard = ({ text }: { text: string }) => text.includes('"persons"');
    await until(
      async () => [own, office].map(heard),
      (heard) => heard.every(Boolean),
      'the sign-in in the feed',
    );
    expect([stranger, other].map(heard)).toEqual([false, false]);
    await leaver.post('/api/auth/logout');
    await until(async () => own.ended, Boolean, 'the end of the stream');
    expect(office.ended).toBe(false);
    const topics = await Promise.all(
      [
        [null, '?topics=own'],
        [landlord.token, '?topics=office'],
        [auditor.token, '?topics=office,property:1'],
        [null, '?topics=everything'],
      ].map(([token, query]) => listen(token as string | null, query as string)),
    );
    expect(topics.map(({ status }) => status)).toEqual([401, 403, 200, 400]);
    [...streams, ...topics].forEach(({ leave }) => leave());
  });
});

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
      monthlyRent: 2500,
      tokenCount: 250,
      status: 'open',
      hidden: false,
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

describe('Payments that are begun', () => {
  it('the same Idempotency-Key is the same payment; with another body it is refused', async () => {
    const begin = (key: string, tokensRequested: number) =>
      people.investor.call('POST', '/api/rlusd/create-payment', {
        body: {
          propertyId: 2,
          tokenHolderId: people.investor.address,
          tokensRequested,
          amount: tokensRequested * 100,
          walletAddress: people.investor.address,
        },
        headers: { 'Idempotency-Key': key },
      });
    const first = await begin('one', 2);
    // The checkout has no fee: it asks for the principal alone.
    expect([first.status, first.body]).toEqual([
      202,
      expect.objectContaining({ success: true, amount: 200, platformFee: 0, totalAmount: 200 }),
    ]);
    expect((await begin('one', 2)).body.paymentId).toBe(first.body.paymentId);
    expect((await begin('one', 3)).status).toBe(409);
    expect((await begin('two', 2)).body).toMatchObject({ status: 409, paymentId: first.body.paymentId });
    expect((await begin('k'.repeat(201), 2)).body).toMatchObject({
      status: 400,
      detail: 'Idempotency-Key may have at most 200 characters',
    });
    expect(await people.investor.seeThrough(first.body.paymentId)).toMatchObject({
      status: 'completed',
      feeStatus: 'none',
      tokens: 2,
    });
    expect((await people.investor.get('/api/properties/2')).tokensSold).toBe(2);
  });

  it('a purchase of no property is refused in the document’s words', async () => {
    for (const path of ['/api/rlusd/payment', '/api/rlusd/create-payment'])
      expect(await people.investor.call('POST', path, { body: { propertyId: 0, amount: 100 } })).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('Please select a property') },
      });
  });

  it('a checkout for another wallet, or another holder, is refused, and so is one without a wallet', async () => {
    const { address } = people.investor;
    const begin = (more: object) =>
      people.investor.call('POST', '/api/rlusd/create-payment', {
        body: { propertyId: 2, tokensRequested: 1, walletAddress: address, ...more },
      });
    for (const more of [{ walletAddress: stranger.address }, { tokenHolderId: stranger.address }])
      expect((await begin(more)).body).toMatchObject({
        status: 403,
        detail: 'The wallet must be the one that you are signed in with',
      });
    for (const walletAddress of ['', '  ', undefined])
      expect((await begin({ walletAddress })).body).toMatchObject({
        status: 400,
        detail: 'Wallet Required - Please enter your XRPL wallet address',
      });
    expect((await begin({ tokensRequested: 9_999 })).status).toBe(409);
    expect(await people.investor.get('/api/rlusd/payments?open=true')).toEqual([]);
  });

  it('posted figures are recomputed, and a difference is refused', async () => {
    const pay = (body: object) =>
      people.investor.call('POST', '/api/rlusd/process-payment', {
        body: { recipientWallet: people.landlord.address, amount: 10, platformFee: 0.25, totalAmount: 10.25, ...body },
      });
    for (const wrong of [
      { platformFee: 0 },
      { totalAmount: 10 },
      { amount: 10.1234567 },
      { amount: -10 },
      { amount: 'ten' },
      { recipientWallet: 'nobody' },
      { recipientWallet: people.investor.address },
    ])
      expect([wrong, (await pay(wrong)).status]).toEqual([wrong, 400]);
    expect(await people.investor.get('/api/rlusd/payments?open=true')).toEqual([]);
  });
});

describe('Nonsense', () => {
  it.each(LISTS)('%s never fails for it', async (path) => {
    for (const odd of ODD_QUERIES) {
      const { status, body } = await people.admin.call('GET', `${path}?${odd}`);
      expect([odd, status, status < 500]).toEqual([odd, status, true]);
      if (status >= 400)
        expect(body).toMatchObject({
          type: 'about:blank',
          status,
          title: expect.any(String),
          detail: expect.stringMatching(/\w/),
          traceId: expect.any(String),
        });
    }
  });

  it('in a path is a record that does not exist', async () => {
    for (const one of ODD_IDS)
      for (const path of [
        '/api/properties/',
        '/api/rlusd/payment-status/',
        '/api/kyc/documents/',
        '/api/kyc/check/',
        '/api/properties/1/contract/',
      ]) {
        expect([path, one, [400, 404].includes(await statusOf(people.investor, 'GET', path + one))]).toEqual([
          path,
          one,
          true,
        ]);
      }
  });

  it('as a body is refused with a word, field by field', async () => {
    for (const path of [
      '/api/properties',
      '/api/properties/1/purchase',
      '/api/rlusd/create-payment',
      '/api/rlusd/payment',
      '/api/rlusd/process-payment',
      '/api/kyc/screen-name',
      '/api/auth/xumm-login',
      '/api/demo-access',
    ])
      for (const body of ODD_BODIES) {
        const { status, body: answer } = await people.landlord.call('POST', path, { body });
        expect([path, body, status < 500]).toEqual([path, body, true]);
        if (status >= 400) expect(answer.detail).toMatch(/\w/);
      }
    const response = await fetch(`${program.runtime.url}/api/properties`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${people.landlord.token}` },
      body: '{"name":',
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ detail: 'The request could not be read because it is not valid JSON or UTF-8' }),
    ]);
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

describe('What the program says of itself', () => {
  it('GET /api/platform/config: accounts and network', async () => {
    expect(await visitor.get('/api/platform/config')).toMatchObject({
      ...program.runtime.accounts,
      demoGate: true,
      sandbox: true,
      demoFunding: true,
    });
  });

  it('GET /api/openapi.json names every call that is served; /docs shows it', async () => {
    const { paths } = await visitor.get('/api/openapi.json');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/api/properties',
        '/api/properties/{id}/purchase',
        '/api/rlusd/payment-status/{paymentId}',
        '/api/audit/events',
        '/api/admin/all-transactions',
        '/api/kyc/screen-name',
        '/api/wallets/{address}',
        '/api/wallets/{address}/demo-funding',
      ]),
    );
    expect((await visitor.call('GET', '/docs')).status).toBe(200);
  });

  it('POST /api/admin/business-date moves forward, never back', async () => {
    const move = (date: string) => people.admin.call('POST', '/api/admin/business-date', { body: { date } });
    expect((await move('2027-01-15')).body).toEqual({ date: '2027-01-15' });
    expect((await move('2027-01-14')).status).toBe(409);
    expect((await move('2027-02-30')).status).toBe(400);
    expect((await move('9999-12-31')).status).toBe(400);
  });
});
