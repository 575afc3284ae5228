import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '../scripts/lib/platform-client.mjs';
import { startWithEverybody, type Cast } from './support/cast.js';
import { ageSessions } from './support/aged-sessions.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** What a call passes before it reaches a feature: controls, limits, and refusals with their messages. */
const program = new Program(SHORT_LIST);
let people: Cast;

beforeAll(async () => {
  people = await startWithEverybody(program);
  for (const name of ['Sample Court', 'Example Terrace', 'Specimen House']) await people.landlord.list({ name });
});
afterAll(() => program.remove());

/** Reads and writes tables as an operator could. */
async function onDatabase<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(program.runtime.database);
  await client.connect();
  const { rows } = await client.query(sql, values);
  await client.end();
  return rows as Row[];
}

const reason = 'The title of this house is disputed';
const control = (path: string, body: object = { reason }) => people.admin.call('POST', `/api/admin/${path}`, { body });
const idsFor = async (person: Cast['visitor'], query = '') =>
  (await person.get(`/api/properties${query}`)).map(({ id }: { id: number }) => id);

describe('An admin’s controls: each an event with a reason, each effective', () => {
  it('a hidden listing is not in the marketplace and not buyable, until it is shown again', async () => {
    const hidden = await control('properties/2/hide');
    expect([hidden.status, hidden.body]).toEqual([200, expect.objectContaining({ id: 2, hidden: true })]);
    expect(await idsFor(people.visitor)).toEqual([3, 1]);
    expect((await people.investor.call('GET', '/api/properties/2')).status).toBe(404);
    const buy = { body: { tokensToPurchase: 1 } };
    expect((await people.investor.call('POST', '/api/properties/2/purchase', buy)).status).toBe(404);
    // The landlord and the office see the listing and its state.
    expect(await idsFor(people.landlord, '?mine=true')).toEqual([3, 2, 1]);
    expect(await people.admin.get('/api/properties/2')).toMatchObject({ hidden: true, tokensAvailable: 0 });
    expect((await control('properties/2/show')).body).toMatchObject({ hidden: false, tokensAvailable: 250 });
    expect(await idsFor(people.visitor)).toEqual([3, 2, 1]);
    const { events } = await people.auditor.get('/api/audit/events?stream=listing-2');
    expect(events.slice(1)).toMatchObject([
      { type: 'ListingHidden', data: { reason }, actor: { wallet: people.admin.address, role: 'admin' } },
      { type: 'ListingShown', data: { reason } },
    ]);
  });

  it('a listing that an admin closes cannot be bought, and says who closed it and why', async () => {
    expect((await control('properties/3/close')).body).toMatchObject({ status: 'closed', tokensAvailable: 0 });
    const buy = await people.investor.call('POST', '/api/properties/3/purchase', { body: { tokensToPurchase: 1 } });
    expect([buy.status, buy.body.detail]).toEqual([409, 'The sale of this property has ended']);
    const { events } = await people.auditor.get('/api/audit/events?stream=listing-3&type=ListingClosed');
    expect(events).toMatchObject([{ data: { reason: 'admin', explanation: reason } }]);
  });

  it.each(['hide', 'show', 'close'])('%s is an admin’s alone, asks for a reason and a listing', async (what) => {
    const path = `/api/admin/properties/1/${what}`;
    const statuses = [people.visitor, people.investor, people.landlord, people.auditor].map(
      async (person) => (await person.call('POST', path, { body: { reason } })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 403, 403, 403]);
    for (const none of [{}, { reason: ' '.repeat(40) }, { reason: 7 }])
      expect((await control(`properties/1/${what}`, none)).body).toMatchObject({
        status: 400,
        errors: { reason: expect.arrayContaining(['Give a reason of at least 10 characters']) },
      });
    expect((await control(`properties/99/${what}`)).status).toBe(404);
  });
});

