import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { emptyDatabase, freshDatabase } from '#test/support/database.js';
import { EventStoreStandIn } from '#test/support/eventstoredb/stand-in.js';
import { context, event } from '#test/event-store/adapter.js';
import { createPool } from '#platform/database/pool.js';
import { openLog } from '#platform/event-store/open-log.js';
import { BeforeFirstRelease, claimLog, refuseOtherGenerations } from '#platform/generation.js';
import { KeyRing } from '#platform/vault/key-ring.js';

const RECORDED = readFileSync('backend/test/data/generation-5.sql', 'utf8');
const OUTSIDE = {
  MASTER_KEY: '01'.repeat(32),
  RLUSD_ISSUER: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  XRPL_URL: 'wss://nowhere.invalid',
  XAMAN_API_KEY: '00000000-0000-4000-8000-000000000000',
  XAMAN_API_SECRET: '00000000-0000-4000-8000-000000000000',
};

let folder: string;
let db: Awaited<ReturnType<typeof emptyDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-generations-'));
  db = await emptyDatabase();
  pool = createPool(db.url, 1);
});
afterAll(async () => {
  await pool.end();
  await db.drop();
  rmSync(folder, { recursive: true });
});

/** Every relation, function and role with its version, and every row of the log. */
async function everything(): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select oid::text, xmin::text from pg_class union all select oid::text, xmin::text from pg_proc
     union all select oid::text, xmin::text from pg_namespace union all select oid::text, xmin::text from pg_authid order by 1, 2`,
  );
  return [...rows, ...(await pool.query('select xmin::text, * from eventstore.events')).rows];
}

/** Runs an entry of the built program. */
const run = (entry: string, args: readonly string[] = []) =>
  new Promise<{ code: number | null; told: string }>((resolve) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: db.url, DATA_DIR: path.join(folder, 'data'), ...OUTSIDE };
    const child = execFile(process.execPath, [`backend/dist/${entry}.js`, ...args], { env }, (_, out, told) =>
      resolve({ code: child.exitCode, told: out + told }),
    );
  });

describe('data of a version before 1.0', () => {
  beforeAll(() => pool.query(RECORDED));

  it.each([
    ['main', []],
    ['migrate', []],
    ['replay', ['--verify']],
    ['log', ['copy', '--from', 'database', '--to', 'esdb://localhost:1']],
    ['keys', ['list']],
    ['keys', ['rotate', 'vault']],
    ['doctor', []],
    ['backup', ['--to', 'a backup']],
    ['restore', ['--from', 'a backup']],
  ] as const)('is refused by %s %j with exit code 78, and nothing is changed', async (entry, args) => {
    const before = await everything();
    expect(await run(entry, args)).toEqual({
      code: 78,
      told: 'This data was written by a version before 1.0, which no version from 1.0 on can continue.\n',
    });
    expect(await everything()).toEqual(before);
  });

  it('is refused as a log on EventStoreDB, too, before the database gets its tables', async () => {
    const server = await new EventStoreStandIn().start();
    const [older, empty] = [await freshDatabase(), await emptyDatabase()];
    const eventStore = { url: server.url, stream: 'tknest' };
    try {
      await expect(refuseOtherGenerations(empty.url, eventStore)).resolves.toBeUndefined();
      // A log whose first event is not a generation of 1.0 or later.
      const log = await openLog(older.pool, eventStore);
      await log.append('thing-1', 'none', [event()], context());
      await log.close();
      await expect(refuseOtherGenerations(empty.url, eventStore)).rejects.toThrow(BeforeFirstRelease);
      await expect(claimLog({ databaseUrl: older.url, eventStore }, '1.0.0')).rejects.toThrow(BeforeFirstRelease);
    } finally {
      server.stop();
      await Promise.all([older.drop(), empty.drop()]);
    }
  });
});

it('the program of before refuses a new log: it finds a generation above its own, 5, where it looks for one', async () => {
  const fresh = await freshDatabase();
  try {
    await claimLog(
      { databaseUrl: fresh.url, eventStore: null },
      '1.0.0',
      null,
      new KeyRing({ masterKey: Buffer.alloc(32), masterKeyFile: null }),
    );
    // Its own statement, from before it changed anything.
    const { rows } = await fresh.pool.query<{ data: string }>(
      'select data from eventstore.events where stream = $1 order by revision desc limit 1',
      ['program-generation'],
    );
    expect(JSON.parse(rows[0]!.data).generation).toBeGreaterThan(5);
  } finally {
    await fresh.drop();
  }
});
