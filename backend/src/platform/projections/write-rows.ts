import type { EntityManager } from 'typeorm';

/**
 * Rows that a page of events came to, written by one statement that reads them as the JSON `$1`: a rebuild would
 * otherwise wait for the database once for each event. @returns what the statement does; nothing where it is not sent
 */
export const writeRows = async (tx: EntityManager, statement: string, rows: Iterable<object>): Promise<any> => {
  const all = [...rows];
  return all.length > 0 ? tx.query(statement, [JSON.stringify(all)]) : [[], 0];
};