describe('An admin’s controls of a wallet', () => {
  const user = (what: string) => `users/${people.stranger.address}/${what}`;

  it('a suspended wallet can neither buy nor apply, until it is reinstated', async () => {
    expect((await control(user('suspend'))).body).toEqual({
      walletAddress: people.stranger.address,
      suspended: true,
      investor: 'not_started',
      landlord: 'not_started',
    });
    const refused = { status: 403, body: { detail: 'This wallet is suspended: please contact the platform' } };
    await expect(people.stranger.verify('investor')).rejects.toMatchObject({ status: 403 });
    const buy = { body: { tokensToPurchase: 1 } };
    expect(await people.stranger.call('POST', '/api/properties/1/purchase', buy)).toMatchObject(refused);
    const pay = { body: { recipientWallet: people.landlord.address, amount: 1 } };
    expect(await people.stranger.call('POST', '/api/rlusd/process-payment', pay)).toMatchObject(refused);
    const users = await people.admin.get(`/api/admin/all-users?search=${people.stranger.address}`);
    expect(users).toMatchObject([{ suspended: true }]);
    expect((await control(user('reinstate'))).body).toMatchObject({ suspended: false });
    expect(await people.stranger.verify('investor')).toMatchObject({ status: 'approved' });
  });

  it('a suspended landlord cannot list', async () => {
    const path = `users/${people.landlord.address}`;
    await control(`${path}/suspend`);
    await expect(people.landlord.list()).rejects.toMatchObject({ status: 403 });
    await control(`${path}/reinstate`);
    await people.landlord.list({ name: 'Fourth House' });
  });

  it('a verification that is revoked buys nothing more, and a new application waits for a person', async () => {
    const revoke = () => control(user('revoke-verification'), { reason, role: 'investor' });
    expect((await revoke()).body).toMatchObject({ investor: 'rejected' });
    expect((await revoke()).status).toBe(409);
    const buy = await people.stranger.call('POST', '/api/properties/1/purchase', { body: { tokensToPurchase: 1 } });
    expect([buy.status, buy.body.kycRequired]).toEqual([403, 'investor']);
    expect(await people.stranger.verify('investor')).toMatchObject({ status: 'pending' });
  });

  it('what was done is read with the role it was about; why, by admins alone', async () => {
    const used = (who: typeof people.admin) => who.call('GET', `/api/admin/${user('controls')}`);
    const done = [
      { what: 'VerificationRevoked', role: 'investor', by: people.admin.address },
      { what: 'WalletReinstated', role: null },
      { what: 'WalletSuspended', role: null },
    ];
    expect((await used(people.admin)).body).toMatchObject(done.map((one) => ({ ...one, reason })));
    expect((await used(people.auditor)).body).toMatchObject(done.map((one) => ({ ...one, reason: null })));
    expect((await used(people.investor)).status).toBe(403);
  });

  it('ended sessions are over at the server', async () => {
    const again = program.personFor({ address: people.stranger.address! });
    await again.signIn('investor');
    expect((await control(user('end-sessions'))).body).toEqual({ ended: 2 });
    for (const person of [people.stranger, again])
      expect((await person.call('GET', '/api/transactions')).status).toBe(401);
    const { events } = await people.auditor.get(`/api/audit/events?stream=wallet-${people.stranger.address}`);
    expect(events.at(-1)).toMatchObject({ type: 'SessionsEnded', data: { sessions: 2, code: 'admin' } });
    // The reason is stored in the vault only.
    expect(JSON.stringify(events)).not.toContain(reason);
    const [last] = await people.admin.get(`/api/admin/users/${people.stranger.address}/controls`);
    expect(last).toMatchObject({ what: 'SessionsEnded', reason });
    await people.stranger.signIn('investor');
  });

  it.each(['suspend', 'reinstate', 'revoke-verification', 'end-sessions'])('%s is an admin’s alone', async (what) => {
    const body = { reason, role: 'investor' };
    const statuses = [people.visitor, people.investor, people.auditor].map(
      async (person) => (await person.call('POST', `/api/admin/${user(what)}`, { body })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 403, 403]);
    expect((await control(`users/nobody/${what}`, body)).status).toBe(404);
    expect((await control(user(what), { role: 'investor' })).status).toBe(400);
  });
});

