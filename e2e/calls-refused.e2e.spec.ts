import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from '../scripts/lib/platform-client.mjs';
import { LISTS, ODD_BODIES, ODD_IDS, ODD_QUERIES } from './support/calls.js';
import { startWithThreeHouses, type Cast } from './support/cast.js';
import { databaseOf } from './support/on-database.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';
import { pdfWith } from '../scripts/lib/paper.mjs';

/** What is refused, and in which words: uploads, bodies, queries, payments, and nonsense of every kind. */
const program = new Program(SHORT_LIST);
const onDatabase = databaseOf(program);
let people: Cast;
let stranger: Person;

beforeAll(async () => {
  people = await startWithThreeHouses(program);
  ({ stranger } = people);
});
afterAll(() => program.remove());

const statusOf = async (person: Person, method: string, path: string, body?: unknown) =>
  (await person.call(method, path, { body })).status;

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
    const pdf = new Blob([new Uint8Array(pdfWith('document'))]);
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
    const large = new Blob([new Uint8Array(11 * 1024 * 1024)]);
    expect(await upload(people.stranger, [['idDocument', large]])).toEqual([
      413,
      'idDocument is too large: at most 10 MB',
    ]);
  });

  it('is decided before it is sealed: what is refused leaves nothing in the vault', async () => {
    // The key of the log's checkpoints is made in the background, soon after the first start.
    const items = "select count(*) n from platform.vault_items where kind <> 'ed25519-seed'";
    const count = async () => (await onDatabase<{ n: string }>(items))[0]!.n;
    const before = await count();
    const lease: [string, Blob] = ['contract', new Blob([new Uint8Array(pdfWith('lease'))])];
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

  it.each(['application/x-www-form-urlencoded', 'application/json; charset=utf-16'])(
    'a body as %s is refused',
    async (type) => {
      const response = await fetch(`${program.runtime.url}/api/properties`, {
        method: 'POST',
        headers: { 'Content-Type': type, Authorization: `Bearer ${people.landlord.token}` },
        body: 'name=Sample',
      });
      expect(response.status).toBe(415);
    },
  );

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
