import pg from 'pg';
import type { Program } from './program.js';

/** Reads and writes the program's tables as an operator could. */
export const databaseOf =
  (program: Program) =>
  async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client(program.runtime.database);
    await client.connect();
    const { rows } = await client.query(sql, values);
    await client.end();
    return rows as Row[];
  };