describe('Signing in', () => {
  const begin = (headers = {}) =>
    people.visitor.call('POST', '/api/auth/xumm-login', { body: { userRole: 'investor' }, headers });
  const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]!.split(';')[0]!;

  it('shows one number on the page and in the wallet’s request, so that a forwarded link is noticed', async () => {
    const { matchNumber, payloadUuid } = (await begin()).body;
    expect(matchNumber).toMatch(/^[1-9]\d$/);
    const requests = await program.sandbox.get(`/control/phone/${people.stranger.address}/requests`);
    const mine = requests.find((one: { payloadUuid: string }) => one.payloadUuid === payloadUuid);
    expect(mine.instruction).toContain(`Your number is ${matchNumber}`);
  });

  it('makes the login cookie anew each time, also for a browser that brings one', async () => {
    const Cookie = cookieOf(await begin());
    const second = cookieOf(await begin({ Cookie }));
    expect(second).toMatch(/^__Host-login=.{43}$/);
    expect(second).not.toBe(Cookie);
  });

  it('leaves sessions that are listed, and ended but for one’s own', async () => {
    const [phone, laptop] = [program.personFor(people.stranger.wallet!), program.personFor(people.stranger.wallet!)];
    await phone.signIn('investor');
    await laptop.signIn('landlord');
    const listed = await until(
      () => laptop.get('/api/sessions'),
      (all: any[]) => all.every(({ place }) => place !== null),
      'where the sessions were opened',
    );
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ current }: any) => current)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{16}$/),
        role: 'landlord',
        openedAt: expect.stringMatching(/^\d{4}-/),
        seenAt: expect.stringMatching(/^\d{4}-/),
        expiresAt: expect.stringMatching(/^\d{4}-/),
        // A browser's name and system; this client is not a browser.
        device: null,
        place: expect.stringMatching(/127\.0\.0\.1|::1/),
        endsInSeconds: expect.any(Number),
        current: true,
      },
    ]);
    const [another] = listed.filter(({ current }: any) => !current);
    expect(await laptop.post(`/api/sessions/${another.id}/end`)).toEqual({ ended: 1 });
    expect((await laptop.call('POST', `/api/sessions/${another.id}/end`)).status).toBe(404);
    expect((await laptop.call('POST', `/api/sessions/${another.id.slice(0, 8)}/end`)).status).toBe(404);
    const [own] = listed.filter(({ current }: any) => current);
    expect((await laptop.call('POST', `/api/sessions/${own.id}/end`)).status).toBe(409);
    expect((await people.admin.call('POST', `/api/sessions/${own.id}/end`)).status).toBe(404);
    expect(await laptop.post('/api/sessions/end-others')).toEqual({ ended: 1 });
    expect((await phone.call('GET', '/api/sessions')).status).toBe(401);
    expect(await laptop.get('/api/sessions')).toHaveLength(1);
    await people.stranger.signIn('investor');
  });

  it('cannot be redeemed once more by a browser whose session was ended', async () => {
    const begun = await begin();
    const path = `/api/auth/xumm-status/${begun.body.payloadUuid}`;
    const status = async () =>
      (await people.visitor.call('GET', path, { headers: { Cookie: cookieOf(begun) } })).body.authenticated;
    await program.sandbox.sign(people.stranger.address, begun.body.payloadUuid);
    await until(status, Boolean, 'the sign-in');
    expect(await people.stranger.post('/api/sessions/end-others')).toEqual({ ended: 2 });
    expect(await status()).toBe(false);
  });
});

describe('The rental contract', () => {
  it('is for its owner, the office and verified investors', async () => {
    const form = new FormData();
    form.set('contract', new Blob(['%PDF-1.4\nlease\n%%EOF\n']), 'lease.pdf');
    expect((await people.landlord.call('POST', '/api/properties/1/contract', { form })).status).toBe(200);
    const fresh = await (await program.newPerson()).signIn('investor');
    const statusFor = async (person: Cast['visitor']) =>
      (await person.call('GET', '/api/properties/1/contract')).status;
    const { landlord, admin, auditor, investor, visitor } = people;
    expect(await Promise.all([landlord, admin, auditor, investor].map(statusFor))).toEqual([200, 200, 200, 200]);
    expect(await Promise.all([fresh, visitor].map(statusFor))).toEqual([403, 401]);
  });
});

