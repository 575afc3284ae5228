import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { inLaterRelease } from '#test/support/later-release.js';
import { asApplication, freshDatabase, ownedDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, totals, TOTALS_TABLE } from '#test/support/read-models.js';
import { context, event, eventually } from '#test/event-store/adapter.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { GENERATION, NewerGeneration, refuseOtherGenerations } from '../generation.js';
import { migrate, NotMigrated } from './migrate.js';
import { createPool } from './pool.js';
import { prepareDatabase } from './prepare-database.js';

describe('the application under a role of its own', () => {
  let db: TestDatabase;
  let url: string;
  let application: pg.Pool;
  beforeEach(async () => {
    db = await freshDatabase();
    await db.pool.query(TOTALS_TABLE);
    url = await asApplication(db.url);
    application = createPool(url, 2);
  });
  afterEach(async () => {
    await application.end();
    await db.drop();
  });
  const append = async () => {
    const store = new PostgresEventStore(application);
    const { position } = await store.append('thing-1', 'any', [event()], context());
    await store.close();
    return position;
  };

  it.each([
    `insert into eventstore.events select position + 1, stream, revision + 1, gen_random_uuid(), type, version, data, metadata, at, hash from eventstore.events`,
    `update eventstore.events set data = '{}'`,
    'delete from eventstore.events',
    'truncate eventstore.events',
    `insert into eventstore.commands (id, position, revisions, result) values ('forged', 1, '{}', '')`,
    'delete from eventstore.commands',
    'delete from eventstore.marks',
    'alter table eventstore.events disable trigger append_only',
    'drop trigger append_only on eventstore.events',
    `set session_replication_role = 'replica'`,
    'create or replace function eventstore.refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop function eventstore.append',
    'create table eventstore.other (id integer)',
    'create table platform.other (id integer)',
    `insert into platform.migrations (timestamp, name) values (1, 'Forged')`,
    'alter table platform.sessions add column other text',
  ])('may not: %s', async (statement) => {
    await append();
    await expect(application.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('is not led astray by names of its own: the log’s functions find what they mean', async () => {
    await application.query(`create schema astray;
      create function astray.sha256(bytea) returns bytea language sql as $$ select decode(repeat('00', 32), 'hex') $$`);
    await application.query('create temporary table events (like eventstore.events)');
    const astray = createPool(`${url}?options=${encodeURIComponent('-c search_path=astray,pg_catalog')}`, 1);
    try {
      const store = new PostgresEventStore(astray);
      await store.append('thing-2', 'none', [event()], context());
      await store.close();
    } finally {
      await astray.end();
    }
    const { rows } = await db.pool.query(`select proname, proconfig from pg_proc
      where pronamespace in ('eventstore'::regnamespace, 'platform'::regnamespace)`);
    expect(rows.length).toBeGreaterThan(3);
    for (const { proname, proconfig } of rows)
      expect([proname, ...proconfig]).toContain('search_path=pg_catalog, pg_temp');
    expect(
      (await db.pool.query(`select hash = decode(repeat('00', 32), 'hex') as is_forged from eventstore.events`)).rows,
    ).toEqual([{ is_forged: false }]);
  });

  it('rebuilds a read model, which is its own before and after', async () => {
    const built = async () =>
      (await db.pool.query("select version from platform.projection_checkpoints where name = 'totals'")).rows[0]
        ?.version;
    await append();
    for (const version of [1, 2]) {
      const instance = await startInstance(url, [totals({ version })]);
      await instance.models.waitFor(await append(), ['totals']);
      await eventually(async () => (await built()) === version);
      await instance.stop();
    }
    const { rows } = await db.pool.query(`select distinct pg_get_userbyid(relowner) as owner from pg_class
      where relnamespace = 'read_models'::regnamespace and relkind = 'r'`);
    expect(rows).toEqual([{ owner: new URL(url).username }]);
  });

  it('goes on through an upgrade that makes the append function and tables anew', async () => {
    await append();
    await db.pool.query(`comment on function eventstore.append is null;
      create table read_models.newer (id integer);
      create table platform.newer (id integer)`);
    await migrate(db.url);
    await append();
    await application.query('insert into platform.newer values (1); insert into read_models.newer values (1)');
    await application.query('drop table read_models.newer');
  });

  it('keeps its rights to what a migration has made anew where a later one fails', async () => {
    // A recreated table has no grants, and one migration encounters a table that it may not change.
    await db.pool.query('revoke all on platform.sessions from test_application');
    await db.pool.query('create table platform.later (id integer)');
    await expect(inLaterRelease(() => migrate(db.url))).rejects.toThrow(/later.*already exists/);
    await expect(application.query('select from platform.sessions')).resolves.toBeDefined();
  });

  it('does not migrate: it says what is missing, and who may', async () => {
    expect(await migrate(url)).toEqual([]);
    const refused = await inLaterRelease(() => migrate(url)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NotMigrated);
    expect(String(refused)).toMatch(/lacks 2 of this program's migrations.*MIGRATE_URL/s);
  });

  it.each([
    [
      'in a schema that is named as the owner is',
      `create schema test_owner;
       create function test_owner.format(text, name, text) returns text language plpgsql as $$ begin
         execute 'grant all on eventstore.events to test_application; alter table eventstore.events disable trigger user';
         return pg_catalog.format($1, $2, $3);
       end $$`,
    ],
    [
      'on a table of its own',
      `create function read_models.take() returns trigger language plpgsql as $$ begin
         execute 'grant all on eventstore.events to test_application'; return new;
       end $$;
       create trigger take before insert or update on platform.vault_keys for each row execute function read_models.take()`,
    ],
  ])('gains nothing by a function that the owner is to run %s', async (_, taking) => {
    const owned = await ownedDatabase();
    try {
      const settings = { databaseUrl: owned.application, migrateUrl: owned.owner };
      await prepareDatabase(settings);
      const pool = createPool(owned.application, 1);
      await pool.query(taking);
      const refused = await prepareDatabase(settings).catch((error: unknown) => error);
      await expect(pool.query('delete from eventstore.events')).rejects.toMatchObject({ code: '42501' });
      expect(String(refused)).toMatch(/belong to test_application.*(format|take)/);
      await pool.end();
    } finally {
      await owned.drop();
    }
  });

  it('gets its rights from an owner who is no superuser, on a database where nothing is, and by one that changes hands', async () => {
    const owned = await ownedDatabase();
    try {
      // As before there were two roles: a single role owns everything.
      await migrate(owned.owner);
      const settings = { databaseUrl: owned.application, migrateUrl: owned.owner };
      for (const _ of ['first', 'again']) expect(await prepareDatabase(settings)).toEqual([]);
      expect(await prepareDatabase({ ...settings, migrateUrl: null })).toEqual([]);
      const pool = createPool(owned.application, 2);
      const store = new PostgresEventStore(pool);
      await store.append('thing-1', 'none', [event()], context());
      await expect(pool.query('delete from eventstore.events')).rejects.toMatchObject({ code: '42501' });
      await store.close();
      await pool.end();
    } finally {
      await owned.drop();
    }
  });
});

describe('an older program', () => {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await freshDatabase();
  });
  afterEach(() => db.drop());
  const shape = async () =>
    (await db.pool.query(`select oid, xmin::text, prosrc from pg_proc where oid = 'eventstore.append'::regproc`)).rows;

  it('leaves the append function and the tables of a newer one alone', async () => {
    await db.pool.query(
      `insert into platform.migrations (timestamp, name) values (9999999999999, 'Newer9999999999999')`,
    );
    await db.pool.query(`comment on function eventstore.append is 'of a newer program'`);
    const before = await shape();
    expect(await migrate(db.url)).toEqual([]);
    expect(await shape()).toEqual(before);
  });

  it('is refused by a newer generation before it touches anything', async () => {
    await expect(refuseOtherGenerations(db.url)).resolves.toBeUndefined();
    const store = new PostgresEventStore(db.pool);
    const newer = { type: 'ProgramGeneration', data: { generation: GENERATION + 1, program: '9.9.9' } };
    await store.append('program-generation', 'any', [newer], context());
    await store.close();
    await expect(refuseOtherGenerations(db.url)).rejects.toThrow(NewerGeneration);
  });
});
