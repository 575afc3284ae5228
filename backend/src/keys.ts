/**
 * `node dist/keys.js list`, `split`, `regular-key <account>`, and `rotate
 * master|signer|vault|sessions|devices|macs`: shows the key ring, splits off the keys that only workers may open, has a
 * worker change an account's signing key, and rotates keys while the program is running. Needs DATABASE_URL, MASTER_KEY
 * or MASTER_KEY_FILE, and SIGNER_KEY_FILE if the keys are split. Exit code 2 on failure, 78 if the data is of another
 * generation.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { ACCOUNTS, changeRegularKey } from './change-regular-key.js';
import { runTool } from './tool.js';
import { masterKeysNow, nextTo, parseKey, readMasterKey } from '#platform/config/master-key.js';
import { signerKeysNow } from '#platform/config/role-settings.js';
import { migrate } from '#platform/database/migrate.js';
import { ownerUrlOf } from '#platform/database/prepare-database.js';
import { createPool } from '#platform/database/pool.js';
import { refuseOtherGenerations } from '#platform/generation.js';
import { REPLACEABLE, type Replaceable } from '#platform/keys/key-purposes.js';
import { KeyRing } from '#platform/vault/key-ring.js';
import { prepareRing } from '#platform/vault/prepare-ring.js';
import { readEventStore } from '#platform/config/log-settings.js';
import { openLog } from '#platform/event-store/open-log.js';
import {
  replaceKey,
  replaceMacKeys,
  replaceMaster,
  replaceSigner,
  splitOffWorkers,
  type AloneWith,
} from '#platform/vault/replace-keys.js';
import { isApart, isSplit, openRows, readRows } from '#platform/vault/ring-rows.js';

const USAGE = `usage: keys list
       keys rotate master [--new-key-file <file>]
       keys rotate ${REPLACEABLE.join('|')}
       keys rotate macs                            (while no instance runs)
       keys rotate signer [--new-key-file <file>]  (with SIGNER_KEY_FILE)
       keys regular-key issuer|escrow|fee-wallet [--backed-up]   (while a worker runs)
       keys split                                  (while no instance runs; makes SIGNER_KEY_FILE)`;
/** Rotating the vault's key rewrites every subject's key. */
const STATEMENT_MS = 600_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** The refusal says what to do. */
class Told extends Error {}

const isReplaceable = (purpose: string): purpose is Replaceable => (REPLACEABLE as readonly string[]).includes(purpose);

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    options: { 'new-key-file': { type: 'string' }, 'backed-up': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [verb, purpose = ''] = positionals;
  if (verb === 'rotate' && /^index(\/|$)/.test(purpose))
    throw new Told(
      'The index keys are never replaced, because events contain digests under them. See docs/security.md.',
    );
  const known =
    verb === 'list' ||
    (verb === 'split' && purpose === '') ||
    (verb === 'regular-key' && purpose in ACCOUNTS) ||
    (verb === 'rotate' && (['master', 'signer', 'macs'].includes(purpose) || isReplaceable(purpose)));
  if (!known || !process.env.DATABASE_URL) {
    say(USAGE);
    return 2;
  }
  await refuseOtherGenerations(ownerUrlOf(process.env));
  await migrate(ownerUrlOf(process.env));
  const pool = createPool(process.env.DATABASE_URL, 3, STATEMENT_MS);
  const own: number[] = [];
  pool.on('connect', (client) => void own.push((client as unknown as { processID: number }).processID));
  try {
    const masters = readMasters();
    await prepareRing(pool, masters.keys, null);
    const newKeyFile = values['new-key-file'];
    if (verb === 'list') await list(pool, masters.keys);
    else if (verb === 'split') await split(pool, masters.keys, own);
    else if (verb === 'regular-key') await regularKey(pool, masters, purpose, values['backed-up'] === true);
    else if (isReplaceable(purpose)) say(`${purpose}: key ${await replaceKey(pool, masters.keys, purpose)} is in use.`);
    else if (purpose === 'macs') await rotateMacs(pool, masters.keys, own);
    else if (purpose === 'signer') await rotateSigner(pool, newKeyFile);
    else await rotateMaster(pool, masters, newKeyFile);
    return 0;
  } finally {
    await pool.end();
  }
}

interface Masters {
  keys: Buffer[];
  file: string | null;
}

function readMasters(): Masters {
  const problems: string[] = [];
  const read = readMasterKey(process.env, (problem) => void problems.push(problem));
  if (problems.length > 0) throw new Told(problems.join('\n'));
  return { keys: masterKeysNow(read), file: read.masterKeyFile };
}

