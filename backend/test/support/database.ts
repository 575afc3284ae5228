import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createPool } from '#platform/database/pool.js';
import { migrate } from '#platform/database/migrate.js';

export interface TestDatabase {
  url: string;
  /** Plain connections to it, ended by `drop`. */
  pool: pg.Pool;
  /** Ends the pool, closes all other connections, and removes the database. */
  drop(): Promise<void>;
}

const TEMPLATE = 'tknest_template';

/** A database of this test's own, with every migration applied: a copy of a template, made in about 30 ms. */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(async (admin) => {
    await ensureTemplate(admin);
    await admin.query(`create database ${name} template ${TEMPLATE}`);
  });
  const url = urlOf(name);
  const pool = createPool(url);
  return {
    url,
    pool,
    async drop() {
      if (!pool.ended) await pool.end();
      await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

const APPLICATION = 'test_application';

/** The same database under a role that has only the application's rights. @returns its address */
export async function asApplication(url: string): Promise<string> {
  const address = await ensureApplication(url);
  await migrate(url, { application: APPLICATION });
  return address;
}

/** The same database under that role, which has no rights in it yet. @returns its address */
export async function ensureApplication(url: string): Promise<string> {
  await ensureRole(APPLICATION);
  return addressOf(url, APPLICATION);
}

/** An empty database whose owner is not a superuser, and its address for the application. */
export async function ownedDatabase({ mayActForApplication = true } = {}) {
  const owner = mayActForApplication ? 'test_owner' : 'test_stranger';
  for (const role of [owner, APPLICATION]) await ensureRole(role);
  const empty = await emptyDatabase();
  await asAdmin(async (admin) => {
    if (mayActForApplication) await admin.query(`grant ${APPLICATION} to ${owner}`);
    await admin.query(`alter database ${new URL(empty.url).pathname.slice(1)} owner to ${owner}`);
  });
  return { owner: addressOf(empty.url, owner), application: addressOf(empty.url, APPLICATION), drop: empty.drop };
}

/** Roles belong to the whole server: the first caller creates the role, the others find it. */
const ensureRole = (role: string): Promise<void> =>
  asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(2)');
    const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role]);
    if (!rowCount) await admin.query(`create role ${role} login password '${role}' nosuperuser`);
  });

function addressOf(url: string, role: string): string {
  const address = new URL(url);
  address.username = address.password = role;
  return address.href;
}

/** A database without tables, for tests that start before the migrations. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await asAdmin((admin) => admin.query(`create database ${name}`));
  return {
    url: urlOf(name),
    drop: () => asAdmin(async (admin) => void (await admin.query(`drop database ${name} with (force)`))),
  };
}

/** The first test file of a run migrates the template; the others wait for it at the lock. */
async function ensureTemplate(admin: pg.Client): Promise<void> {
  const exists = async () =>
    (await admin.query('select 1 from pg_database where datname = $1', [TEMPLATE])).rowCount === 1;
  if (await exists()) return;
  await admin.query('select pg_advisory_lock(1)');
  try {
    if (await exists()) return;
    await admin.query(`create database ${TEMPLATE}_making`);
    await migrate(urlOf(`${TEMPLATE}_making`));
    await admin.query(`alter database ${TEMPLATE}_making rename to ${TEMPLATE}`);
  } finally {
    await admin.query('select pg_advisory_unlock(1)');
  }
}

function urlOf(database: string): string {
  const server = process.env.TEST_DATABASE_URL;
  if (!server)
    throw new Error(
      'TEST_DATABASE_URL is not set: integration tests run through Jest, whose global setup starts PostgreSQL.',
    );
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdmin<Result>(work: (admin: pg.Client) => Promise<Result>): Promise<Result> {
  const admin = new pg.Client({ connectionString: urlOf('postgres') });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
