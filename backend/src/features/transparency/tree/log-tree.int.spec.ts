import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase } from '#test/support/database.js';
import { createPool } from '#platform/database/pool.js';
import { START } from '#platform/event-store/event-store.js';
import { PostgresEventStore } from '#platform/event-store/postgres/postgres-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { LogDoesNotFit, LogTree } from './log-tree.js';
import { inclusionProof, leafOf, rootOf } from './merkle.js';
import { grow, subtreesFrom } from './tiles.js';

type Db = Awaited<ReturnType<typeof freshDatabase>>;
let db: Db;
let store: PostgresEventStore;
let tree: LogTree;

beforeAll(async () => {
  db = await freshDatabase();
  store = new PostgresEventStore(createPool(db.url, 3));
});
afterAll(async () => {
  await store.close();
  await store.pool.end();
  await db.drop();
});
beforeEach(async () => {
  await db.pool.query('truncate platform.log_tiles, platform.log_tree');
  tree = new LogTree(store, db.pool);
});

let streams = 0;
const record = (count: number) =>
  store.append(
    `thing-${++streams}`,
    'none',
    Array.from({ length: count }, (_, n) => ({ type: 'Thing', data: { n } })),
    context(),
  );
/** The tree of the current log, kept nowhere. */
async function definedTree() {
  const leaves = (await store.stored(START, 100_000)).map(({ hash }) => leafOf(hash));
  const tiles = new Map((await grow(async () => Buffer.alloc(0), 0, leaves)).map((t) => [`${t.level}/${t.index}`, t]));
  const read = subtreesFrom(async ({ level, index }) => tiles.get(`${level}/${index}`)?.hashes ?? Buffer.alloc(0));
  return { read, size: leaves.length };
}
async function definedRoot(): Promise<string> {
  const { read, size } = await definedTree();
  return Buffer.from(await rootOf(read, size)).toString('hex');
}

describe('the tree of a log in PostgreSQL', () => {
  it('follows the log in pieces, and proves each event', async () => {
    await record(300);
    await tree.catchUp();
    await record(7);
    const { size, head } = await tree.catchUp();
    expect((await tree.root(size)).toString('hex')).toBe(await definedRoot());
    const [last] = await store.stored(String(size - 1).padStart(20, '0'), 1);
    expect(head).toEqual(last!.hash);
    const { read } = await definedTree();
    expect(await tree.proofOf(size, size)).toEqual(await inclusionProof(read, size - 1, size));
    expect((await tree.tile({ level: 0, index: 0 }))?.length).toBe(256 * 32);
    expect((await tree.tile({ level: 1, index: 0 }, 1))?.length).toBe(32);
    expect(await tree.tile({ level: 0, index: 1 })).toBeNull();
  });

  it('follows the log to its end, where a page is short: EventStoreDB ends a page of large events early', async () => {
    await record(50);
    const log = {
      head: () => store.head(),
      stored: (after: string, limit: number) => store.stored(after, Math.min(limit, 20)),
    };
    const { size } = await new LogTree(log, db.pool).catchUp();
    expect(size).toBe(Number(await store.head()));
  });

  it('comes to the same where two build it at once', async () => {
    await record(200);
    await Promise.all([tree.catchUp(), new LogTree(store, db.pool).catchUp(), tree.catchUp()]);
    const { size } = await tree.standing();
    expect((await tree.root(size)).toString('hex')).toBe(await definedRoot());
  });

  it('leaves connections to the others where many ask at once, and each finds what it has recorded', async () => {
    // One shared pool, as in the program: adding leaves holds one connection and reads the log over another one.
    const pool = createPool(db.url, 2, 3_000);
    const own = new PostgresEventStore(pool);
    try {
      const shared = new LogTree(own, pool);
      const asked = Array.from({ length: 6 }, async () => {
        await record(1);
        const head = Number(await own.head());
        return (await shared.catchUp()).size - head;
      });
      for (const ahead of await Promise.all(asked)) expect(ahead).toBeGreaterThanOrEqual(0);
    } finally {
      await own.close();
      await pool.end();
    }
  });

  it('is built anew where the log that it was built from is another one', async () => {
    await record(3);
    const { size } = await tree.catchUp();
    await db.pool.query('update platform.log_tree set head = $1', [Buffer.alloc(32, 1)]);
    expect((await tree.catchUp()).size).toBe(size);
    expect((await tree.root(size)).toString('hex')).toBe(await definedRoot());
  });

  it('does not grow over an event that was changed', async () => {
    await record(2);
    const { size } = await tree.catchUp();
    await record(3);
    const changed = {
      head: () => store.head(),
      stored: async (after: string, limit: number) =>
        (await store.stored(after, limit)).map((event) =>
          event.position === size + 2 ? { ...event, data: '{"n":"more"}' } : event,
        ),
    };
    await expect(new LogTree(changed, db.pool).catchUp()).rejects.toThrow(LogDoesNotFit);
    expect((await tree.standing()).size).toBe(size);
  });

  it('does not grow over an event that this platform did not write, however well it is sealed', async () => {
    await record(2);
    const { size } = await tree.catchUp();
    await record(3);
    const forged = {
      head: () => store.head(),
      stored: async (after: string, limit: number) =>
        (await store.stored(after, limit)).map((event) =>
          event.position === size + 2 ? { ...event, misfit: 'it carries no MAC' } : event,
        ),
    };
    await expect(new LogTree(forged, db.pool).catchUp()).rejects.toThrow('it carries no MAC');
    expect((await tree.standing()).size).toBe(size);
  });
});
