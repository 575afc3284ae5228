import { Logger } from '@nestjs/common';
import pg from 'pg';
import { CONNECTION_OPTIONS } from './schemas.js';

const log = new Logger('Database');

/**
 * How long to wait for a connection, whether the server is unavailable or all connections are in use, in milliseconds.
 */
const CONNECT_MS = 10_000;
/**
 * Longer than any statement of the program should take, in milliseconds; slower statements use their own connections.
 */
const STATEMENT_MS = 30_000;
/** The server ends a statement that takes too long; a connection that is still silent a little later is given up. */
const SILENCE_MS = 1_000;

/**
 * Called for each new connection of a pool. A client taken from the pool has no error listener between two statements,
 * or if the server closes the connection right after it was opened; the error would end the process. Swallow the error
 * here; the next statement will report it.
 */
export function outliveLoss(client: pg.ClientBase): void {
  client.on('error', () => undefined);
}

/**
 * Plain connections, for the event store and other code that uses SQL directly. No statement takes longer than
 * `statementMs`, whether the server works on it, waits for a lock, or no longer answers. End it with `pool.end()`.
 */
export function createPool(url: string, max = 10, statementMs = STATEMENT_MS): pg.Pool {
  return poolOf({ connectionString: url, max, application_name: 'tknest' }, statementMs);
}

/**
 * A small pool, of one or a few connections, to the same database as another pool. It does not keep the process alive.
 */
export function createLane({ options }: pg.Pool, name: string, statementMs = STATEMENT_MS, max = 1): pg.Pool {
  return poolOf(
    { ...options, password: options.password, max, application_name: name, allowExitOnIdle: true },
    statementMs,
  );
}

function poolOf(settings: pg.PoolConfig, statementMs: number): pg.Pool {
  const pool = new pg.Pool({
    ...settings,
    options: CONNECTION_OPTIONS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: Math.min(CONNECT_MS, statementMs + SILENCE_MS),
    statement_timeout: statementMs,
    query_timeout: statementMs + SILENCE_MS,
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
    // A connection that cannot even roll back must not return to the pool.
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Nest's token for the program's plain connections. */
export const POOL = Symbol('Pool');