describe('An upload', () => {
  const upload = async (person: Cast['visitor'], fields: [string, string | Blob][], path = '/api/kyc/submit') => {
    const form = new FormData();
    for (const [name, value] of fields)
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, 'a.pdf');
    const { status, body } = await person.call('POST', path, { form });
    return [status, body.detail];
  };

  it.each([
    ['firstName[]', 'nesting too deep'],
    ['firstName[0]', 'nesting too deep'],
    ['firstName[length]', 'nesting too deep'],
    ['a[b][c]', 'nesting too deep'],
    ['__proto__[polluted]', 'nesting too deep'],
    ['constructor[prototype][x]', 'nesting too deep'],
    ['x'.repeat(101), 'Field name too long'],
  ])('with a field named %s is refused by a named limit', async (name, told) => {
    const [status, detail] = await upload(people.stranger, [
      ['userType', 'investor'],
      [name, 'x'],
    ]);
    expect([status, detail]).toEqual([400, expect.stringContaining(told)]);
  });

  it('with a field that stands twice, too many fields, parts or files, or too long a value is refused', async () => {
    const many = (count: number): [string, string][] => Array.from({ length: count }, (_, index) => [`f${index}`, 'x']);
    const pdf = new Blob(['%PDF-1.4']);
    for (const [fields, told] of [
      [
        [
          ['length', '5'],
          ['length', '6'],
        ],
        'length must be given once',
      ],
      [many(61), 'Too many fields'],
      [[['firstName', 'x'.repeat(20_001)]], 'Field value too long'],
      [
        [
          ['idDocument', pdf],
          ['idDocument', pdf],
        ],
        'Unexpected',
      ],
      [[['other', pdf]], 'Unexpected'],
    ] as [[string, string | Blob][], string][])
      expect(await upload(people.stranger, fields)).toEqual([400, expect.stringContaining(told)]);
    expect((await upload(people.stranger, [['idDocument', new Blob([new Uint8Array(11 * 1024 * 1024)])]]))[0]).toBe(
      413,
    );
  });

  it('is decided before it is sealed: what is refused leaves nothing in the vault', async () => {
    // The key of the log's checkpoints is made in the background, soon after the first start.
    const items = "select count(*) n from platform.vault_items where kind <> 'ed25519-seed'";
    const count = async () => (await onDatabase<{ n: string }>(items))[0]!.n;
    const before = await count();
    const lease: [string, Blob] = ['contract', new Blob(['%PDF-1.4\nlease'])];
    expect((await upload(people.investor, [lease], '/api/properties/1/contract'))[0]).toBe(404);
    await expect(people.investor.verify('investor')).rejects.toMatchObject({ status: 409 });
    expect(await count()).toBe(before);
  });

  it('counts to a quota per person', async () => {
    const person = await (await program.newPerson()).signIn('investor');
    await onDatabase(
      `insert into platform.vault_items (id, key_id, subject, kind, sealed, uploaded_by)
       select gen_random_uuid(), gen_random_uuid(), 'test', 'kyc-document', decode(repeat('00', 40 * 1024 * 1024), 'hex'), $1
       from generate_series(1, 10)`,
      [person.address],
    );
    await expect(person.verify('investor')).rejects.toMatchObject({
      status: 413,
      body: { detail: 'Your documents may have at most 400 MB in all. To add more, contact the platform.' },
    });
    await onDatabase("delete from platform.vault_items where subject = 'test'");
    expect(await person.verify('investor')).toMatchObject({ status: 'approved' });
  });
});

