import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { toPosition } from '../positions.js';
import { context, event, streamName } from '#test/event-store/adapter.js';
import { PostgresEventStore } from './postgres-event-store.js';
import { verifyChain } from '../verify-chain.js';
import { LogRows } from './log-rows.js';

const DOCS = new URL('../../../../../docs/event-store.md', import.meta.url);

/**
 * Contract items 15 and 16: the database refuses to change the log, and if somebody changed it anyway, the position is
 * reported.
 */
describe('the log cannot be changed unnoticed', () => {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await freshDatabase();
    const store = new PostgresEventStore(db.pool);
    for (let n = 0; n < 5; n++)
      await store.append(
        streamName(),
        'none',
        [event({ n, text: 'Größe 🏠' }), event({ n })],
        context(undefined, { result: n }),
      );
  });
  afterEach(() => db.drop());

  it.each([
    "update eventstore.events set data = '{}' where position = 3",
    'delete from eventstore.events where position = 3',
    'truncate eventstore.events',
    "update eventstore.commands set result = '1'",
    'delete from eventstore.commands',
    'truncate eventstore.commands cascade',
    "set session_replication_role = 'replica'; delete from eventstore.events",
  ])('the database refuses: %s', async (statement) => {
    await expect(db.pool.query(statement)).rejects.toThrow(/append-only/);
    expect(await verifyChain(new LogRows(db.pool, 'eventstore'))).toMatchObject({ verified: 10, broken: null });
  });

  /** Changes that somebody with the owner's rights could make. */
  async function tamper(statement: string): Promise<void> {
    await db.pool.query('alter table eventstore.events disable trigger append_only');
    const { rowCount } = await db.pool.query(statement);
    expect(rowCount).toBeGreaterThan(0);
    await db.pool.query('alter table eventstore.events enable always trigger append_only');
  }

  it.each([
    [
      'a byte of the data',
      'update eventstore.events set data = replace(data, \'"n":1\', \'"n":7\') where position = 4',
      4,
    ],
    [
      'a byte of the metadata',
      "update eventstore.events set metadata = replace(metadata, 'system', 'sYstem') where position = 4",
      4,
    ],
    ['a time', "update eventstore.events set at = replace(at, 'T', 't') where position = 6", 6],
    ['a type', "update eventstore.events set type = 'SomethingElse' where position = 2", 2],
    ['a stream', "update eventstore.events set stream = 'thing-other' where position = 2", 2],
    ['a revision', 'update eventstore.events set revision = 9 where position = 2', 2],
    ['a version', 'update eventstore.events set version = 2 where position = 10', 10],
    ['an id', 'update eventstore.events set id = gen_random_uuid() where position = 1', 1],
    ['a hash', 'update eventstore.events set hash = sha256(hash) where position = 7', 7],
    ['an event that is taken out', 'delete from eventstore.events where position = 5', 5],
    [
      'two events that change places',
      'update eventstore.events a set data = b.data from eventstore.events b where (a.position, b.position) in ((3, 4), (4, 3))',
      3,
    ],
  ])('the verifier names the place: %s', async (_, statement, position) => {
    await tamper(statement);
    const { verified, broken } = await verifyChain(new LogRows(db.pool, 'eventstore'));
    expect(broken?.position).toBe(toPosition(position));
    expect(verified).toBe(position - 1);
  });

  it('events that are cut off at the end show against an anchor', async () => {
    const { head, hash } = await verifyChain(new LogRows(db.pool, 'eventstore'));
    expect(head).toBe(toPosition(10));
    await tamper('delete from eventstore.events where position > 8');
    expect((await verifyChain(new LogRows(db.pool, 'eventstore'))).broken).toBeNull();
    expect((await verifyChain(new LogRows(db.pool, 'eventstore'), [{ position: head, hash }])).broken).toMatchObject({
      position: head,
      reason: expect.stringContaining('cut off'),
    });
  });

  it('a history that was rewritten and sealed anew shows against an anchor', async () => {
    const { rows } = await db.pool.query('select position, hash from eventstore.events where position = 4');
    const anchor = { position: toPosition(rows[0].position), hash: 'ab'.repeat(32) };
    expect((await verifyChain(new LogRows(db.pool, 'eventstore'), [anchor])).broken).toMatchObject({
      position: anchor.position,
      reason: expect.stringContaining('recorded elsewhere'),
    });
  });

  it('the SQL of the documentation finds the same', async () => {
    const sql = /```sql\n(-- verify[\s\S]*?)```/.exec(readFileSync(DOCS, 'utf8'))![1]!;
    expect((await db.pool.query(sql)).rows).toEqual([]);
    await tamper("update eventstore.events set data = '{}' where position = 4");
    expect((await db.pool.query(sql)).rows.map(({ position }) => position)).toEqual(['4']);
  });
});
