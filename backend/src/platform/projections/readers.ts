import type { DataSource, EntityManager } from 'typeorm';
import type { Projection } from './projection.js';

/** What the typed reader of a read model reads through: the data source, or a transaction of it. */
export type Reads = Pick<EntityManager, 'query'>;

/** Whether there is a row: `sql` is what comes after `from`. */
export const isThere = async (db: Reads, sql: string, ...values: unknown[]): Promise<boolean> =>
  (await db.query<object[]>(`select 1 from ${sql} limit 1`, values)).length > 0;

/** Reads several read models as of one moment: what one of them no longer shows, another one does. */
export function atOneMoment<T>(
  db: DataSource,
  readModels: readonly Projection[],
  read: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  const tables = readModels.flatMap((one) => one.tables);
  return db.transaction('REPEATABLE READ', async (tx) => {
    // Before the snapshot is taken: of tables that a rebuild swaps in after it, the snapshot misses rows.
    await tx.query(`lock table ${tables.join(', ')} in access share mode`);
    return read(tx);
  });
}
