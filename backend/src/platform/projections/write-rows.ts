import type { EntityManager, EntityTarget } from 'typeorm';

/**
 * Rows that a page of events came to, written by one statement that reads them as the JSON `$1`: a rebuild would
 * otherwise wait for the database once for each event. @returns what the statement does; nothing if it is not sent
 */
export const writeRows = async (tx: EntityManager, statement: string, rows: Iterable<object>): Promise<any> => {
  const all = [...rows];
  return all.length > 0 ? tx.query(statement, [jsonOf(all)]) : [[], 0];
};

/**
 * Whole rows of an entity in place of those with their keys. TypeORM's `upsert` names a parameter for each value, of
 * which a statement takes no more than 65,535, and spends more time on them than the database.
 */
export async function upsertRows<Row extends object>(
  tx: EntityManager,
  entity: EntityTarget<Row>,
  rows: Iterable<Row>,
): Promise<void> {
  const { tableName, columns, primaryColumns } = tx.dataSource.getMetadata(entity);
  const names = columns.map(({ databaseName }) => databaseName);
  const keys = primaryColumns.map(({ databaseName }) => databaseName);
  const changes = names.filter((name) => !keys.includes(name)).map((name) => `${name} = excluded.${name}`);
  await writeRows(
    tx,
    `insert into ${tableName} (${names.join()}) select ${names.join()} from jsonb_populate_recordset(null::${tableName}, $1)
     on conflict (${keys.join()}) do update set ${changes.join()}`,
    Array.from(rows, (row) =>
      Object.fromEntries(columns.map((column) => [column.databaseName, column.getEntityValue(row)])),
    ),
  );
}

/**
 * Replaces half of a surrogate pair, which an older log may have, by U+FFFD. `jsonb` would refuse it, and the read
 * model would halt.
 */
function jsonOf(rows: object[]): string {
  const json = JSON.stringify(rows);
  // Whole pairs are written as they are, so an escape is of a half, or of nothing that is changed here.
  if (!/\\ud[89a-f]/.test(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value,
  );
}
