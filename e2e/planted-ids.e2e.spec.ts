import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET_KINDS, VAULT_KINDS } from '@tknest/contracts/rules';
import { pdfWith } from '../scripts/lib/paper.mjs';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { FULL } from '../backend/test/support/how-much.js';
import { controlBy } from './support/cast.js';
import { DatabaseOwner } from './support/database-owner.js';
import { operationsOf, type Operation } from './support/generated-calls.js';
import { Insider } from './support/insider.js';
import { Planting } from './support/planting.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/**
 * A database owner plants an id of every kind of vault item, and other wallets, into every column of the read models
 * that could name one, and asks every call that reads, as every role, and at last every call that names a record and
 * changes something. Nothing that the vault holds comes out.
 */
const program = new Program(SHORT_LIST);
const AT_ONCE = 8;
const KINDS = [...Object.keys(VAULT_KINDS), ...SECRET_KINDS] as Parameters<Insider['keep']>[1][];
/** They read the log alone, or never end. */
const LOG_ONLY =
  /\/api\/(live|log\/|audit\/|health)|\/metrics|read-models|openapi|reconciliation|previews|sitemap|robots/;
/** They end the caller's session. */
const OWN_SESSION = /\/api\/auth\/|end-sessions|\/api\/sessions/;
const LEASE = 'Lease of Quillfeather';
const CONTRACT_NAME = 'quillfeather-lease.pdf';
/** What only the vault holds of the victim. */
const VICTIM = {
  phoneNumber: '+1 555 0177 319',
  email: 'orla@quillfeather.example',
  address: '77 Quillfeather Row',
  employer: 'Quillfeather Works',
  ssn: '917263548',
};

let owner: DatabaseOwner;
let insider: Insider;
let planting: Planting;
let operations: Operation[];
let roles: Record<'visitor' | 'thief' | 'investor' | 'admin' | 'auditor' | 'officer', Person>;
let victim: Person;
let landlord: Person;
let items: string[];
/** Texts that nobody may read. */
let never: string[];
/** Of a hidden listing: only the office and its people may read them. */
const HIDDEN = [LEASE, CONTRACT_NAME];
/** Ids that no call opens from the row: the log alone says which contract a listing has. */
const FROM_LOG = new Set(['properties.contract_id']);
const OUTSIDE = new Set(['visitor', 'thief', 'investor']);

beforeAll(async () => {
  await program.start();
  owner = new DatabaseOwner(program);
  insider = new Insider(program);
  planting = new Planting(owner);
  roles = {
    visitor: program.visitor(),
    thief: await (await program.newPerson()).signIn('landlord'),
    investor: await (await program.newPerson()).signIn('investor'),
    admin: await program.personOf('admin').signIn('investor'),
    auditor: await program.personOf('auditor').signIn('investor'),
    officer: await program.personOf('compliance').signIn('investor'),
  };
  const { thief, investor, admin, officer, visitor } = roles;
  victim = await (await program.newPerson()).signIn('investor');
  landlord = await program.personOf('landlord').signIn('landlord');
  await victim.verify('investor', VICTIM);
  await landlord.verify('landlord', { ...VICTIM, ssn: '917263549' });
  await thief.verify('landlord');
  await investor.verify('investor');
  const id = await listWithContract(landlord, LEASE, CONTRACT_NAME);
  // One listing for each kind.
  for (let left = KINDS.length; left > 0; left--) await listWithContract(thief, 'Own lease', 'own.pdf');
  await victim.buy(id, 3);
  const paid = await victim.post('/api/rlusd/process-payment', { recipientWallet: landlord.address, amount: 5 });
  await victim.seeThrough(paid.paymentId);
  const listed = await (await program.newPerson()).signIn('investor');
  await listed.verify('investor', { firstName: 'Nicolas', lastName: 'Maduro Moros', dateOfBirth: '1962-11-23' });
  for (const what of ['suspend', 'reinstate', 'end-sessions'])
    await controlBy(admin, `users/${victim.address}/${what}`);
  await officer.post('/api/kyc/screen-name', { name: 'Orla Example' });
  await controlBy(admin, `properties/${id}/hide`);
  operations = operationsOf(await visitor.get('/api/openapi.json'));
  await program.readModelsCaughtUp();

  const marked = await Promise.all(
    KINDS.map(async (kind) => {
      const marker = `marker-of-${kind}`;
      const content = { text: marker, fileName: marker, reason: marker, seed: marker, firstName: marker };
      return [await insider.keep(victim.address!, kind, content), marker] as const;
    }),
  );
  const seeds = await Promise.all(
    (['issuer', 'feeWallet', 'payoutEscrow'] as const).map(async (of) => (await insider.ownerOf(of)).wallet!.seed),
  );
  const key = (await insider.recordKey()) as Buffer;
  never = [...Object.values(VICTIM), ...marked.map(([, marker]) => marker), ...seeds, key.toString('hex')];
  // Of what the program itself stored, one item of each kind; else the marked one.
  const stored = await owner.query<{ id: string }>(
    `select distinct on (kind) id from platform.vault_items
      order by kind, id = any($2::uuid[]), subject <> $1, created_at`,
    [victim.address, marked.map(([one]) => one)],
  );
  items = stored.map((one) => one.id);
  expect(items).toHaveLength(KINDS.length);
  await planting.begin();
});
afterAll(async () => {
  await owner?.close();
  await insider?.close();
  await program.remove();
});

