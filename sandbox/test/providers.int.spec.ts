import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { signSumsubRequest } from '../src/sumsub/signatures.js';
import { eventually, TestSandbox, WebhookTaker, type Json, type Received } from './support/test-sandbox.js';

let world: TestSandbox;
let taker: WebhookTaker;
let wallet: string;

beforeAll(async () => {
  taker = await WebhookTaker.start();
  world = await TestSandbox.start({ backendUrl: taker.url });
  wallet = (await world.get('/control/wallets'))[0].address;
});
beforeEach(() => void (taker.received.length = 0));
afterAll(async () => {
  await world.close();
  await taker.close();
});

/** Those about one verification, once there are that many: deliveries of an earlier test may arrive too. */
async function webhooks(count: number, about: (body: any) => boolean): Promise<Received[]> {
  const mine = () => taker.received.filter(({ body }) => about(body));
  await eventually(() => expect(mine().length).toBeGreaterThanOrEqual(count));
  return mine();
}

describe('Persona', () => {
  const persona = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    world.call(method, `/persona/api/v1${path}`, body, {
      authorization: `Bearer ${world.config.persona.apiKey}`,
      ...headers,
    });
  const create = (reference: string) =>
    persona('POST', '/inquiries', {
      data: { attributes: { 'inquiry-template-id': 'itmpl_x', 'reference-id': reference } },
    });

  it('creates an inquiry and a one-time link to a page', async () => {
    const { status, body } = await create(wallet);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      type: 'inquiry',
      id: expect.stringMatching(/^inq_/),
      attributes: { status: 'created', 'reference-id': wallet, 'completed-at': null },
    });
    const { body: linked } = await persona('POST', `/inquiries/${body.data.id}/generate-one-time-link`, {
      meta: { 'expires-in-seconds': 60 },
    });
    const page = await (await fetch(linked.meta['one-time-link'])).text();
    expect(page).toContain('Verify your identity');
    expect((await persona('GET', `/inquiries/${body.data.id}`)).body.data.attributes.status).toBe('pending');
  });

  it('tells each step in signed webhooks when the page is filled in', async () => {
    const { data, meta } = (await create('somebody')).body;
    const link = `${meta['one-time-link']}&redirect-uri=${encodeURIComponent('https://platform.example/back')}`;
    const form = new URLSearchParams({
      firstName: 'Ida',
      lastName: '<Example>',
      birthdate: '1990-01-01',
      decision: 'approved',
    });
    const response = await fetch(link, { method: 'POST', body: form, redirect: 'manual' });
    expect(response.headers.get('location')).toBe(
      `https://platform.example/back?inquiry-id=${data.id}&status=approved&reference-id=somebody`,
    );
    const told = await webhooks(4, (body) => body.data.attributes.payload?.data.id === data.id);
    const names = told.map(({ body }) => body.data.attributes.name).sort();
    expect(names).toEqual(['inquiry.approved', 'inquiry.completed', 'inquiry.created', 'inquiry.started']);
    const approved = told.find(({ body }) => body.data.attributes.name === 'inquiry.approved')!;
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(approved.headers['persona-signature'] as string)!;
    expect(signature).toBe(
      createHmac('sha256', world.config.persona.webhookSecret).update(`${seconds}.${approved.raw}`).digest('hex'),
    );
    expect(approved.body.data.attributes.payload.data.attributes.fields).toMatchObject({
      'name-last': { value: '<Example>' },
    });
  });

  it('decides at once where it is told to, with the name of the wallet', async () => {
    const { data } = (await create(wallet)).body;
    expect(await world.get('/control/verifications')).toContainEqual({
      id: data.id,
      provider: 'persona',
      wallet,
      status: 'created',
    });
    expect(await world.post(`/control/verifications/${data.id}`, { decision: 'declined' })).toMatchObject({
      id: data.id,
      status: 'declined',
    });
    const { attributes } = (await persona('GET', `/inquiries/${data.id}`)).body.data;
    expect(attributes).toMatchObject({
      status: 'declined',
      'decisioned-at': expect.any(String),
      fields: { 'name-first': { value: 'Ida' }, 'name-last': { value: 'Example' } },
    });
    expect((await world.call('POST', '/control/verifications/nobody', { decision: 'approved' })).status).toBe(404);
    expect((await world.call('POST', `/control/verifications/${data.id}`, { decision: 'maybe' })).status).toBe(400);
  });

  it('knows a repeated request by its key', async () => {
    const body = { data: { attributes: { 'inquiry-template-id': 'itmpl_x' } } };
    const [first, again] = [
      await persona('POST', '/inquiries', body, { 'idempotency-key': 'k1' }),
      await persona('POST', '/inquiries', body, { 'idempotency-key': 'k1' }),
    ];
    expect(again.body.data.id).toBe(first.body.data.id);
    const other = await persona(
      'POST',
      '/inquiries',
      { data: { attributes: { 'inquiry-template-id': 'itmpl_y' } } },
      { 'idempotency-key': 'k1' },
    );
    expect(other).toMatchObject({ status: 409, body: { errors: [{ title: 'Conflict' }] } });
  });

  it('speaks in the keys it is asked to, and refuses wrong keys and ids', async () => {
    const { data } = (await create('keys')).body;
    expect(
      (await persona('GET', `/inquiries/${data.id}`, undefined, { 'key-inflection': 'camel' })).body.data.attributes
        .referenceId,
    ).toBe('keys');
    expect((await persona('GET', '/inquiries/inq_nobody')).status).toBe(404);
    expect((await world.call('GET', `/persona/api/v1/inquiries/${data.id}`)).status).toBe(401);
  });
});

