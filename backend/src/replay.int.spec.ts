import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { context } from '#test/event-store/adapter.js';
import { replay } from '#features/audit/module.public.js';
import { KeyRing } from '#platform/vault/key-ring.js';
import { assemble } from './replay.js';

describe('replay --verify', () => {
  let db: TestDatabase;
  let parts: Awaited<ReturnType<typeof assemble>>;
  beforeEach(async () => {
    db = await freshDatabase();
    parts = await assemble(db.url);
  });
  afterEach(async () => {
    await parts.end();
    await db.drop();
  });

  async function run(): Promise<{ holds: boolean; said: string }> {
    const lines: string[] = [];
    const holds = await replay(parts, (line) => lines.push(line));
    return { holds, said: lines.join('\n') };
  }

  it('knows every read model of the program without starting any of it', async () => {
    expect(parts.projections.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['properties', 'persons', 'transactions', 'cases']),
    );
    const { rows } = await db.pool.query(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name in ('tknest leases', 'tknest listener')",
    );
    expect(rows[0].count).toBe(0);
  });

  it('every table of every read model has its TypeORM entity, with the table’s own columns', async () => {
    const tables = parts.projections.flatMap((projection) => projection.tables);
    const { rows } = await db.pool.query<{ table: string; column: string; nullable: string }>(
      `select table_name as table, column_name as column, is_nullable as nullable
       from information_schema.columns where table_schema = 'read_models' and table_name = any($1)`,
      [tables],
    );
    const described = parts.db.entityMetadatas
      .filter(({ tableName }) => tables.includes(tableName))
      .flatMap(({ tableName, columns }) =>
        columns.map((column) => `${tableName}.${column.databaseName} ${column.isNullable ? 'YES' : 'NO'}`),
      );
    expect(described.sort()).toEqual(
      rows.map(({ table, column, nullable }) => `${table}.${column} ${nullable}`).sort(),
    );
    expect(new Set(rows.map(({ table }) => table)).size).toBe(tables.length);
  });

  it('holds on an empty log, and on one whose read models have not come to its end', async () => {
    expect((await run()).holds).toBe(true);
    await parts.store.append(
      'wallet-r1',
      'none',
      [{ type: 'WalletSignedIn', data: { wallet: 'r1', role: 'investor' } }],
      context(),
    );
    expect((await run()).holds).toBe(true);
  });

  it('does not hold where a row has no event, and names it', async () => {
    await run();
    await db.pool.query(
      "insert into read_models.persons (wallet, user_type, kyc_status, investor_status, landlord_status, first_seen, last_seen) values ('rNobody', 'a', 'b', 'c', 'd', 'e', 'f')",
    );
    const { holds, said } = await run();
    expect(holds).toBe(false);
    expect(said).toMatch(
      /persons: 1 rows at position 0{20}, DIFFERENT\n {2}persons: 1 rows only in the live table\n.*rNobody/,
    );
  });

  it('does not hold, given the master key, where somebody else wrote an event that fits the chain', async () => {
    const masterKey = Buffer.alloc(32, 1);
    await new KeyRing({ masterKey, masterKeyFile: null }).open(db.pool, { stored: async () => [] });
    const data = { wallet: 'r1', role: 'investor' };
    await parts.store.append('wallet-r1', 'none', [{ type: 'WalletSignedIn', data }], context());
    const known = await assemble(db.url, { MASTER_KEY: masterKey.toString('hex') });
    const lines: string[] = [];
    expect(await replay({ ...known, projections: [] }, (line) => lines.push(line))).toBe(false);
    expect(lines.join('\n')).toMatch(/BROKEN at position 0+1.*this platform did not write it: it carries no MAC/);
    await known.end();
  });

  it('does not hold where the log was touched, and names the place', async () => {
    await parts.store.append(
      'wallet-r1',
      'none',
      [{ type: 'WalletSignedIn', data: { wallet: 'r1', role: 'investor' } }],
      context(),
    );
    await db.pool.query(
      "alter table eventstore.events disable trigger append_only; update eventstore.events set data = replace(data, 'investor', 'landlord')",
    );
    const { holds, said } = await run();
    expect(holds).toBe(false);
    expect(said).toContain('BROKEN at position 00000000000000000001');
  });
});