describe('What is not as it should be', () => {
  const list = async (fields: object) =>
    people.landlord.call('POST', '/api/properties', {
      body: {
        name: 'Sample Court',
        address: '12 Example Street',
        monthlyRent: 2500,
        fundingGoal: 25_000,
        fundingPurpose: 'A new boiler',
        tokenTermMonths: 42,
        monthlyRate: 6.5,
        tokenPrice: 100,
        tokenCount: 250,
        redemptionClause: 'With 30-day notice.',
        ...fields,
      },
    });

  it('a request that recorded something is found in the record by its trace', async () => {
    const { status, headers } = await list({});
    expect(status).toBe(201);
    const { body: log } = await people.admin.call('GET', '/api/audit/log.jsonl?type=ListingCreated');
    const lines = String(log).trim().split('\n');
    expect(JSON.parse(JSON.parse(lines.at(-1)!).metadata)).toMatchObject({ trace: headers.get('x-trace-id') });
  });

  it.each([
    ['name', '   '],
    ['redemptionClause', undefined],
    ['redemptionClause', '  '],
    ['tokenPrice', true],
    ['tokenPrice', '10'],
    ['tokenPrice', [100]],
    ['tokenCount', '250'],
    ['monthlyRent', null],
    ['name', 7],
    ['monthlyPayoutPerToken', 1e308],
    ['propertyType', 'castle'],
    ['propertyType', ['house']],
  ])('%s of %j in a listing is 400 at that field: nothing is converted, nothing is added', async (field, value) => {
    const { status, body } = await list({ [field]: value });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });

  it('a number of a payment must be a JSON number', async () => {
    const buy = await people.investor.call('POST', '/api/properties/1/purchase', { body: { tokensToPurchase: '1' } });
    expect([buy.status, Object.keys(buy.body.errors)]).toEqual([400, ['tokensToPurchase']]);
  });

  it('JSON nested 50,000 deep is refused by a named limit', async () => {
    const response = await fetch(`${program.runtime.url}/api/properties`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${people.landlord.token}` },
      body: `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    });
    expect([response.status, (await response.json()).detail]).toEqual([
      400,
      'JSON may be nested at most 16 levels deep',
    ]);
  });

  it.each(['/api/properties/%E0%A4%A', '/api/kyc/check/%', '/%E0%A4%A', '/assets/%E0%A4%A'])(
    'GET %s answers problem details, not HTML',
    async (path) => {
      const response = await fetch(program.runtime.url + path);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(await response.json()).toMatchObject({ status: 400, detail: expect.stringContaining('percent-encoding') });
    },
  );

  it('validation comes before state: a malformed payment is 400 even while another is open', async () => {
    const begun = await people.investor.post('/api/properties/1/purchase', { tokensToPurchase: 1 });
    const malformed: [string, object][] = [
      ['/api/properties/1/purchase', { tokensToPurchase: 0 }],
      [
        '/api/rlusd/create-payment',
        { propertyId: 1, tokensRequested: 1, walletAddress: people.investor.address, amount: 7 },
      ],
      ['/api/rlusd/payment', { propertyId: 1, amount: 150 }],
      ['/api/rlusd/process-payment', { recipientWallet: people.landlord.address, amount: 10, platformFee: 9 }],
      ['/api/rlusd/process-payment', { recipientWallet: 'r'.repeat(30), amount: 10 }],
    ];
    for (const [path, body] of malformed)
      expect([path, (await people.investor.call('POST', path, { body })).status]).toEqual([path, 400]);
    await people.investor.post(`/api/rlusd/payments/${begun.paymentId}/cancel`);
  });

  it.each([
    '/api/properties?limit=ten',
    '/api/properties?sort=constructor',
    '/api/properties?available=perhaps',
    '/api/transactions?limit=0',
    '/api/rlusd/payments?open=1',
    '/api/admin/all-users?kyc=nonsense',
    '/api/admin/all-users?sort=constructor',
    '/api/admin/all-properties?sort=__proto__',
    '/api/payouts?from=2026-13-01',
    '/api/admin/cases?status=x',
    '/api/admin/all-transactions?days=7.5',
    '/api/audit/events?after=x',
    '/api/audit/events?after=9007199254740992',
    '/api/audit/events.jsonl?through=09007199254740992',
    '/api/audit/timeline?bars=0',
    '/api/audit/books?position=-1',
    '/api/audit/books?position=99999999999999999999',
  ])('%s: a query string is checked as a body is', async (path) => {
    const { status, body } = await people.admin.call('GET', path);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [/\?(\w+)=/.exec(path)![1]]]);
  });
});