describe('Sumsub', () => {
  const sumsub = (method: string, path: string, body?: unknown, change: Json = {}) => {
    const seconds = String(Math.floor(Date.now() / 1000) + (change.offset ?? 0));
    const text = body === undefined ? '' : JSON.stringify(body);
    const signature = signSumsubRequest(change.secret ?? world.config.sumsub.secretKey, seconds, method, path, text);
    return world.call(method, `/sumsub${path}`, body, {
      'x-app-token': world.config.sumsub.appToken,
      'x-app-access-ts': seconds,
      'x-app-access-sig': signature,
    });
  };
  const create = (externalUserId: string) =>
    sumsub('POST', '/resources/applicants?levelName=basic%20level', { externalUserId });

  it('makes applicants, reads them by either id, and makes no second one', async () => {
    const { status, body } = await create('user-1');
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { externalUserId: 'user-1', review: { reviewStatus: 'init', levelName: 'basic level' } },
    });
    expect((await sumsub('GET', `/resources/applicants/${body.id}/status`)).body.reviewStatus).toBe('init');
    expect((await sumsub('GET', '/resources/applicants/-;externalUserId=user-1/one')).body.id).toBe(body.id);
    expect((await sumsub('GET', '/resources/applicants/-/byExternalUserId/user-2')).body).toEqual({ exists: false });
    expect((await create('user-1')).status).toBe(409);
  });

  it('checks signature and clock', async () => {
    expect((await sumsub('GET', '/resources/applicants/x/one', undefined, { secret: 'wrong' })).status).toBe(401);
    expect((await sumsub('GET', '/resources/applicants/x/one', undefined, { offset: -120 })).status).toBe(401);
    expect((await sumsub('GET', '/resources/applicants/x/one')).status).toBe(404);
  });

  it('leads to a page, tells the review in signed webhooks, and keeps personal data out of them', async () => {
    const { body } = await sumsub('POST', '/resources/sdkIntegrations/levels/-/websdkLink', {
      levelName: 'l',
      userId: 'user-3',
      redirect: { successUrl: 'https://platform.example/ok' },
    });
    const form = new URLSearchParams({ firstName: 'Otto', lastName: 'Owner', decision: 'approved' });
    const response = await fetch(body.url, { method: 'POST', body: form, redirect: 'manual' });
    expect(response.headers.get('location')).toBe('https://platform.example/ok');
    const told = await webhooks(3, ({ externalUserId }) => externalUserId === 'user-3');
    const reviewed = told.find(({ body: one }) => one.type === 'applicantReviewed')!;
    expect(reviewed.body).toMatchObject({
      externalUserId: 'user-3',
      sandboxMode: true,
      reviewStatus: 'completed',
      reviewResult: { reviewAnswer: 'GREEN' },
    });
    expect(reviewed.raw).not.toContain('Otto');
    expect(reviewed.headers['x-payload-digest']).toBe(
      createHmac('sha256', world.config.sumsub.webhookSecret).update(reviewed.raw).digest('hex'),
    );
    expect((await sumsub('GET', '/resources/applicants/-;externalUserId=user-3/one')).body.info).toMatchObject({
      firstName: 'Otto',
      lastName: 'Owner',
    });
  });

  it('decides by the id of the applicant', async () => {
    const { body } = await create('user-4');
    await world.post(`/control/verifications/${body.id}`, { decision: 'needs_review' });
    expect((await sumsub('GET', `/resources/applicants/${body.id}/status`)).body.reviewStatus).toBe('onHold');
    expect(await world.post(`/control/verifications/${body.id}`, { decision: 'declined' })).toMatchObject({
      provider: 'sumsub',
      wallet: 'user-4',
      status: 'declined',
    });
  });
});

