import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { uuidv5 } from '../backend/src/platform/event-store/ids.js';
import { commandOf } from '../backend/src/platform/sessions/causation.js';
import { pdfWith } from '../scripts/lib/paper.mjs';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { DatabaseOwner, sha256 } from './support/database-owner.js';
import { sendPastThePlatform } from './support/own-transactions.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** An attacker who controls only the database can get nothing signed and nobody signed in. */
const program = new Program(SHORT_LIST, { ownCluster: true });
let owner: DatabaseOwner;
let admin: Person;
let landlord: Person;
let paid: Person;
let thief: Person;

beforeAll(async () => {
  await program.start();
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  owner = new DatabaseOwner(program);
  admin = await program.personOf('admin').signIn('investor');
  landlord = await program.personOf('landlord').signIn('landlord');
  paid = await (await program.newPerson()).signIn('investor');
  thief = await (await program.newPerson()).signIn('investor');
  await paid.verify('investor');
  await fillTheFloat('50');
  expect(await payByHand(paid.address!)).toMatchObject({ body: { success: true } });
  await until(
    () => rlusdOf(paid),
    (held) => held === 100_005,
    'the payout',
  );
});
afterAll(async () => {
  await owner?.close();
  await program.remove();
});

const rlusdOf = async ({ address }: Person) => Number(await program.onLedger(address, 'rlusd'));
const payByHand = (recipientAddress: string, headers: Record<string, string> = {}) =>
  admin.call('POST', '/api/tokens/payout', {
    headers,
    body: { recipientAddress, amount: '5', adminSeed: '', rlusdGateway: program.runtime.accounts.rlusdIssuer },
  });
const signed = async () =>
  Number((await owner.query("select count(*) n from eventstore.events where type = 'PayoutWindowSigned'"))[0].n);

/** Sends unidentified money to the escrow, which an admin keeps as the platform's own. */
async function fillTheFloat(value: string): Promise<void> {
  const { rlusdCurrency: currency, rlusdIssuer: issuer, payoutEscrow: Destination } = program.runtime.accounts;
  const payment = { TransactionType: 'Payment', Destination, Amount: { currency, issuer, value } };
  const hash = await sendPastThePlatform(program, landlord, payment);
  const found: any = await until(
    async () => ((await admin.get('/api/admin/cases')) as any[]).find((one) => one.txHash === hash),
    Boolean,
    'the case of the money',
  );
  await admin.post(`/api/admin/cases/${found.id}/resolve`, {
    resolution: 'kept',
    note: 'Nobody claims it since a year',
  });
  // The books change only after a worker has confirmed the decision.
  await until(
    async () => (await admin.get('/api/admin/escrow')).accounts as { name: string; balance: number }[],
    (accounts) => accounts.some(({ name, balance }) => name === 'float' && balance === Number(value)),
    'the money on the float',
  );
}

