import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dump } from '../backend/src/platform/database/dump.js';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { FULL } from '../backend/test/support/how-much.js';
import { generatedUpload, numbers } from './support/generated-uploads.js';
import { Program } from './support/program.js';
import { removeFolder } from './support/remove-folder.js';
import { SHORT_LIST } from './support/short-list.js';

const program = new Program(SHORT_LIST);
let admin: Person;
let lost: Person;
let late: Person;
beforeAll(async () => {
  await program.start();
  admin = await program.personOf('admin').signIn('investor');
  // A lost webhook only causes a delay; the last test checks this one.
  await program.sandbox.post('/control/faults', { party: 'persona', kind: 'lose-webhook' });
  lost = await newcomer();
  await decide(lost, await start(lost, 'persona'), 'approved');
  await program.sandbox.delete('/control/faults');
  late = await newcomer();
});
afterAll(() => program.remove());

const newcomer = async (role: 'investor' | 'landlord' = 'investor', name = 'Ida Example') =>
  (await program.newPerson({ name, xrp: 100, rlusd: 1000 })).signIn(role);
const statusOf = async (person: Person): Promise<string> => (await person.get('/api/kyc/status')).kycStatus;
const becomes = (person: Person, status: string) =>
  until(
    () => statusOf(person),
    (now) => now === status,
    `${status} of ${person.address}`,
    60_000,
  );
