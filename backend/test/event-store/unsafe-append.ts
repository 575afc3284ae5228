import type pg from 'pg';
import { canonicalJson } from '#platform/event-store/canonical-json.js';
import type { AppendBatch } from '#platform/event-store/group-commit.js';
import { appendBatch } from '#platform/event-store/postgres/append-batch.js';
import { toPosition } from '#platform/event-store/positions.js';
import { pause } from './adapter.js';

/**
 * Keeps a transaction open for a moment after its work, and rolls every fifth one back: the effects of load, only more
 * often.
 */
async function pauseNowAndThen(
  pool: pg.Pool,
  turn: number,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await pause((turn * 7) % 12);
    if (turn % 5 === 0) throw new Error('taken back on purpose');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** The real append, made slow between its work and its commit. */
export function slowAppend(pool: pg.Pool): AppendBatch {
  let turn = 0;
  return async (batch) => {
    let verdicts: Awaited<ReturnType<AppendBatch>> = [];
    await pauseNowAndThen(pool, turn++, async (client) => {
      verdicts = await appendBatch(client as unknown as pg.Pool)(batch);
    });
    return verdicts;
  };
}

/**
 * What many event stores do: positions from a sequence, without a lock. A position is drawn before its commit, so a
 * later one can become visible first, and a reader that has moved on never comes back to it. Exists to prove that the
 * stress test would notice.
 */
export function unsafeAppend(pool: pg.Pool): AppendBatch {
  let turn = 0;
  return async (batch) => {
    let position = '0';
    await pauseNowAndThen(pool, turn++, async (client) => {
      for (const { stream, events } of batch.flatMap(({ writes }) => writes)) {
        await client.query('select pg_advisory_xact_lock(hashtext($1))', [stream]);
        for (const { id, type, version, data } of events) {
          const { rows } = await client.query(
            `insert into eventstore.events (position, stream, revision, id, type, version, data, metadata, at, hash)
             select nextval('public.bare_sequence'), $1, coalesce((select max(revision) from eventstore.events where stream = $1), -1) + 1, $2, $3, $4, $5, $6, '', sha256('')
             returning position`,
            [stream, id, type, version, data, canonicalJson({})],
          );
          position = rows[0].position;
        }
      }
    });
    return batch.map(() => ({ ok: { position: toPosition(position), revisions: {}, duplicate: false, result: null } }));
  };
}
