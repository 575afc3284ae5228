import { asApplication, freshDatabase } from '#test/support/database.js';
import { createPool } from '../../database/pool.js';
import { eventStoreContract } from '#test/event-store/contract.js';
import { loseAfter } from '#test/event-store/lose-after.js';
import { PostgresEventStore } from './postgres-event-store.js';

// With the role that owns the log, and with one that has only the application's rights.
for (const [name, roleOf] of [
  ['postgres', async (url: string) => url],
  ['postgres, as the application', asApplication],
] as const)
  eventStoreContract({
    name,
    async open() {
      const db = await freshDatabase();
      const url = await roleOf(db.url);
      const opened: PostgresEventStore[] = [];
      const another = async () => {
        const store = new PostgresEventStore(createPool(url, 3));
        opened.push(store);
        return store;
      };
      return {
        store: await another(),
        another,
        loseAfter: (position) => loseAfter(db.pool, position),
        async close() {
          await Promise.all(opened.map((store) => store.close()));
          await Promise.all(opened.map((store) => store.pool.end()));
          await db.drop();
        },
      };
    },
  });
