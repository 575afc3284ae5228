import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import type { SealedEvent } from '../event-store/seal.js';
import { context } from '#test/event-store/adapter.js';
import { checkpointsFit } from './checkpoints-fit.js';

describe('a rebuild that was interrupted', () => {
  let db: TestDatabase;
  let store: PostgresEventStore;
  beforeEach(async () => {
    db = await freshDatabase();
    store = new PostgresEventStore(db.pool);
    const { position } = await store.append('thing', 'none', [{ type: 'Counted', data: {} }], context());
    await db.pool.query(
      "insert into platform.rebuild_checkpoints (name, version, shape, position) values ('movements', 1, 'x', $1)",
      [position],
    );
  });
  afterEach(async () => {
    await store.close();
    await db.drop();
  });

  it('continues on the log that it read', async () => {
    await expect(checkpointsFit(db.pool, store)).resolves.toBeUndefined();
  });

  it.each([
    [
      'has another event at its place',
      (found: SealedEvent[]) => found.map((one) => ({ ...one, hash: Buffer.alloc(32) })),
    ],
    ['ends before it', () => []],
  ])('is refused on a log that %s', async (_, changed) => {
    const other = {
      stored: async (...asked: Parameters<typeof store.stored>) => changed(await store.stored(...asked)),
    };
    await expect(checkpointsFit(db.pool, other)).rejects.toThrow(
      /refused: the rebuild of movements had reached 0+1, but the log/,
    );
  });
});