describe('Retained data of answers, and what is noted', () => {
  it('personal answers carry Cache-Control: no-store', async () => {
    const paths = ['/api/session', '/api/sessions', '/api/kyc/status', '/api/transactions', '/api/rlusd/payments'];
    for (const path of [...paths, '/api/admin/all-users', '/api/audit/events.jsonl', '/api/nothing'])
      expect([path, (await people.admin.call('GET', path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
  });

  it('401, 403, 429, forgery and exports are noted without personal data', async () => {
    const Cookie = `__Host-session=${people.investor.token}`;
    await people.visitor.call('GET', '/api/transactions');
    await people.investor.call('GET', `/api/admin/users/${people.landlord.address}`);
    await people.visitor.call('POST', '/api/kyc/screen-name', { body: { name: 'Ida Example' }, headers: { Cookie } });
    await people.admin.call('GET', '/api/admin/all-transactions/export.csv');
    await until(
      () => people.visitor.call('POST', '/api/demo-access', { body: { code: 'WRONG' } }),
      ({ status }) => status === 429,
      'the limit',
    );
    const watched = () => program.logOf('backend').filter(({ context }) => context === 'Security');
    for (const [event, call] of [
      ['unauthenticated', '/api/transactions'],
      ['forbidden', '/api/admin/users/:wallet'],
      ['anti-forgery', '/api/kyc/screen-name'],
      ['export', '/api/admin/all-transactions/export.csv'],
      ['rate-limit', '/api/demo-access'],
    ])
      await until(watched, (lines) => lines.some((line) => line.event === event && line.call === call), `${event}`);
    const text = JSON.stringify(watched());
    for (const { address, token } of [people.landlord, people.investor, people.admin])
      for (const secret of [address, token]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/Ida|127\.0\.0\.1|::1/);
  });

  it('the gate’s limit counts wrong codes only', async () => {
    await onDatabase('delete from platform.rate_limits');
    const enter = async (code: string) =>
      (await people.visitor.call('POST', '/api/demo-access', { body: { code } })).status;
    for (let times = 0; times < 25; times++) expect(await enter(program.runtime.accessCode)).toBe(204);
    expect(await enter('WRONG')).toBe(401);
  });

  it('nobody invents an address of the network: X-Forwarded-For is believed of trusted proxies only', async () => {
    await onDatabase('delete from platform.rate_limits');
    const guess = async (from: string) =>
      (
        await people.visitor.call('POST', '/api/demo-access', {
          body: { code: 'WRONG' },
          headers: { 'X-Forwarded-For': from },
        })
      ).status;
    for (let times = 0; times < 11; times++) await guess(`203.0.113.${times}`);
    expect(await guess('203.0.113.99')).toBe(429);
  });
});

describe('With its own settings', () => {
  beforeAll(async () => {
    await program.stop();
    await program.start({ FRESH_SIGNATURE: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' });
  });
  const age = (minutes: number) => ageSessions(program, minutes);
  const stale = { status: 403, body: { code: 'fresh-signature-required' } };

  it('FRESH_SIGNATURE asks for a sign-in of the last ten minutes before documents and admin powers', async () => {
    const [{ id }] = await people.investor.get('/api/kyc/documents');
    const open = () => people.investor.call('GET', `/api/kyc/documents/${id}`);
    await age(9);
    expect([(await open()).status, (await control('properties/1/hide')).status]).toEqual([200, 200]);
    await age(11);
    expect([await open(), await control('properties/1/show')]).toMatchObject([stale, stale]);
    expect((await people.admin.call('GET', '/api/admin/all-users')).status).toBe(200);
    await Promise.all([people.investor.signIn('investor'), people.admin.signIn('investor')]);
    expect([(await open()).status, (await control('properties/1/show')).status]).toEqual([200, 200]);
  });

  it('a trusted proxy says for whom it calls: their limits are their own', async () => {
    await onDatabase('delete from platform.rate_limits');
    const guess = async (from: string) => {
      const headers = { 'X-Forwarded-For': from };
      return (await people.visitor.call('POST', '/api/demo-access', { body: { code: 'WRONG' }, headers })).status;
    };
    for (let times = 0; times < 12; times++) expect(await guess(`203.0.113.${times}`)).toBe(401);
  });
});
