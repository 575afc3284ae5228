import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { rowOf } from './copy-text.js';
import { connected, dump, headOf, load, rowsOf } from './dump.js';

const TABLE = 'create table read_models.dumped (id integer primary key, text text, bytes bytea)';
const TEXTS = ['tab\t', 'line\n', 'back\\slash', '\\N', 'Größe 🏠', '"quoted"', null];

describe('a dump', () => {
  let db: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    db = await freshDatabase();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-dump-'));
    await db.pool.query(TABLE);
    for (const [id, text] of TEXTS.entries())
      await db.pool.query('insert into read_models.dumped values ($1, $2, $3)', [id, text, Buffer.from([id, 0, 9])]);
  });
  afterEach(async () => {
    await db.drop();
    fs.rmSync(folder, { recursive: true });
  });
  const rows = async () => (await db.pool.query('select * from read_models.dumped order by id')).rows;
  const file = (name = 'read_models.dumped.copy') => path.join(folder, name);

  it('has every table and its digest, and is read again byte by byte', async () => {
    const files = await dump(db.url, folder);
    expect(files.map(({ name }) => name).sort()).toEqual(fs.readdirSync(folder).sort());
    for (const { name, bytes, sha256 } of files) {
      const content = fs.readFileSync(file(name));
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    }
    const before = await rows();
    await db.pool.query('truncate read_models.dumped');
    await connected(db.url, (client) => load(client, file(), 'read_models.dumped'));
    expect(await rows()).toEqual(before);
  });

  it('is of one moment, and holds up nobody who changes a read model’s tables meanwhile', async () => {
    await dump(db.url, folder, {
      isWanted: (table) => ['read_models.dumped', 'platform.job_runs'].includes(table),
      async look() {
        await db.pool.query("set lock_timeout = '2s'; alter table read_models.dumped rename to dumped_before");
        await db.pool.query(`${TABLE}; insert into read_models.dumped values (1000, 'late')`);
        await db.pool.query("insert into platform.job_runs values ('late', now(), '{}')");
      },
    });
    const found: string[] = [];
    for (const name of fs.readdirSync(folder)) for await (const row of rowsOf(file(name))) found.push(row);
    expect(found).toHaveLength(TEXTS.length);
    expect(found.join()).not.toContain('late');
  });

  it('has the rows of a table that takes the place of another one just before the moment', async () => {
    await db.pool.query('create table read_models.aa (id integer)');
    const other = await db.pool.connect();
    await other.query('begin; lock table read_models.aa in access exclusive mode');
    const dumping = dump(db.url, folder, { isWanted: (table) => table === 'read_models.dumped' });
    const waits = `select from pg_stat_activity where datname = current_database()
      and application_name = 'tknest dump' and wait_event_type = 'Lock'`;
    // Within a transaction, the view would stay as it was at the first read.
    while ((await db.pool.query(waits)).rowCount === 0) await new Promise((resolve) => setImmediate(resolve));
    await db.pool.query('alter table read_models.dumped rename to dumped_before; drop table read_models.dumped_before');
    await db.pool.query(`${TABLE}; insert into read_models.dumped values (1000, 'in its place')`);
    await other.query('commit');
    other.release();
    await dumping;
    expect(fs.readFileSync(file(), 'utf8')).toContain('1000\tin its place');
  });

  it('a file larger than what is kept in memory goes in; a row that does not fit leaves nothing behind', async () => {
    const many = path.join(folder, 'many.copy');
    const text = 'x'.repeat(10_000);
    const lines = Array.from({ length: 2_000 }, (_, id) => rowOf([id + 100, text, null]));
    fs.writeFileSync(many, headOf(['id', 'text', 'bytes']) + lines.join(''));
    await connected(db.url, (client) => load(client, many, 'read_models.dumped'));
    expect(await rows()).toHaveLength(2_000 + TEXTS.length);
    const twice = connected(db.url, (client) => load(client, many, 'read_models.dumped'));
    await expect(twice).rejects.toThrow(/duplicate key/);
    expect(await rows()).toHaveLength(2_000 + TEXTS.length);
  });
});
