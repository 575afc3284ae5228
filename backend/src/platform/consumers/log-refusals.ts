import { Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../database/pool.js';
import { START, type EventStore, type Position, LogRefused } from '../event-store/event-store.js';
import type { LogWentBack } from '../event-store/log-went-back.js';
import { toSequence } from '../event-store/positions.js';

/** The program must not continue by itself: a supervisor that knows sysexits does not restart it (EX_CONFIG). */
const EXIT_LOG_REFUSED = 78;
/** How long writing the finding may take, in milliseconds; the process ends anyway. */
const RECORD_MS = 2_000;

/**
 * The log lost events that this process has read, so its memory is wrong. Records the finding for the next start on any
 * machine, and ends the process immediately, like kill -9, so that nothing else is written.
 */
export async function endWithLog(
  pool: Pool,
  error: LogWentBack,
  exit: (code: number) => void = (code) => process.exit(code),
): Promise<void> {
  new Logger('EventStore').fatal(error.message);
  const recorded = recordRefusal(pool, error).catch((failure: unknown) =>
    new Logger('EventStore').error({ err: failure }, 'The finding could not be recorded'),
  );
  await Promise.race([recorded, new Promise((resolve) => setTimeout(resolve, RECORD_MS))]);
  exit(EXIT_LOG_REFUSED);
}

async function recordRefusal(pool: Pool, { position, hash, head }: LogWentBack): Promise<void> {
  await pool.query('insert into platform.log_refusals (position, hash, head) values ($1, $2, $3)', [
    position,
    hash,
    head,
  ]);
}

/** @throws LogRefused if an instance found that the log had lost events, and no operator has accepted that */
export async function mustBeAccepted(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ position: string; head: string; found_at: Date }>(
    'select position, head, found_at from platform.log_refusals order by position desc limit 1',
  );
  const [found] = rows;
  if (!found) return;
  throw new LogRefused(
    `it went back: ${found.position} had been seen, and on ${found.found_at.toISOString()} that event was gone. ` +
      'Start with --accept-log-at POSITION to continue with what is left (docs/operations.md)',
  );
}

/**
 * Removes everything after a position from the index of a log on EventStoreDB, so that the server's events can be added
 * again. Does nothing if the log is in PostgreSQL. Must run before the log is opened.
 */
export async function cutIndex(pool: Pool, at: Position): Promise<void> {
  const position = toSequence(at);
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update log_index.checkpoint c set position = $1, hash = coalesce(e.hash, decode(repeat('00', 32), 'hex')),
         at = coalesce(e.at, '')
       from (values (1)) one left join log_index.events e on e.position = $1 where c.position > $1`,
      [position],
    );
    if (rowCount === 0) return;
    await client.query('delete from log_index.events where position > $1', [position]);
    await client.query('delete from log_index.commands where position > $1', [position]);
  });
}

/**
 * Accepts, for an operator, a log that lost its end: every consumer that has read beyond `at` is reset. Read models are
 * rebuilt. Processes read the log again from its beginning without timers, so a timer that a lost event had ended is
 * set again; commands that were done before are recognized by their ids.
 * @throws LogRefused if the log does not reach that far
 */
export async function acceptLog(pool: Pool, log: Pick<EventStore, 'head'>, at: Position): Promise<void> {
  const head = await log.head();
  if (head < at)
    throw new LogRefused(`--accept-log-at ${toSequence(at)} is beyond its end, which is ${toSequence(head)}`);
  await inTransaction(pool, async (client) => {
    await goBack(client, at);
    await client.query('delete from platform.log_refusals');
    // Verified events are gone, so the chain is verified again from its beginning.
    await client.query("delete from platform.job_runs where name = 'chain-watch'");
  });
}

async function goBack(client: PoolClient, at: Position): Promise<void> {
  // Version 0 is older than every program's, so the read model is rebuilt beside the old one.
  await client.query(
    'update platform.projection_checkpoints set version = 0, position = $2, changed = $2 where position > $1',
    [at, START],
  );
  // Also applies to tables of an unfinished rebuild: other events may take the positions of those that it has folded.
  await client.query('delete from platform.rebuild_checkpoints where position > $1', [at]);
  const { rows } = await client.query<{ process: string }>(
    'update platform.process_checkpoints set position = $2 where position > $1 returning process',
    [at, START],
  );
  const processes = rows.map(({ process }) => process);
  await client.query('delete from platform.timers where process = any($1)', [processes]);
  await client.query('delete from platform.failed_events where position > $1 or consumer = any($2)', [
    at,
    processes.map((process) => `process:${process}`),
  ]);
}
