import type pg from 'pg';
import { isConnectionLoss } from '../../database/connection-loss.js';
import { CommandReused, WrongExpectedRevision, type ExpectedRevision } from '../event-store.js';
import type { AppendBatch, Verdict } from '../group-commit.js';
import type { PreparedCommand } from '../prepare.js';
import type { Seen, Witness } from '../witness.js';
import { EXPECTED_CODE } from '../../database/append.sql.js';
import { byteas, integers, texts, uuids } from './binary-array.js';
import { resultOf } from './log-rows.js';

/**
 * Pauses before a batch is retried after a lost connection, in milliseconds. Retrying is safe, because a command that
 * was written is answered as a duplicate.
 */
const RETRY_PAUSES_MS = [20, 100, 500, 1500];

/** The same, however often the connection is lost on the way. */
export const appendPatiently =
  (appendBatch: AppendBatch): AppendBatch =>
  async (batch) => {
    for (const pauseMs of RETRY_PAUSES_MS) {
      try {
        return await appendBatch(batch);
      } catch (error) {
        if (!isConnectionLoss(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return appendBatch(batch);
  };

/**
 * A fencing token. A failover or a restored backup is always another server process. A standby may lack commits when it
 * is promoted, so its token changes then.
 */
export const SERVER =
  "(extract(epoch from pg_postmaster_start_time()) || case when pg_is_in_recovery() then ' standby' else '' end)";

/**
 * Appends nothing, and returns no row, if the newest event seen is gone, or if a command is fenced. The function's
 * first argument depends on that check, so the check runs first.
 */
const STATEMENT = `select a.* from (
    select $1::text[] as c_id where ($15::bigint = 0 or exists (
      select from eventstore.events e where e.position = $15::bigint and (e.hash = $16::bytea or e.id = $17::uuid)))
    and not exists (select from unnest($18::text[]) fence where fence <> ${SERVER})
  ) fits cross join lateral
  eventstore.append(fits.c_id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) a`;

/**
 * Appends a batch in one transaction with one statement. Rejects if the whole batch failed: then either none or all of
 * it was written.
 * @param gone called if the newest event seen is gone, or a command is fenced; throws
 */
export const appendBatch =
  (pool: pg.Pool, witness?: Witness, gone?: (batch: readonly PreparedCommand[]) => Promise<never>): AppendBatch =>
  async (batch) => {
    const fences = batch.flatMap(({ fence }) => fence ?? []);
    const values = [...columnsOf(batch), ...columnsOfSeen(witness?.seen), fences];
    const { rows } = await pool.query<Answer>({ name: 'eventstore.append', text: STATEMENT, values });
    if (!rows[0]) return gone!(batch);
    const verdicts = verdictsOf(batch, rows[0]);
    verdicts.forEach((verdict, index) => {
      if ('ok' in verdict && !verdict.ok.duplicate) witness?.wrote(batch[index]!, verdict.ok.position);
    });
    return verdicts;
  };

const columnsOfSeen = ({ position, hash, id }: Seen = { position: 0, hash: null, id: null }): unknown[] => [
  position,
  hash === null ? null : Buffer.from(hash, 'hex'),
  hash === null ? id : null,
];

/** Arrays by command, all of the same length; null for no value. */
interface Answer {
  verdict: ('written' | 'duplicate' | 'reused' | 'conflict')[];
  refused: (number | null)[];
  actual: (number | null)[];
  position: (string | null)[];
  revisions: (string | null)[];
  result: (string | null)[];
}

/** The batch as flat arrays. */
function columnsOf(batch: readonly PreparedCommand[]): unknown[] {
  const writes = { command: [] as number[], stream: [] as string[], expected: [] as number[], prior: [] as number[] };
  const lastWriteTo = new Map<string, number>();
  const events = {
    write: [] as number[],
    id: [] as string[],
    type: [] as string[],
    version: [] as number[],
    data: [] as string[],
    mac: [] as (Buffer | null)[],
  };
  batch.forEach((command, index) => {
    for (const write of command.writes) {
      writes.command.push(index + 1);
      writes.stream.push(write.stream);
      writes.expected.push(codeOf(write.expected));
      writes.prior.push(lastWriteTo.get(write.stream) ?? 0);
      lastWriteTo.set(write.stream, writes.command.length);
      for (const event of write.events) {
        events.write.push(writes.command.length);
        events.id.push(event.id);
        events.type.push(event.type);
        events.version.push(event.version);
        events.data.push(event.data);
        events.mac.push(event.mac);
      }
    }
  });
  return [
    texts(batch.map((command) => command.id)),
    texts(batch.map((command) => command.inputHash)),
    texts(batch.map((command) => command.result)),
    texts(batch.map((command) => command.metadata)),
    integers(writes.command),
    texts(writes.stream),
    integers(writes.expected),
    integers(writes.prior),
    integers(events.write),
    uuids(events.id),
    texts(events.type),
    integers(events.version),
    texts(events.data),
    byteas(events.mac),
  ];
}

const codeOf = (expected: ExpectedRevision): number =>
  typeof expected === 'number' ? expected : EXPECTED_CODE[expected];

function verdictsOf(batch: readonly PreparedCommand[], answer: Answer): Verdict[] {
  const writes = batch.flatMap((command) => command.writes);
  return batch.map((command, index): Verdict => {
    const verdict = answer.verdict[index];
    if (verdict === 'reused') return { error: new CommandReused(command.id) };
    if (verdict === 'conflict') {
      const { stream, expected } = writes[answer.refused[index]! - 1]!;
      return { error: new WrongExpectedRevision(stream, expected, answer.actual[index]!) };
    }
    const row = {
      position: answer.position[index]!,
      revisions: answer.revisions[index]!,
      result: answer.result[index]!,
    };
    return { ok: resultOf(row, verdict === 'duplicate') };
  });
}
