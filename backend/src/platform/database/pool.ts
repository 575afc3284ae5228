import { Logger } from '@nestjs/common';
import pg from 'pg';
import { CONNECTION_OPTIONS } from './schemas.js';

const log = new Logger('Database');

/** How long to wait for a connection, be it that the server is away or that all are taken. */
const CONNECT_MS = 10_000;

/**
 * For each new connection of a pool. Whoever has taken one has no listener on it between two statements, nor where the
 * server ends it in the same breath as it lets us in: an error would then end the process. Without a word here, the
 * next statement on it fails.
 */
export function outliveLoss(client: pg.ClientBase): void {
  client.on('error', () => undefined);
}

/** Plain connections, for the event store and what else speaks SQL itself. End it with `pool.end()`. */
export function createPool(url: string, max = 10): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'tknest',
    options: CONNECTION_OPTIONS,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    onConnect: outliveLoss,
  });
  // Without a listener, an idle connection that dies with the server would end the process.
  pool.on('error', (error) => log.warn(`An idle connection was lost: ${error.message}`));
  return pool;
}

/** Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  begin = 'begin',
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that cannot even roll back must not go back to the pool.
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Nest's token for the program's plain connections. */
export const POOL = Symbol('Pool');