const secrets = () => JSON.parse(readFileSync(path.join(program.dataDir, 'secrets.json'), 'utf8'));
async function start(person: Person, provider: 'persona' | 'sumsub', userRole = 'investor'): Promise<string> {
  const body = { walletAddress: person.address, provider, userRole, verificationLevel: 'enhanced' };
  const { redirectUrl, kycSessionId } = await person.post('/api/kyc/start', body);
  expect(redirectUrl).toMatch(provider === 'persona' ? /\/persona\/verify\?/ : /\/sumsub\/websdk\//);
  expect(kycSessionId).toMatch(/^[0-9a-f-]{36}$/);
  const all = (await program.sandbox.get('/control/verifications')) as { id: string; wallet: string }[];
  return all.filter(({ wallet }) => wallet === person.address).at(-1)!.id;
}
const decide = (_: Person, id: string, decision: string) =>
  program.sandbox.post(`/control/verifications/${id}`, { decision });
async function factsOf(person: Person): Promise<{ type: string; data: any }[]> {
  const { events } = await admin.get(`/api/audit/events?limit=1000&stream=identity-${person.address}`);
  return events;
}
const kinds = async (person: Person) => (await factsOf(person)).map(({ type }) => type);

describe('a provider’s word', () => {
  it.each(['persona', 'sumsub'] as const)('%s alone verifies an investor, and nobody as landlord', async (provider) => {
    const person = await newcomer();
    expect(await statusOf(person)).toBe('not_started');
    const id = await start(person, provider);
    expect(await person.get('/api/kyc/status')).toMatchObject({ kycStatus: 'pending', kycProvider: provider });
    await decide(person, id, 'approved');
    await becomes(person, 'verified');
    const owner = await newcomer('landlord');
    await decide(owner, await start(owner, provider, 'landlord'), 'approved');
    await until(
      () => kinds(owner),
      (all) => all.includes('KycDecided'),
      'the decision',
    );
    expect(await statusOf(owner)).toBe('pending');
    await expect(owner.list()).rejects.toMatchObject({ status: 403, body: { kycRequired: 'landlord' } });
  });

  it('doubled and out of order comes to the right state, and each decision stands once in the log', async () => {
    await program.sandbox.post('/control/faults', { party: 'persona', kind: 'duplicate-webhook' });
    await program.sandbox.post('/control/faults', { party: 'sumsub', kind: 'reorder-webhooks' });
    const people = [await newcomer(), await newcomer()] as const;
    await decide(people[0], await start(people[0], 'persona'), 'approved');
    await decide(people[1], await start(people[1], 'sumsub'), 'approved');
    for (const person of people) await becomes(person, 'verified');
    await program.sandbox.delete('/control/faults');
    for (const person of people) {
      const facts = await factsOf(person);
      expect(facts.filter(({ type }) => type === 'KycDecided')).toHaveLength(1);
      expect(facts.filter(({ data }) => data.status === 'approved')).toHaveLength(1);
    }
  });

  it('needs review is in progress; a refusal says no more than that', async () => {
    const person = await newcomer();
    const id = await start(person, 'persona');
    await decide(person, id, 'needs_review');
    await becomes(person, 'in_progress');
    await decide(person, id, 'declined');
    await becomes(person, 'rejected');
    expect(await person.get('/api/kyc/status')).toMatchObject({
      kycStatus: 'rejected',
      kycProvider: 'persona',
      rejectionReason: 'Your identity could not be verified',
      expiresAt: null,
    });
  });

  it('that takes an approval back suspends, opens a case, and leaves the money alone', async () => {
    const person = await newcomer();
    const id = await start(person, 'sumsub');
    await decide(person, id, 'approved');
    await becomes(person, 'verified');
    await decide(person, id, 'declined');
    await becomes(person, 'rejected');
    expect(await kinds(person)).toContain('WalletSuspended');
    const { status } = await person.call('POST', '/api/kyc/start', {
      body: { provider: 'persona', userRole: 'investor' },
    });
    expect(status).toBe(403);
  });

  it('is believed by nobody who cannot sign it: 401, and the API is asked all the same', async () => {
    const person = await newcomer();
    const id = await start(person, 'persona');
    const body = JSON.stringify({
      data: { attributes: { name: 'inquiry.approved', payload: { data: { id, attributes: { status: 'approved' } } } } },
    });
    const send = (seconds: number, secret: string) => {
      const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      const headers = { 'Content-Type': 'application/json', 'Persona-Signature': `t=${seconds},v1=${v1}` };
      return fetch(`${program.runtime.url}/api/webhooks/persona`, { method: 'POST', headers, body });
    };
    const now = Math.floor(Date.now() / 1000);
    const { personaWebhookSecret } = secrets();
    expect((await send(now, 'another')).status).toBe(401);
    expect((await send(now - 4000, personaWebhookSecret)).status).toBe(401);
    expect((await send(now, personaWebhookSecret)).status).toBe(200);
    // Correctly signed but false: the provider's API decides.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await statusOf(person)).toBe('pending');
    const forged = await fetch(`${program.runtime.url}/api/webhooks/sumsub`, {
      method: 'POST',
      headers: { 'x-payload-digest': 'aa', 'x-payload-digest-alg': 'HMAC_MD5_HEX' },
      body: '{}',
    });
    expect(forged.status).toBe(401);
  });

  it('says nothing of the wallet to the provider: external ids are random per attempt', async () => {
    const { data } = (await factsOf(lost)).find(({ type }) => type === 'VerificationStarted')!;
    expect(data.externalId).toMatch(/^[0-9a-f]{8}-/);
    expect(data.externalId).not.toContain(lost.address);
  });
});

describe('generated uploads and forms', () => {
  const COUNT = FULL ? 10_000 : 300;
  const SEED = Number(process.env.TEST_SEED) || Date.now() % 2 ** 31;
  const left = () => readdirSync(os.tmpdir()).filter((name) => name.startsWith('tknest-upload-'));
  it('give clear errors, no 5xx, and leave nothing on disk or in the vault', async () => {
    const applicant = await newcomer();
    const before = left();
    const next = numbers(SEED);
    const seen = new Map<number, number>();
    const post = async (large: boolean) => {
      const { fields, files } = generatedUpload(next, applicant.application('investor'), large);
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      for (const { kind, name, bytes } of files) form.append(kind, new Blob([new Uint8Array(bytes)]), name);
      const { status, body } = await applicant.call('POST', '/api/kyc/submit', { form });
      seen.set(status, (seen.get(status) ?? 0) + 1);
      const told = { seed: SEED, status, detail: String(body?.detail ?? body?.message) };
      expect({ ...told, ok: status < 500 }).toEqual({ ...told, ok: true });
      if (status >= 400) expect(told.detail).toMatch(/\w{3}/);
      if (large) expect(status).toBe(413);
    };
    for (let done = 0; done < COUNT; done += 4)
      await Promise.all([post(done === 0), post(false), post(false), post(false)]);
    expect(seen.get(400)).toBeGreaterThan(COUNT * 0.8);
    await until(left, (now) => now.every((name) => before.includes(name)), 'the end of every upload', 10_000);
    const { text } = await dumped();
    const kept = text.split('\n').filter((line) => line.includes(`\t${applicant.address}\tkyc-`));
    // Each accepted upload is complete, an application and three documents; the others left nothing.
    const taken = (await kinds(applicant)).filter((type) => type === 'KycSubmitted').length;
    expect(kept).toHaveLength(taken * 4);
  }, 900_000);
});

describe('who may call what', () => {
  const OWN = ['/api/kyc/status', '/api/kyc/documents'];
  it('needs a session: 401', async () => {
    for (const at of [...OWN, '/api/compliance/erasures'])
      expect((await program.visitor().call('GET', at)).status).toBe(401);
    for (const at of ['start', 'initialize', 'submit', 'erasure', 'test-verification'])
      expect((await program.visitor().call('POST', `/api/kyc/${at}`, { body: {} })).status).toBe(401);
  });
  it('somebody else’s status, wallet and documents are not found: 404', async () => {
    const someone = await newcomer();
    await someone.verify('investor');
    const [{ id }] = await until(
      () => someone.get('/api/kyc/documents'),
      (all) => all.length === 3,
      'the documents',
    );
    for (const at of [`status/${someone.address}`, `status?wallet=${someone.address}`, `check/${someone.address}`])
      expect((await late.call('GET', `/api/kyc/${at}`)).status).toBe(404);
    expect((await late.call('GET', `/api/kyc/documents/${id}`)).status).toBe(404);
    const body = { walletAddress: someone.address, userRole: 'investor', provider: 'persona' };
    for (const call of ['start', 'initialize'])
      expect((await late.call('POST', `/api/kyc/${call}`, { body })).status).toBe(404);
    const mine = await someone.call('GET', `/api/kyc/documents/${id}`);
    expect(mine.status).toBe(200);
    expect(mine.headers.get('content-disposition')).toMatch(/^attachment; filename="[A-Za-z]+-[0-9a-f]{8}\.pdf"$/);
  });
  it('an erasure is the admin’s: 403 for everybody else', async () => {
    expect((await late.call('GET', '/api/compliance/erasures')).status).toBe(403);
    const body = { confirm: lost.address };
    expect((await late.call('POST', `/api/compliance/erasures/${lost.address}`, { body })).status).toBe(403);
    expect((await late.call('GET', `/api/compliance/erasures/${lost.address}/retained`)).status).toBe(403);
  });
});

describe('erasure (rule 12)', () => {
  const SECRETS = { lastName: 'Quxmustermann', address: '77 Forgotten Lane East', email: 'qux@forgotten.example' };
  it('waits for what is owed, and then leaves nothing in a full dump, in a rebuilt read model, or in a file', async () => {
    const person = await newcomer('investor', 'Qux Quxmustermann');
    expect((await person.call('POST', '/api/kyc/erasure', { body: {} })).status).toBe(409);
    await person.verify('investor', { firstName: 'Quxine', ...SECRETS, ssn: '219-87-4477' });
    const id = await start(person, 'persona').catch(() => null);
    expect(id).toBeNull();
    expect(await person.post('/api/kyc/erasure')).toEqual({ requestedAt: expect.any(String), erasesAt: null });
    expect(await admin.get('/api/compliance/erasures')).toContainEqual(
      expect.objectContaining({ wallet: person.address, holds: [] }),
    );
    const at = `/api/compliance/erasures/${person.address}`;
    expect((await admin.call('POST', at, { body: { confirm: 'rOther' } })).status).toBe(400);
    const before = await dumped();
    const wrapped = before.keyOf(person.address!);
    expect(wrapped.length).toBeGreaterThan(60);
    const done = await admin.post(at, { confirm: person.address });
    expect(done).toMatchObject({ erasedAt: expect.any(String), retainedUntil: expect.stringMatching(/^20\d\d-/) });
    // Only the writer of a change waits for the read models; other readers may see older data.
    await program.readModelsCaughtUp();
    expect(await person.get('/api/kyc/documents')).toEqual([]);
    expect(await statusOf(person)).toBe('not_started');
    expect((await admin.call('POST', at, { body: { confirm: person.address } })).status).toBe(409);

    const [retained] = await admin.get(`${at}/retained`);
    expect(retained).toMatchObject({ persons: [{ firstName: 'Quxine', lastName: 'Quxmustermann' }] });
    expect(JSON.stringify(retained)).not.toMatch(/219-87|21987|Forgotten|qux@/);
    const proof = `${at}/retained/${retained.documents[0].id}`;
    expect((await late.call('GET', proof)).status).toBe(403);
    expect((await admin.call('GET', `${at}/retained/no-such`)).status).toBe(404);
    expect((await admin.call('GET', proof)).status).toBe(200);
    const looks = await admin.get(`/api/audit/events?stream=identity-${person.address}&type=RetainedViewed`);
    expect(looks.events.map(({ data }: any) => data.documentId)).toEqual([undefined, retained.documents[0].id]);
    expect(await kinds(person)).toEqual(expect.arrayContaining(['ErasureRequested', 'PersonErased', 'RetainedViewed']));

    await admin.post('/api/admin/read-models/rebuild', {});
    await program.readModelsCaughtUp();
    const after = await dumped();
    for (const secret of [...Object.values(SECRETS), 'Quxine', '219-87-4477', '219874477', wrapped])
      expect({ secret, found: after.text.includes(secret) }).toEqual({ secret, found: false });
    expect(filesHold(program.dataDir, Object.values(SECRETS))).toEqual([]);
    for (const check of ['chain', 'read-models']) await admin.post(`/api/audit/verification/${check}`);
    const record = await until(
      () => admin.get('/api/audit/verification'),
      ({ chain, readModels }) => ![chain.state, readModels.state].some((state) => /unknown|running/.test(state)),
      'the verified record',
    );
    expect(record).toMatchObject({ chain: { state: 'whole' }, readModels: { state: 'equal' } });
    // A new application is accepted like anybody's.
    await person.verify('investor', { firstName: 'Quxine', ...SECRETS });
    expect(await statusOf(person)).toBe('verified');
  });

  it('is refused with the name of the hold while a listing is open', async () => {
    const owner = await newcomer('landlord');
    await owner.verify('landlord');
    await owner.list();
    await owner.post('/api/kyc/erasure');
    const answer = await admin.call('POST', `/api/compliance/erasures/${owner.address}`, {
      body: { confirm: owner.address },
    });
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain('a listing is open');
  });
});

it('a lost webhook is made good by asking within 60 s', () => becomes(lost, 'verified'), 90_000);

async function dumped() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-dump-'));
  await dump(program.runtime.database, folder);
  const text = readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  removeFolder(folder);
  const keyOf = (subject: string) =>
    text
      .split('\n')
      .find((line) => line.includes(`\t${subject}\t\\\\x`))!
      .split('\\\\x')[1]!
      .slice(0, 80);
  return { text, keyOf };
}

/** Files of the data directory that contain one of the texts; the dump covers the database's files. */
function filesHold(folder: string, texts: string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('postgres'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('/sandbox/') && !file.includes('/database/'))
    .filter((file) => texts.some((text) => readFileSync(file).includes(text)));
}