async function list(pool: Pool, masters: readonly Buffer[]): Promise<void> {
  const rows = await readRows(pool);
  for (const row of rows) {
    const [keys, name] = row.wrapped_by === 'signer' ? [signers(), 'signer'] : [masters, 'master'];
    const opens = openRows([row], keys) ? '' : `  (the ${name} key does not open it)`;
    const planted =
      isSplit(rows) && !isApart(row) ? '  (NOT ACCEPTED: the master key wraps it; find out who put it there)' : '';
    say(`${`${row.purpose}/${row.id}`.padEnd(30)} ${row.made_at.toISOString()}${opens}${planted}`);
  }
}

async function regularKey(pool: Pool, masters: Masters, account: string, isBackedUp: boolean): Promise<void> {
  const [signerKey = null] = signers();
  const wrapping = { masterKey: masters.keys[0]!, masterKeyFile: masters.file, signerKey };
  const ring = await new KeyRing(wrapping).open(pool);
  if (ring.isWithoutWorkerKeys)
    throw new Told('SIGNER_KEY_FILE is missing. Changing the key of an account requires it.');
  await changeRegularKey({ pool, ring, databaseUrl: process.env.DATABASE_URL!, account, isBackedUp, say });
}

/** Possible keys for what only workers may open; none if SIGNER_KEY_FILE is not set. */
const signers = (): Buffer[] => {
  const { SIGNER_KEY_FILE: file } = process.env;
  return file && existsSync(file) ? signerKeysNow({ signerKeyFile: file }) : [];
};

/** The signer key is written to its file before it wraps anything. */
async function split(pool: Pool, masters: readonly Buffer[], own: readonly number[]): Promise<void> {
  const { SIGNER_KEY_FILE: file } = process.env;
  if (!file) throw new Told('Set SIGNER_KEY_FILE to the file of the signer key; it is created if it does not exist.');
  makeKeyFile(file);
  const signerKey = readKey(file);
  await withLog(pool, masters, own, (alone) => splitOffWorkers(alone, signerKey));
  say(`The workers’ keys are wrapped by the key in ${file}. Give that file to workers only, never to ROLE=web.`);
  say(
    'Anyone who had the master key could read the seeds. Back up both key files, and set regular keys next (docs/security.md).',
  );
}

function rotateMacs(pool: Pool, masters: readonly Buffer[], own: readonly number[]): Promise<void> {
  return withLog(pool, masters, own, async (alone) =>
    say(`macs: key ${await replaceMacKeys(alone)} is in use from the next event on.`),
  );
}

/** If the log is on EventStoreDB, the server knows where it ends. */
async function withLog(
  pool: Pool,
  masters: readonly Buffer[],
  own: readonly number[],
  work: (alone: AloneWith) => Promise<void>,
): Promise<void> {
  const problems: string[] = [];
  const eventStore = readEventStore(process.env, false, (problem) => void problems.push(problem));
  if (problems.length > 0) throw new Told(problems.join('\n'));
  const log = await openLog(pool, eventStore);
  try {
    await work({ pool, masters, signers: signers(), log, own: () => own });
  } finally {
    await log.close();
  }
}

/** The new key is written to its file before it wraps anything, so nothing is lost if this is interrupted. */
async function rotateMaster(pool: Pool, { keys, file }: Masters, given: string | undefined): Promise<void> {
  const from = given ?? (file && nextTo(file));
  if (!from) throw new Told('MASTER_KEY is a setting: give the new key with --new-key-file, and set it afterwards.');
  if (given && !existsSync(from)) throw new Told(`${given} does not exist: put the new master key there first.`);
  makeKeyFile(from);
  await replaceMaster(pool, keys, readKey(from));
  if (given)
    return say(
      `Every key is wrapped by the key in ${given}. Start the program with it, and keep the old key in another place.`,
    );
  renameSync(from, file!);
  say(
    `Every key is wrapped by the new master key in ${file}. Back it up now. The previous key opens only older backups.`,
  );
}

/** The same for the key that wraps what only workers may open. */
async function rotateSigner(pool: Pool, given: string | undefined): Promise<void> {
  const { SIGNER_KEY_FILE: file } = process.env;
  if (!file) throw new Told('SIGNER_KEY_FILE is missing.');
  const from = given ?? nextTo(file);
  if (given && !existsSync(from)) throw new Told(`${given} does not exist: put the new signer key there first.`);
  makeKeyFile(from);
  await replaceSigner(pool, signers(), readKey(from));
  if (given) return say(`The workers' keys are wrapped by the key in ${given}. Start the workers with it.`);
  renameSync(from, file);
  say(`The workers' keys are wrapped by the new signer key in ${file}. Back it up now.`);
}

function makeKeyFile(file: string): void {
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
}

/** @throws Told if the file contains no key */
function readKey(file: string): Buffer {
  const key = parseKey(readFileSync(file, 'utf8').trim());
  if (key.length !== 32) throw new Told(`${file} must hold 32 bytes, as 64 hexadecimal digits or base64.`);
  return key;
}

runTool(main);
