import { freshDatabase } from '../../../../test/support/database.js';
import { createPool } from '../../database/pool.js';
import { eventStoreContract } from '../testing/contract.js';
import { loseAfter } from '../testing/lose-after.js';
import { PostgresEventStore } from './postgres-event-store.js';

eventStoreContract({
  name: 'postgres',
  async open() {
    const db = await freshDatabase();
    const opened: PostgresEventStore[] = [];
    const another = async () => {
      const store = new PostgresEventStore(createPool(db.url, 3));
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
