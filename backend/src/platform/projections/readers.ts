import type { DataSource, EntityManager } from 'typeorm';
import type { Projection } from './projection.js';

/** The connection of a read model's typed reader: the data source, or a transaction. */
export type Reads = Pick<EntityManager, 'query'>;

/** Whether there is a row; `sql` is the text after `from`. */
export const isThere = async (db: Reads, sql: string, ...values: unknown[]): Promise<boolean> =>
  (await db.query<object[]>(`select 1 from ${sql} limit 1`, values)).length > 0;

/** Reads several read models in one snapshot, because data may move from one to another. */
export function atOneMoment<T>(
  db: DataSource,
  readModels: readonly Projection[],
  read: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  const tables = readModels.flatMap((one) => one.tables);
  return db.transaction('REPEATABLE READ', async (tx) => {
    // Before the snapshot is taken, because it would miss rows of tables that a rebuild puts in place afterwards.
    await tx.query(`lock table ${tables.join(', ')} in access share mode`);
    return read(tx);
  });
}