describe('rates', () => {
  const observations = (query: string) => world.call('GET', `/fred/series/observations?${query}`);
  const key = () => `api_key=${world.config.fred.apiKey}&file_type=json`;

  it('come newest first where that is asked, with what was added', async () => {
    const { body } = await observations(`series_id=MORTGAGE30US&sort_order=desc&limit=1&${key()}`);
    expect(body.observations).toEqual([
      { realtime_start: expect.any(String), realtime_end: expect.any(String), date: '2026-11-19', value: '6.45' },
    ]);
    expect(
      (await world.call('POST', '/control/rates', { series: 'MORTGAGE30US', date: '2026-11-26', value: 6.4 })).status,
    ).toBe(201);
    expect(
      (await observations(`series_id=MORTGAGE30US&sort_order=desc&limit=1&${key()}`)).body.observations[0],
    ).toMatchObject({ date: '2026-11-26', value: '6.4' });
  });

  it('need a key and a known series', async () => {
    expect(await observations('series_id=DPRIME&file_type=json')).toMatchObject({
      status: 400,
      body: { error_code: 400 },
    });
    expect((await observations('series_id=DPRIME&file_type=json&api_key=wrong')).status).toBe(400);
    expect((await observations(`series_id=NOTHING&${key()}`)).body.error_message).toMatch(/does not exist/);
    expect((await world.call('POST', '/control/rates', { series: 'DPRIME', date: 'today', value: 1 })).status).toBe(
      400,
    );
  });
});

describe('addresses', () => {
  const search = async (address: string) =>
    (
      await world.get(
        `/census/geocoder/locations/onelineaddress?benchmark=Public_AR_Current&format=json&address=${encodeURIComponent(address)}`,
      )
    ).result;

  it('are found where they are well formed', async () => {
    const { addressMatches } = await search('4600 Silver Hill Rd, Washington, DC 20233');
    expect(addressMatches).toHaveLength(1);
    expect(addressMatches[0]).toMatchObject({
      matchedAddress: '4600 SILVER HILL RD, WASHINGTON, DC, 20233',
      coordinates: { x: expect.any(Number), y: expect.any(Number) },
      addressComponents: { zip: '20233', streetName: 'SILVER HILL', suffixType: 'RD', city: 'WASHINGTON', state: 'DC' },
    });
  });

  it.each([
    'nonsense',
    'Main St, Springfield, IL 62701',
    '12 Main St, Springfield, ZZ 62701',
    '12 Main St, Springfield, IL 627',
    '12 <b>, X, IL 62701',
  ])('are not found: %s', async (address) => {
    expect((await search(address)).addressMatches).toEqual([]);
  });
});