async function listWithContract(person: Person, words: string, name: string): Promise<number> {
  const { id } = await person.list();
  const form = new FormData();
  form.set('contract', new Blob([new Uint8Array(pdfWith(words))]), name);
  expect((await person.call('POST', `/api/properties/${id}/contract`, { form })).status).toBe(200);
  return id;
}

/** Values that a place in the path of a call can have: ids of rows as they are now, and the planted ones. */
async function valuesOf(path: string, name: string): Promise<string[]> {
  if (name === 'propertyId' || /\/api\/properties|\/loan/.test(path)) return planting.all('properties', 'id');
  if (name === 'documentId') return items;
  if (/wallet|address/i.test(name)) return [victim.address!, roles.thief.address!];
  if (name === 'paymentId') return planting.all('transactions', 'payment_id');
  if (path.startsWith('/api/kyc/documents')) return items;
  if (path.startsWith('/api/compliance/cases')) return planting.all('compliance_cases', 'id');
  if (path.startsWith('/api/admin/cases')) return planting.all('cases', 'id');
  if (path.startsWith('/api/tokens/operations')) return planting.all('token_issuances', 'id');
  if (path.startsWith('/api/payouts')) return planting.all('payouts', 'id');
  return name === 'period' ? ['2026'] : ['1'];
}

interface Call {
  method: string;
  path: string;
  body?: string;
}

/** Every call that reads, with each value that a place in its path can have. */
async function reading(): Promise<Call[]> {
  const found: Call[] = [];
  for (const { method, path } of operations) {
    if (method !== 'GET' || LOG_ONLY.test(path)) continue;
    found.push(...(await filled(path)).slice(0, 200).map((one) => ({ method, path: one })));
  }
  return found;
}

/** Every call that changes something of a record: the record in its path, or each that its body can name. */
async function changing(): Promise<Call[]> {
  const found: Call[] = [];
  for (const { method, path, body, multipart } of operations) {
    if (method === 'GET' || multipart || OWN_SESSION.test(path)) continue;
    const fields = Object.entries((body?.properties ?? {}) as Record<string, Schema>);
    const ids = fields.filter(([name]) => /(Id|item|wallet|address|recipient)$/i.test(name));
    if (!path.includes('{') && ids.length === 0) continue;
    const given = Object.fromEntries(fields.map(([name, schema]) => [name, sample(schema)]));
    const bodies = [given];
    for (const [name] of ids) for (const value of await valuesOf(path, name)) bodies.push({ ...given, [name]: value });
    for (const one of (await filled(path)).slice(0, 40))
      for (const sent of bodies.slice(0, 40)) found.push({ method, path: one, body: JSON.stringify(sent) });
  }
  return found;
}

