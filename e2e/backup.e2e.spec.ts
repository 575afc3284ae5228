import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { Story } from '../scripts/drill/story.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { Program } from './support/program.js';
import { removeFolder } from './support/remove-folder.js';
import { SHORT_LIST } from './support/short-list.js';
import { verified } from './support/verified.js';

/** Survives the loss: backups, copies of keys, and the record of erased people. */
const apart = mkdtempSync(path.join(os.tmpdir(), 'tknest-apart-'));
const TOMBSTONES_URL = pathToFileURL(path.join(apart, 'tombstones')).href;
const BUYERS = 3;
const program = new Program({ ...SHORT_LIST, TOMBSTONES_URL }, { ownCluster: true });
const [backup, keys, masterKey] = [
  path.join(apart, 'backup'),
  path.join(apart, 'keys'),
  path.join(program.dataDir, 'master.key'),
];
let admin: Person;
let propertyId: number;
let erased: { before: Person; after: Person };
let buyers: Person[];
let landlord: Person;
/** A property with a loan; the backup is from before its autopay. */
let lent: number;
const bought = new Map<Person, number>();

type Damage = (file: string, content: Buffer) => void;
const remove: Damage = (file) => rmSync(file);
const cut: Damage = (file, content) => writeFileSync(file, content.subarray(0, content.length >> 1));
const change: Damage = (file, content) => {
  const changed = Buffer.from(content);
  changed[changed.length >> 1]! ^= 1;
  writeFileSync(file, changed);
};
const DAMAGES: [string, Damage, RegExp][] = [
  [
    'eventstore.events.copy',
    change,
    /\[FAIL\] Files +eventstore\.events\.copy was changed: .*\n[^]*Nothing was restored/,
  ],
  [
    'platform.vault_items.copy',
    cut,
    /\[FAIL\] Files +platform\.vault_items\.copy was truncated: it has \d+ of \d+ bytes/,
  ],
  ['tombstones.jsonl', remove, /\[FAIL\] Files +tombstones\.jsonl is missing/],
  ['manifest.json', cut, /\[FAIL\] Backup +manifest\.json was changed: it does not fit manifest\.json\.sha256/],
  [
    'manifest.json.sha256',
    remove,
    /\[FAIL\] Backup +.* contains no complete backup: manifest\.json\.sha256 is missing/,
  ],
];

interface Said {
  code: number;
  said: string;
}

