import type pg from 'pg';
import { isConnectionLoss } from '../../database/connection-loss.js';

/** The writers' advisory lock: "esdb" in hexadecimal. */
const WRITERS_LOCK = 0x65736462;
/**
 * The longest wait for a turn, in milliseconds: turns are only for fairness, the server's own check protects the log.
 */
const TURN_MS = 2_000;

/**
 * Instances that share a database write in turn, first come, first served: otherwise the instance that wrote last, and
 * so knows where the log ends, would always win.
 */
export async function inTurns<Result>(
  lane: pg.Pool,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await lane.connect();
  let held = true;
  try {
    await client.query(`set lock_timeout = ${TURN_MS}; select pg_advisory_lock(${WRITERS_LOCK})`).catch((error) => {
      if ((error as { code?: string }).code !== '55P03') throw error;
      held = false;
    });
    return await work(client);
  } catch (error) {
    if (isConnectionLoss(error)) held = false;
    throw error;
  } finally {
    // Nobody waits for this; the next one waits for the connection.
    if (held)
      void client.query(`select pg_advisory_unlock(${WRITERS_LOCK})`).then(
        () => client.release(),
        (error: Error) => client.release(error),
      );
    else client.release();
  }
}