type Schema = Record<string, any>;
/** A value that its schema allows. */
function sample({ type, enum: among, minimum = 1, minLength = 0, items }: Schema): unknown {
  if (among) return among[0];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'array') return items ? [sample(items)] : [];
  return 'A reason of this test'.padEnd(minLength, '.');
}

/** A path with each value that its places can have. */
async function filled(path: string): Promise<string[]> {
  let paths = [path];
  for (const [place, name] of path.matchAll(/\{(\w+)\}/g)) {
    const values = await valuesOf(path, name!);
    paths = paths.flatMap((one) => values.map((value) => one.replace(place, encodeURIComponent(value))));
  }
  return paths;
}

interface Told {
  role: string;
  path: string;
  status: number;
  secrets: string[];
}

/** How many calls were answered with each status. */
let answers: Record<number, number> = {};

/** Asks everything as everybody. @returns the answers in which a secret stands */
async function askAll(asked: Call[] | null = null): Promise<Told[]> {
  const of = asked ?? (await reading());
  const calls = Object.entries(roles).flatMap(([role, person]) => of.map((call) => ({ role, person, ...call })));
  const told: Told[] = [];
  answers = {};
  const work = async () => {
    for (let call = calls.pop(); call; call = calls.pop()) {
      const { role, person, method, path, body } = call;
      const headers = new Headers(person.token ? { Authorization: `Bearer ${person.token}` } : {});
      if (body !== undefined) headers.set('Content-Type', 'application/json');
      const answer = await fetch(program.runtime.url + path, { method, headers, ...(body !== undefined && { body }) });
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      const bytes = Buffer.from(await answer.arrayBuffer());
      const secrets = (OUTSIDE.has(role) ? [...never, ...HIDDEN] : never).filter((secret) => bytes.includes(secret));
      if (secrets.length > 0) told.push({ role, path, status: answer.status, secrets });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return told;
}

const alarms = async () =>
  Number(
    (
      await owner.query(
        "select count(*) as n from platform.security_log where event in ('read-model-refused', 'vault-item-refused')",
      )
    )[0].n,
  );

describe('What a database owner plants into a row', () => {
  it('is refused by every call, whoever asks: ids of every kind of vault item in every column', async () => {
    expect(await askAll()).toEqual([]);
    const naming = await planting.naming();
    expect(naming).toEqual(expect.arrayContaining(['kyc_documents.id', 'properties.contract_name_item']));
    const rounds = await planting.rounds((column) => FULL || planting.holdsIds(column));
    expect(rounds.flat().length).toBeGreaterThan(20);
    for (const round of rounds) {
      const before = await alarms();
      for (const column of round) await planting.plant(column, items);
      const told = await askAll();
      const columns = round.map(({ table, column }) => `${table}.${column}`);
      expect({ columns, told }).toEqual({ columns, told: [] });
      for (const column of round) await planting.undo(column);
      const named = columns.filter((column) => naming.includes(column) && !FROM_LOG.has(column));
      if (named.length > 0)
        await until(alarms, (now) => now > before, `the security event for ${named.join()}`, 10_000);
    }
  });

  it('makes nothing of somebody else the thief’s: every column that names a wallet', async () => {
    const from = [victim.address!, landlord.address!];
    const rounds = await planting.rounds((column) => planting.holds(column, from));
    expect(rounds.flat().length).toBeGreaterThan(15);
    for (const round of rounds) {
      for (const column of round) await planting.handOver(column, from, roles.thief.address!);
      const told = await askAll();
      const columns = round.map(({ table, column }) => `${table}.${column}`);
      expect({ columns, told }).toEqual({ columns, told: [] });
      for (const column of round) await planting.undo(column);
    }
  });

  it('is refused by every call that changes something, too', async () => {
    const calls = await changing();
    expect(calls.length).toBeGreaterThan(100);
    const rounds = await planting.rounds((column) => planting.holdsIds(column));
    for (const column of rounds[0]!) await planting.plant(column, items);
    expect(await askAll(calls)).toEqual([]);
    // Some go through: what they are refused for is not their form alone.
    expect(Object.keys(answers)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '404']));
    expect(Object.keys(answers).filter((status) => status >= '500')).toEqual([]);
  });
});
