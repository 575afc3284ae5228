import type { EntityManager } from 'typeorm';

/**
 * Rows that a page of events came to, written by one statement that reads them as the JSON `$1`: a rebuild would
 * otherwise wait for the database once for each event. @returns what the statement does; nothing where it is not sent
 */
export const writeRows = async (tx: EntityManager, statement: string, rows: Iterable<object>): Promise<any> => {
  const all = [...rows];
  return all.length > 0 ? tx.query(statement, [jsonOf(all)]) : [[], 0];
};

/**
 * Half of a surrogate pair, which the log may have from when nobody refused it, becomes what it is where it is sent as
 * text. `jsonb` would refuse it, and the read model would stand still.
 */
function jsonOf(rows: object[]): string {
  const json = JSON.stringify(rows);
  // Whole pairs are written as they are, so an escape is of a half, or of nothing that is changed here.
  if (!/\\ud[89a-f]/.test(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value,
  );
}
