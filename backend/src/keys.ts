/**
 * `node dist/keys.js list`, and `rotate master|vault|sessions|devices|macs`: looks at the key ring, and replaces its
 * keys beside the running program. With DATABASE_URL, and MASTER_KEY or MASTER_KEY_FILE. Exit code 2 where it cannot.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { masterKeysNow, nextTo, parseKey, readMasterKey } from './platform/config/master-key.js';
import { migrate } from './platform/database/migrate.js';
import { createPool } from './platform/database/pool.js';
import { REPLACEABLE, type Replaceable } from './platform/vault/key-purposes.js';
import { prepareRing } from './platform/vault/prepare-ring.js';
import { readEventStore } from './platform/event-store/log-settings.js';
import { openLog } from './platform/event-store/open-log.js';
import { replaceKey, replaceMacKeys, replaceMaster } from './platform/vault/replace-keys.js';
import { openRows, readRows } from './platform/vault/ring-rows.js';

const USAGE = `usage: keys list
       keys rotate master [--new-key-file <file>]
       keys rotate ${REPLACEABLE.join('|')}
       keys rotate macs                            (while no instance runs)`;
/** Rotating looks at every subject's key. */
const STATEMENT_MS = 600_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Refused with a sentence that says what to do. */
class Told extends Error {}

const isReplaceable = (purpose: string): purpose is Replaceable => (REPLACEABLE as readonly string[]).includes(purpose);

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    options: { 'new-key-file': { type: 'string' } },
    allowPositionals: true,
  });
  const [verb, purpose = ''] = positionals;
  if (verb === 'rotate' && /^index(\/|$)/.test(purpose))
    throw new Told('The index keys are never replaced: digests under them stand in events. See docs/security.md.');
  const known =
    verb === 'list' || (verb === 'rotate' && (purpose === 'master' || purpose === 'macs' || isReplaceable(purpose)));
  if (!known || !process.env.DATABASE_URL) {
    say(USAGE);
    return 2;
  }
  await migrate(process.env.DATABASE_URL);
  const pool = createPool(process.env.DATABASE_URL, 3, STATEMENT_MS);
  const own: number[] = [];
  pool.on('connect', (client) => void own.push((client as unknown as { processID: number }).processID));
  try {
    const masters = readMasters();
    await prepareRing(pool, masters.keys, null);
    if (verb === 'list') await list(pool, masters.keys);
    else if (isReplaceable(purpose)) say(`${purpose}: key ${await replaceKey(pool, masters.keys, purpose)} is in use.`);
    else if (purpose === 'macs') await rotateMacs(pool, masters.keys, own);
    else await rotateMaster(pool, masters, values['new-key-file']);
    return 0;
  } finally {
    await pool.end();
  }
}

function readMasters(): { keys: Buffer[]; file: string | null } {
  const problems: string[] = [];
  const read = readMasterKey(process.env, (problem) => void problems.push(problem));
  if (problems.length > 0) throw new Told(problems.join('\n'));
  return { keys: masterKeysNow(read), file: read.masterKeyFile };
}

async function list(pool: Pool, masters: readonly Buffer[]): Promise<void> {
  for (const row of await readRows(pool)) {
    const opens = openRows([row], masters) ? '' : '  (the master key does not open it)';
    say(`${`${row.purpose}/${row.id}`.padEnd(30)} ${row.made_at.toISOString()}${opens}`);
  }
}

/** The log may lie on a server of EventStoreDB: then that says where it ends. */
async function rotateMacs(pool: Pool, masters: readonly Buffer[], own: readonly number[]): Promise<void> {
  const problems: string[] = [];
  const eventStore = readEventStore(process.env, false, (problem) => void problems.push(problem));
  if (problems.length > 0) throw new Told(problems.join('\n'));
  const log = await openLog(pool, eventStore);
  try {
    say(`macs: key ${await replaceMacKeys(pool, masters, log, () => own)} is in use from the next event on.`);
  } finally {
    await log.close();
  }
}

/** The new key lies in its file before anything is wrapped by it, so nothing is lost wherever this is interrupted. */
async function rotateMaster(
  pool: Pool,
  { keys, file }: { keys: readonly Buffer[]; file: string | null },
  given: string | undefined,
): Promise<void> {
  const from = given ?? (file && nextTo(file));
  if (!from) throw new Told('MASTER_KEY is a setting: give the new key with --new-key-file, and set it afterwards.');
  if (!existsSync(from)) {
    if (given) throw new Told(`${given} does not exist: put the new master key there first.`);
    writeFileSync(from, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  }
  const next = parseKey(readFileSync(from, 'utf8').trim());
  if (next.length !== 32) throw new Told(`${from} must hold 32 bytes, as 64 hexadecimal digits or base64.`);
  await replaceMaster(pool, keys, next);
  if (given)
    return say(`Every key is wrapped by the one in ${given}. Start the program with it; keep the old one apart.`);
  renameSync(from, file!);
  say(`Every key is wrapped by the new master key in ${file}. Back it up now: the one before opens old backups only.`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  },
);
