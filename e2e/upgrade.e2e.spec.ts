import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { describeWhereFull, FULL, MEASURES } from '../backend/test/support/how-much.js';
import { Person, until } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { Insider } from './support/insider.js';
import { SHORT_LIST } from './support/short-list.js';
import { TwoReleases } from './support/two-releases.js';

/** Longest wait for an answer; beside other suites the limit only ensures that answers come. */
const LIMIT_MS = MEASURES ? 2_000 : 20_000;
/** How often the migration tries to get the lock before it succeeds. */
const ATTEMPTS = 3;
const CRASHES = 3;
const ASK_EVERY_MS = 25;
const TERMS = { monthlyRent: 100_000, fundingGoal: 1_000_000, tokenCount: 10_000 };
const NEWER_GENERATION = 99;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Buys through one program, or through one after the other, and remembers the longest wait. */
class Buyer extends Person {
  bought = 0;
  longestMs = 0;

  override async call(...request: Parameters<Person['call']>) {
    const began = performance.now();
    const answer = await super.call(...request);
    this.longestMs = Math.max(this.longestMs, performance.now() - began);
    return answer;
  }

  /** Both releases accept the same session. */
  at(url: string): this {
    this.base = url;
    return this;
  }

  async buyOne(propertyId: number): Promise<void> {
    expect(await this.buy(propertyId, 1)).toMatchObject({ status: 'completed', feeStatus: 'paid' });
    this.bought++;
  }
}