/** Runs a command of the launcher with the program's settings. */
function run(script: string, ...args: string[]): Promise<Said> {
  const env: NodeJS.ProcessEnv = { ...process.env, TOMBSTONES_URL, DATA_DIR: program.dataDir };
  for (const name of ['MASTER_KEY', 'MASTER_KEY_FILE', 'DATABASE_URL', 'NODE_ENV']) delete env[name];
  return new Promise((resolve) =>
    execFile(process.execPath, [`scripts/${script}.mjs`, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    ),
  );
}
const restore = (from = backup, to = program.dataDir) => run('restore', '--from', from, '--to', to);

async function newInvestor(): Promise<Person> {
  const person = await (await program.newPerson()).signIn('investor');
  await person.verify('investor');
  return person;
}

async function erase(person: Person): Promise<void> {
  await person.post('/api/kyc/erasure');
  await admin.post(`/api/compliance/erasures/${person.address}`, { confirm: person.address });
}

const loan = () => landlord.get(`/api/loan/${lent}`);
const rlusd = () => Promise.all(buyers.map(({ address }) => program.onLedger(address!, 'rlusd')));
const repay = (paymentAmount: number) => ({
  body: { propertyId: lent, paymentAmount, investorWallet: program.runtime.accounts.payoutEscrow },
});
/** The loan's payout runs, by their ids. */
async function runsOfLoan(): Promise<{ id: string; status: string }[]> {
  const runs: { id: string; propertyId: number; status: string; amount: number; paid: number }[] =
    await admin.get('/api/payouts?limit=100');
  return runs
    .filter(({ propertyId: of }) => of === lent)
    .map(({ id, status, amount, paid }) => ({ id, status, amount, paid }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: program.runtime.database });
  await client.connect();
  return client;
}

/** Counts the keys and erasures that the database holds for a wallet. */
async function traces(wallet: string): Promise<{ keys: number; erasures: number }> {
  const client = await connect();
  const { rows } = await client.query(
    `select (select count(*)::int from platform.vault_keys where subject = $1) as keys,
       (select count(*)::int from eventstore.events where stream = 'identity-' || $1 and type = 'PersonErased') as erasures`,
    [wallet],
  );
  await client.end();
  return rows[0];
}

beforeAll(async () => {
  await program.start();
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  landlord = await program.personOf('landlord').signIn('landlord');
  await landlord.verify('landlord');
  ({ id: propertyId } = await landlord.list());
  admin = await program.personOf('admin').signIn('investor');
  const [before, after, ...others] = await Promise.all(Array.from({ length: BUYERS + 2 }, newInvestor));
  erased = { before: before!, after: after! };
  buyers = others;
  ({ id: lent } = await landlord.list({ tokenCount: 100, tokenPrice: 100, fundingGoal: 10_000, tokenTermMonths: 24 }));
  for (const buyer of buyers) {
    expect(await buyer.buy(lent, 5)).toMatchObject({ status: 'completed' });
    bought.set(buyer, 5);
  }
  await landlord.post(`/api/properties/${lent}/close`);
  expect(await run('keys', 'rotate', 'vault')).toMatchObject({ code: 0 });
  // The next anchor is due in an hour, so the ledger has no anchor that the backup lacks.
  await admin.post('/api/audit/anchors');
  await until(
    () => admin.get('/api/audit/anchors'),
    ([newest]) => newest?.state === 'anchored',
    'the anchor',
  );
});
afterAll(async () => {
  await program.remove();
  removeFolder(apart);
});

it('a backup is taken while people buy; keys are in none, and one that is killed is refused', async () => {
  await erase(erased.before);
  let isTaken = false;
  const buying = buyers.map(async (buyer) => {
    while (!isTaken) {
      expect(await buyer.buy(propertyId, 1)).toMatchObject({ status: 'completed' });
      bought.set(buyer, (bought.get(buyer) ?? 0) + 1);
    }
  });
  const taken = await run('backup', '--to', backup, '--keys-to', keys).finally(() => (isTaken = true));
  expect(taken).toMatchObject({ code: 0, said: expect.stringContaining('It does not contain the keys') });
  await Promise.all(buying);
  const key = readFileSync(masterKey, 'utf8');
  expect(readFileSync(path.join(keys, 'master.key'), 'utf8')).toBe(key);
  for (const name of readdirSync(backup))
    expect([name, readFileSync(path.join(backup, name), 'utf8').includes(key.trim())]).toEqual([name, false]);
  expect(await run('backup', '--to', backup)).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') });
  const other = path.join(apart, 'other');
  for (const place of [other, path.join(other, 'keys'), keys])
    expect(await run('backup', '--to', other, '--keys-to', place)).toMatchObject({
      code: 1,
      said: expect.stringMatching(place === keys ? /already exists/ : /apart from the backup/),
    });
  expect(existsSync(other)).toBe(false);
  expect(await restore(backup, program.runtime.database)).toMatchObject({
    code: 1,
    said: expect.stringContaining('The database is not empty'),
  });

  const half = path.join(apart, 'half');
  const [holder, watcher] = [await connect(), await connect()];
  await holder.query('begin; lock table platform.vault_items in access exclusive mode');
  const child = spawn(process.execPath, ['backend/dist/program/backup.js', '--to', half], {
    env: { ...process.env, TOMBSTONES_URL, DATABASE_URL: program.runtime.database },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await until(
    async () =>
      (
        await watcher.query(
          "select from pg_stat_activity where application_name = 'tknest dump' and wait_event_type = 'Lock'",
        )
      ).rowCount,
    Boolean,
    'the backup in its middle',
  );
  child.kill('SIGKILL');
  await ended;
  await Promise.all([holder.end(), watcher.end()]);
  expect(readdirSync(half).length).toBeGreaterThan(20);
  expect(await restore(half, path.join(apart, 'elsewhere'))).toMatchObject({ code: 1 });
});

it('after the loss of everything: the backup, the old key, nobody who was erased, and the books of the ledger', async () => {
  await erase(erased.after);
  const { paymentId: deposited } = await landlord.post('/api/rlusd/deposit', { propertyId: lent, amount: 200 });
  await landlord.seeThrough(deposited);
  await landlord.post('/api/loan/setup-autopay', { propertyId: lent, autoPayEnabled: true });
  const { nextPaymentDue } = await loan();
  await admin.post('/api/admin/business-date', { date: nextPaymentDue });
  const { paymentId: repaid } = await landlord.post('/api/loan/payment', repay(100).body);
  await landlord.seeThrough(repaid);
  const runs = await until(
    runsOfLoan,
    (all) => all.length === 2 && all.every(({ status }) => status === 'completed'),
    'what the backup does not contain',
  );
  await until(
    () => admin.get('/api/audit/events?type=PayoutFeePaid&limit=10'),
    ({ events }) => events.length === 1,
    'the fee of the collection',
  );
  expect(await buyers[0]!.buy(propertyId, 1)).toMatchObject({ status: 'completed' });
  const [before, held] = [await loan(), await rlusd()];
  expect(await run('keys', 'rotate', 'master')).toMatchObject({ code: 0 });
  expect(await run('keys', 'rotate', 'vault')).toMatchObject({ code: 0 });
  await program.powerCut();
  const { folder } = JSON.parse(readFileSync(path.join(program.dataDir, 'database.json'), 'utf8'));
  removeFolder(folder);
  rmSync(path.join(program.dataDir, 'database.json'));

  expect(await restore()).toMatchObject({ code: 1, said: expect.stringContaining('master key does not open this') });
  rmSync(masterKey);
  expect(await restore()).toMatchObject({ code: 1, said: expect.stringContaining('The master key is missing') });
  cpSync(path.join(keys, 'master.key'), masterKey);
  for (const [name, damage, words] of DAMAGES) {
    const file = path.join(backup, name);
    const content = readFileSync(file);
    damage(file, content);
    expect([name, await restore()]).toEqual([name, { code: 1, said: expect.stringMatching(words) }]);
    expect(existsSync(path.join(program.dataDir, 'database.json'))).toBe(false);
    writeFileSync(file, content);
  }
  expect(await restore()).toMatchObject({ code: 0, said: expect.stringContaining('Restored.') });
  expect(await restore()).toMatchObject({ code: 1, said: expect.stringContaining('The database is not empty') });

  await program.start();
  for (const { address } of Object.values(erased)) expect(await traces(address!)).toEqual({ keys: 0, erasures: 1 });
  const story = new Story(program.runtime);
  await story.admin.signIn('investor');
  await story.answerCases();
  // The escrow has paid the holders, and the log knows neither autopay nor the day.
  admin = story.admin;
  await landlord.signIn('landlord');
  expect(await landlord.call('POST', '/api/loan/payment', repay(100))).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('collected for this property already') },
  });
  await admin.post('/api/admin/business-date', { date: nextPaymentDue });
  const cases = () => admin.get('/api/admin/cases') as Promise<{ kind: string }[]>;
  await until(cases, (open) => open.some(({ kind }) => kind === 'collecting-off'), 'the case that autopay is off');
  await until(
    () => landlord.get('/api/notifications'),
    (answer) => JSON.stringify(answer).includes('autopay-off'),
    'the notice that autopay is off',
  );
  await landlord.post('/api/loan/setup-autopay', { propertyId: lent, autoPayEnabled: true });
  await story.comesToRest();
  expect(await runsOfLoan()).toEqual(runs);
  const { loanStatus, remainingBalance, totalPaid, deposit, due } = before;
  expect(await loan()).toMatchObject({ loanStatus, remainingBalance, totalPaid, deposit, due });
  expect(await rlusd()).toEqual(held);
  await expectBooksToEqualLedger(program);
  bought.set(buyers[0]!, bought.get(buyers[0]!)! + 1);
  for (const [buyer, tokens] of bought) expect(await program.onLedger(buyer.address!, 'token')).toBe(`${tokens}`);
  const again = await buyers[1]!.signIn('investor');
  expect(await again.buy(propertyId, 1)).toMatchObject({ status: 'completed' });
  expect(await verified(program)).toMatch(/whole|equal|fit/i);
});
