import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from '../scripts/lib/platform-client.mjs';
import { OFFICE, PUBLIC, SIGNED_IN } from './support/calls.js';
import { controlBy, REASON as reason, startWithThreeHouses, type Cast } from './support/cast.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';
import { pdfWith } from '../scripts/lib/paper.mjs';

/** Who may make which call, and what an admin's powers do to others. */
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

const statusOf = async (person: Person, method: string, path: string, body?: unknown) =>
  (await person.call(method, path, { body })).status;
const control = (path: string, body?: object) => controlBy(people.admin, path, body);
const idsFor = async (person: Person, query = '') =>
  (await person.get(`/api/properties${query}`)).map(({ id }: { id: number }) => id);

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
    '/api/admin/failed-events/release',
    '/api/admin/revenue/withdrawals',
    '/api/admin/revenue/withdrawals/none/cancel',
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

describe('A link on another site', () => {
  /** Path parameters of a real record each, so that the call is not merely refused. */
  const filled = (path: string): string => {
    const of: Record<string, string> = { paymentId: bought.id, wallet: people.investor.address!, index: '0' };
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => of[name] ?? '1');
  };
  const ANOTHER_SITE = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };

  it('that an admin or a person follows changes nothing, whatever call it opens', async () => {
    const { paths } = await visitor.get('/api/openapi.json');
    // The live feed never ends.
    const opened = Object.keys(paths).filter((path) => 'get' in paths[path] && path !== '/api/live');
    expect(opened.length).toBeGreaterThan(60);
    for (const person of [people.admin, people.investor]) {
      const caused = async () =>
        (await people.auditor.get(`/api/audit/events?actor=${person.address}&limit=1000`)).events.map(
          ({ position, type }: { position: string; type: string }) => `${position} ${type}`,
        );
      const before = await caused();
      if (person === people.investor) expect(before.length).toBeGreaterThan(0);
      const statuses = await Promise.all(
        opened.map(async (path) => (await person.call('GET', filled(path), { headers: ANOTHER_SITE })).status),
      );
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(25);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect(await caused()).toEqual(before);
    }
  });
});

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

  it('a sale that an admin pauses is visible and cannot be bought, until it is resumed', async () => {
    expect((await control('properties/2/pause')).body).toMatchObject({ paused: true, tokensAvailable: 0 });
    expect(await idsFor(people.visitor)).toEqual([3, 2, 1]);
    const buy = await people.investor.call('POST', '/api/properties/2/purchase', { body: { tokensToPurchase: 1 } });
    expect([buy.status, buy.body]).toMatchObject([409, { code: 'sale-paused' }]);
    expect((await people.admin.get('/api/admin/all-properties?status=paused')).map(({ id }: any) => id)).toEqual([2]);
    expect((await control('properties/2/resume')).body).toMatchObject({ paused: false, tokensAvailable: 250 });
  });

  it('a listing that an admin closes cannot be bought, and says who closed it and why', async () => {
    expect((await control('properties/3/close')).body).toMatchObject({ status: 'closed', tokensAvailable: 0 });
    const buy = await people.investor.call('POST', '/api/properties/3/purchase', { body: { tokensToPurchase: 1 } });
    expect([buy.status, buy.body.detail]).toEqual([409, 'The sale of this property has ended']);
    const { events } = await people.auditor.get('/api/audit/events?stream=listing-3&type=ListingClosed');
    expect(events).toMatchObject([{ data: { reason: 'admin', explanation: reason } }]);
  });

  it.each(['hide', 'show', 'pause', 'resume', 'close'])(
    '%s is an admin’s alone, asks for a reason and a listing',
    async (what) => {
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
    },
  );
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

describe('The rental contract', () => {
  it('is for its owner, the office and verified investors', async () => {
    const form = new FormData();
    form.set('contract', new Blob([new Uint8Array(pdfWith('lease'))]), 'lease.pdf');
    expect((await people.landlord.call('POST', '/api/properties/1/contract', { form })).status).toBe(200);
    const fresh = await (await program.newPerson()).signIn('investor');
    const statusFor = async (person: Cast['visitor']) =>
      (await person.call('GET', '/api/properties/1/contract')).status;
    const { landlord, admin, auditor, investor, visitor } = people;
    expect(await Promise.all([landlord, admin, auditor, investor].map(statusFor))).toEqual([200, 200, 200, 200]);
    expect(await Promise.all([fresh, visitor].map(statusFor))).toEqual([403, 401]);
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

  it('GET /.well-known/xrp-ledger.toml names the accounts, which name this host on the ledger', async () => {
    const { headers, body } = await visitor.call('GET', '/.well-known/xrp-ledger.toml');
    expect(headers.get('content-type')).toContain('application/toml');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const { issuer, feeWallet, payoutEscrow } = program.runtime.accounts;
    const { body: key } = await visitor.call('GET', '/api/log/key');
    expect(body).toContain(`[RECORD]\nkey = ${JSON.stringify(String(key).trim())}`);
    for (const address of [issuer, feeWallet, payoutEscrow]) {
      expect(body).toContain(`[[ACCOUNTS]]\naddress = "${address}"`);
      const { account_data: account } = await program.sandbox.ledger('account_info', { account: address });
      expect(Buffer.from(account.Domain, 'hex').toString()).toBe(new URL(program.runtime.url).host);
    }
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
