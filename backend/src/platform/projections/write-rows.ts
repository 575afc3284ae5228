import type { EntityManager, EntityTarget } from 'typeorm';

/**
 * Writes the rows resulting from a page of events with one statement, which reads them as the JSON `$1`: a rebuild
 * would otherwise wait for the database once per event. @returns the statement's result; nothing if it is not sent
 */
export const writeRows = async (tx: EntityManager, statement: string, rows: Iterable<object>): Promise<any> => {
  const all = [...rows];
  return all.length > 0 ? tx.query(statement, [jsonOf(all)]) : [[], 0];
};

/**
 * Replaces whole rows of an entity by their keys, but for columns that the database computes. TypeORM's `upsert` names
 * a parameter for each value, of which a statement accepts at most 65,535, and takes longer than the database.
 */
export async function upsertRows<Row extends object>(
  tx: EntityManager,
  entity: EntityTarget<Row>,
  rows: Iterable<Row>,
): Promise<void> {
  const { tableName, columns: described, primaryColumns } = tx.dataSource.getMetadata(entity);
  const columns = described.filter(({ isInsert }) => isInsert);
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
 * Replaces an unpaired surrogate, which the log can store, by U+FFFD. `jsonb` would refuse it, and the read model would
 * halt.
 */
function jsonOf(rows: object[]): string {
  const json = JSON.stringify(rows);
  // Complete pairs are not escaped, so an escape is either an unpaired surrogate or something that is not changed here.
  if (!/\\ud[89a-f]/.test(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value,
  );
}