describe('a database owner', () => {
  it('who inserts a session, or moves one, is nobody', async () => {
    const as = async (token: string) =>
      (await program.visitor().call('GET', '/api/admin/cases', { headers: { Authorization: `Bearer ${token}` } }))
        .status;
    await owner.query(
      `insert into platform.sessions (id, wallet, role, opened_at, seen_at, expires_at, mac)
       select $1, wallet, 'admin', opened_at, now(), expires_at, mac from platform.sessions where wallet = $2 limit 1`,
      [sha256('mine'), admin.address],
    );
    expect(await as('mine')).toBe(401);
    await owner.query('update platform.sessions set wallet = $2 where wallet = $1', [thief.address, admin.address]);
    expect((await thief.call('GET', '/api/admin/cases')).status).toBe(401);
    await thief.signIn('investor');
    expect((await thief.call('GET', '/api/admin/cases')).status).toBe(403);
  });

  it('who says that a sign-in of their own was an admin’s is not signed in', async () => {
    const url = `${program.runtime.url}/api/auth`;
    const begun = await fetch(`${url}/xumm-login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ userRole: 'investor' }),
    });
    const { payloadUuid } = (await begun.json()) as { payloadUuid: string };
    const Cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!;
    await owner.query('update platform.login_attempts set wallet = $2 where payload_uuid = $1', [
      payloadUuid,
      admin.address,
    ]);
    const status = async () => (await fetch(`${url}/xumm-status/${payloadUuid}`, { headers: { Cookie } })).json();
    expect(await status()).toMatchObject({ authenticated: false, expired: false });
    await owner.query("update platform.login_attempts set role = 'landlord' where payload_uuid = $1", [payloadUuid]);
    expect(await status()).toMatchObject({ authenticated: false, expired: true });
  });

  it('who names another item of the vault in a row gets nothing out of it, whatever its kind', async () => {
    await landlord.verify('landlord');
    const { id: propertyId } = await landlord.list();
    const items = await owner.query<{ id: string; kind: string }>(
      'select distinct on (kind) id, kind from platform.vault_items order by kind, created_at',
    );
    expect(items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['ed25519-seed', 'kyc-application', 'ledger-seed', 'screening-subjects', 'signed-blob']),
    );
    for (const { id, kind } of items) {
      await owner.query('delete from read_models.kyc_documents where id = $1', [id]);
      await owner.query(
        `insert into read_models.kyc_documents (id, wallet, kind, bytes, media_type, scan, uploaded_at)
         values ($1, $2, 'idDocument', 1, 'image/png', 'unscanned', '2026-01-01')`,
        [id, thief.address],
      );
      const asked = await thief.call('GET', `/api/kyc/documents/${id}`);
      await owner.query(
        'update read_models.properties set contract_id = $1::uuid, contract_name_item = $1::text where id = $2',
        [id, propertyId],
      );
      const contract = await landlord.call('GET', `/api/properties/${propertyId}/contract`);
      expect([kind, asked.status, contract.status]).toEqual([kind, 404, 404]);
    }
    const alarms = () => owner.query("select 1 from platform.security_log where event = 'read-model-refused'");
    await until(alarms, (rows) => rows.length > 0, 'the security event');
  });

  it('who says in a row that a property, a payment or a case is theirs is not shown it', async () => {
    const { id: propertyId } = await landlord.list();
    const form = new FormData();
    form.set('contract', new Blob([new Uint8Array(pdfWith('lease'))]), 'lease.pdf');
    expect((await landlord.call('POST', `/api/properties/${propertyId}/contract`, { form })).status).toBe(200);
    await program.readModelsCaughtUp();
    const contract = async (who: Person) => (await who.call('GET', `/api/properties/${propertyId}/contract`)).status;
    expect(await contract(landlord)).toBe(200);
    expect(await contract(thief)).toBe(403);
    const belongsTo = ({ address }: Person) =>
      owner.query('update read_models.properties set owner = $2 where id = $1', [propertyId, address]);
    await belongsTo(thief);
    for (const who of [thief, landlord, admin, paid]) expect(await contract(who)).toBe(404);
    await belongsTo(landlord);

    const memo = 'only between the two of us';
    const payment = { recipientWallet: landlord.address, amount: 5, memo };
    const { paymentId } = await paid.post('/api/rlusd/process-payment', payment);
    await program.readModelsCaughtUp();
    const listed = async (who: Person) => JSON.stringify((await who.call('GET', '/api/rlusd/payments')).body);
    expect(await listed(paid)).toContain(memo);
    const madeBy = ({ address }: Person) =>
      owner.query(
        `update read_models.transactions set user_wallet = $2 where payment_id = $1 and leg = 'recipient' returning 1`,
        [paymentId, address],
      );
    expect(await madeBy(thief)).toHaveLength(1);
    expect(await listed(thief)).not.toContain(memo);
    await madeBy(paid);
    await paid.post(`/api/rlusd/payments/${paymentId}/cancel`);

    const officer = await program.personOf('compliance').signIn('investor');
    const caseId = randomUUID();
    await owner.query(
      `insert into read_models.compliance_cases (id, wallet, user_role, kind, risk, reason, state, opened_at, promise_by)
       values ($1, $2, 'investor', 'screening', 'high', 'x', 'open', '2026-01-01', '2026-01-02')`,
      [caseId, paid.address],
    );
    for (const call of ['', '/file.pdf', `/documents/${randomUUID()}`])
      expect([call, (await officer.call('GET', `/api/compliance/cases/${caseId}${call}`)).status]).toEqual([call, 404]);
    const revealed = await officer.call('POST', `/api/compliance/cases/${caseId}/reveal`, {
      body: { field: 'ssn' },
    });
    expect(revealed.status).toBe(404);
    await owner.query('delete from read_models.compliance_cases where id = $1', [caseId]);
    const alarms = () => owner.query("select 1 from platform.security_log where event = 'read-model-refused'");
    await until(alarms, (rows) => rows.length > 0, 'the security event');
  });

  it('who inserts a command has it neither believed nor done', async () => {
    const [{ position }] = await owner.query('select max(position) as position from eventstore.events');
    await owner.query("insert into eventstore.commands values ($1, null, $2, $3, 'null')", [
      commandOf(admin.address!, `hand-${uuidv5(`payout-by-hand/${admin.address!}/next`)}`),
      position,
      JSON.stringify({ 'payout-mine': 0 }),
    ]);
    const before = await signed();
    expect((await payByHand(paid.address!, { 'Idempotency-Key': 'next' })).status).toBeGreaterThanOrEqual(500);
    expect([await signed(), await rlusdOf(paid)]).toEqual([before, 100_005]);
  });

  it('who changes a read model has nothing paid a second time', async () => {
    const before = await signed();
    await owner.query(
      "update read_models.payout_lines set status = 'unclaimed', reason = 'no-line' where wallet = $1 returning wallet",
      [paid.address],
    );
    // The job looks every 15 seconds.
    await new Promise((resolve) => setTimeout(resolve, 18_000));
    expect([await signed(), await rlusdOf(paid)]).toEqual([before, 100_005]);
    await expectBooksToEqualLedger(program);
  });

  it('who lifts the triggers and undoes what an admin decided is given nothing', async () => {
    const suspended = await (await program.newPerson()).signIn('investor');
    await admin.post(`/api/admin/users/${suspended.address}/suspend`, { reason: 'A test that somebody else undoes' });
    await expect(suspended.verify('investor')).rejects.toMatchObject({ status: 403 });
    await owner.unlocked(
      `update eventstore.events set type = 'WalletReinstated' where type = 'WalletSuspended' and stream like '%' || $1`,
      [suspended.address],
    );
    await expect(suspended.verify('investor')).rejects.toMatchObject({ status: 503 });
  });

  it('who inserts a well-formed payout run, chain and all, has nothing signed, and is named', async () => {
    const [{ data, position }] = await owner.query(
      "select data, position from eventstore.events where type = 'PayoutRunCreated' order by position limit 1",
    );
    const { runId } = JSON.parse(data);
    const [{ position: until_ }] = await owner.query(
      "select min(position) as position from eventstore.events where type = 'PayoutWindowSigned'",
    );
    const events = await owner.query(
      `select position::int, stream, revision, id, type, version, at, data, metadata, mac from eventstore.events
        where position >= (select min(position) from eventstore.events where data like '%' || $1 || '%') and position < $2
          and (data like '%' || $1 || '%' or stream like '%' || $1 || '%') order by position`,
      [runId, until_],
    );
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['EscrowPosted', 'PayoutRunCreated', 'PayoutLinesListed', 'PayoutRunStarted']),
    );
    expect(Number(position)).toBeGreaterThan(0);
    const before = await signed();
    await owner.append(events, { [runId]: 'hand-mine', [paid.address!]: thief.address! });
    await until(
      () => readFileSync(path.join(program.dataDir, 'logs', 'backend.log'), 'utf8'),
      (log) => /The process stops: \w+ at \d+ is not genuine/.test(log),
      'the process that halts by name',
    );
    // Time for more than thirty ledgers of the sandbox.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect([await signed(), await rlusdOf(thief)]).toEqual([before, 100_000]);
    const { status } = await program.visitor().call('GET', '/api/health/live');
    expect(status).toBe(200);
  });
});
