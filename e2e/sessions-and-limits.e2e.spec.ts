import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Person, until } from '../scripts/lib/platform-client.mjs';
import { ageSessions } from './support/aged-sessions.js';
import { controlBy, startWithThreeHouses, type Cast } from './support/cast.js';
import { databaseOf } from './support/on-database.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** Sessions from sign-in to their end, rate limits, and which data of a call is retained or logged. */
const program = new Program(SHORT_LIST);
const onDatabase = databaseOf(program);
let people: Cast;
let visitor: Person;
let stranger: Person;

beforeAll(async () => {
  people = await startWithThreeHouses(program);
  ({ visitor, stranger } = people);
});
afterAll(() => program.remove());

const control = (path: string, body?: object) => controlBy(people.admin, path, body);

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
    // The access code page protects screens, not calls.
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