describeWhereFull('an upgrade, step by step, on one database', () => {
  const program = new TwoReleases(SHORT_LIST);
  let propertyId: number;
  let [ada, ben]: Buyer[] = [];
  beforeAll(async () => {
    if (!FULL) return;
    await program.start();
    await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
    const landlord = await program.personOf('landlord').signIn('landlord');
    await landlord.verify('landlord');
    ({ id: propertyId } = await landlord.list(TERMS));
    [ada, ben] = await Promise.all([newBuyer(), newBuyer()]);
  });
  afterAll(() => program.remove());

  async function newBuyer(): Promise<Buyer> {
    const buyer = await new Buyer(program.runtime, await program.sandbox.newWallet()).signIn('investor');
    await buyer.verify('investor');
    return buyer;
  }

  /**
   * The buyers buy one token after the other, and a visitor polls their address, until `something` is done and each has
   * bought at least once.
   * @returns the longest wait for an answer
   */
  async function longestWait(buyers: Buyer[], something: () => Promise<unknown>): Promise<number> {
    let [longest, isOver] = [0, false];
    const shop = async (buyer: Buyer) => {
      buyer.longestMs = 0;
      do await buyer.buyOne(propertyId);
      while (!isOver);
      longest = Math.max(longest, buyer.longestMs);
    };
    const visit = async (url: string) => {
      while (!isOver) {
        const began = performance.now();
        const { status } = await fetch(`${url}/api/properties`);
        longest = Math.max(longest, performance.now() - began);
        expect(status).toBe(200);
        await sleep(ASK_EVERY_MS);
      }
    };
    await Promise.all([
      ...buyers.map(shop),
      ...[...new Set(buyers.map(({ base }) => base as string))].map(visit),
      something().finally(() => (isOver = true)),
    ]);
    return longest;
  }

  async function expectNothingHalted(url: string): Promise<void> {
    const { readModels, processes } = (await (await fetch(`${url}/api/health/ready`)).json()) as Record<
      'readModels' | 'processes',
      { name: string; state: string }[]
    >;
    expect(readModels.length).toBeGreaterThan(10);
    expect([...readModels, ...processes].filter(({ state }) => state === 'halted')).toEqual([]);
  }

  async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ connectionString: program.runtime.database });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** The later release's additions, and the versions of the functions. */
  const shape = () =>
    withDatabase(async (client) => {
      const { rows } = await client.query(
        `select (select count(*)::int from information_schema.columns
                 where table_schema = 'read_models' and table_name = 'properties' and column_name = 'next') as columns,
           (select count(*)::int from pg_index
            where indexrelid = to_regclass('read_models.next_release') and indisvalid) as indexes,
           (select count(*)::int from platform.migrations where name like 'NextRelease%') as migrations,
           (select string_agg(proname || xmin::text, ' ' order by proname) from pg_proc
            where pronamespace = 'eventstore'::regnamespace) as functions`,
      );
      return rows[0] as Record<string, unknown>;
    });

  /** Digests of all rows, and the versions of tables and functions. */
  const everything = () =>
    withDatabase(async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
      );
      const held: Record<string, unknown> = {};
      for (const { name } of tables) {
        const digest = `md5(string_agg(md5(t::text), '' order by md5(t::text)))`;
        const { rows } = await client.query(`select count(*)::int as rows, ${digest} as digest from ${name} t`);
        held[name] = rows[0];
      }
      const made = (of: string) => `(select md5(string_agg(xmin::text, ' ' order by oid)) from ${of})`;
      const { rows } = await client.query(`select ${made('pg_proc')} as functions, ${made('pg_class')} as tables`);
      return { ...held, ...rows[0] } as Record<string, unknown>;
    });

  /** Locks a table that the migration needs, until the migration has tried so often. */
  const holdTable = (attempts: number) =>
    withDatabase((holder) =>
      withDatabase(async (observer) => {
        await holder.query('begin; select count(*) from read_models.properties');
        const askedBy = new Set<number>();
        const look = async () => {
          const { rows } = await observer.query<{ pid: number }>(
            `select pid from pg_locks where relation = 'read_models.properties'::regclass
             and mode = 'AccessExclusiveLock' and not granted`,
          );
          for (const { pid } of rows) askedBy.add(pid);
          return askedBy.size;
        };
        await until(look, (asked) => asked >= attempts, 'the migration asking again');
        await holder.query('commit');
      }),
    );

  it('the later release migrates while the earlier one sells, and lets it go first where a lock is held', async () => {
    expect(await shape()).toMatchObject({ columns: 0, indexes: 0, migrations: 0 });
    const { url } = program.runtime;
    const waited = await longestWait([ada!, ben!], () => Promise.all([program.startNext(), holdTable(ATTEMPTS)]));
    expect(waited).toBeLessThan(LIMIT_MS);
    expect(await shape()).toMatchObject({ columns: 1, indexes: 1, migrations: 2 });
    // As if the later release had changed the append function; an older program must not replace it.
    await withDatabase((client) => client.query("comment on function eventstore.append is 'of the next release'"));
    await expectNothingHalted(url);
    await expectNothingHalted(program.nextUrl);
  });

  it('both sell together', async () => {
    const { url } = program.runtime;
    const waited = await longestWait([ada!.at(url), ben!.at(program.nextUrl)], async () => {
      await sleep(5_000);
    });
    expect(waited).toBeLessThan(LIMIT_MS);
    await expectNothingHalted(url);
    await expectNothingHalted(program.nextUrl);
    await expectBooksToEqualLedger(program);
  });

  it('the earlier one crashes again and again, and changes nothing when it starts', async () => {
    const before = await shape();
    const waited = await longestWait([ada!.at(program.nextUrl), ben!.at(program.nextUrl)], async () => {
      for (let crash = 0; crash < CRASHES; crash++) {
        await program.kill('backend');
        await program.startPart('backend');
      }
    });
    expect(waited).toBeLessThan(LIMIT_MS);
    expect(await shape()).toEqual(before);
    await expectNothingHalted(program.nextUrl);
    await expectNothingHalted(program.runtime.url);
  });

  it('goes back to the earlier one before anything is taken away', async () => {
    const { url } = program.runtime;
    const before = await shape();
    const waited = await longestWait([ada!.at(url), ben!.at(url)], () => program.end('next'));
    expect(waited).toBeLessThan(LIMIT_MS);
    await program.end('backend');
    await program.startPart('backend');
    await ada!.buyOne(propertyId);
    expect(await shape()).toEqual(before);
    await expectNothingHalted(url);
    for (const { address, bought } of [ada!, ben!])
      expect(await program.onLedger(address!, 'token')).toBe(String(bought));
    await expectBooksToEqualLedger(program);
  });

  it('refuses to start under a newer generation, before it touches anything', async () => {
    await program.end('backend');
    const insider = new Insider(program);
    const data = { generation: NEWER_GENERATION, program: 'tknest 9.9.9' };
    await insider.forge('program-generation', { type: 'ProgramGeneration', data });
    await insider.close();
    // A newer program may have no migrations, so the generation alone must keep this program out.
    await withDatabase((client) => client.query("delete from platform.migrations where name like 'NextRelease%'"));
    const before = await everything();
    await expect(program.startPart('backend')).rejects.toThrow(
      /code 78[^]*newer program \(tknest 9\.9\.9, generation 99\)/,
    );
    const { database } = program.runtime;
    const env = { ...process.env, DATABASE_URL: database, MIGRATE_URL: database };
    await expect(
      promisify(execFile)(process.execPath, ['backend/dist/program/migrate.js'], { env }),
    ).rejects.toMatchObject({
      code: 78,
    });
    expect(await everything()).toEqual(before);
  });
});
