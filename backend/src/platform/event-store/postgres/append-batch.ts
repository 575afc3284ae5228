import type pg from 'pg';
import { CommandReused, WrongExpectedRevision, type AppendResult, type ExpectedRevision } from '../event-store.js';
import { toPosition } from '../positions.js';
import type { PreparedCommand } from '../prepare.js';
import { EXPECTED_CODE } from './append.sql.js';

/** What became of one command of a batch; refusals are values here, since they must not undo the others. */
export type Verdict = { ok: AppendResult } | { error: Error };

/** Where a batch is sent; tests put an unsafe variant in its place. */
export type AppendBatch = (batch: readonly PreparedCommand[]) => Promise<Verdict[]>;

const STATEMENT = 'select * from eventstore.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)';

/**
 * Appends a batch in one transaction of one statement. Rejects where the whole batch failed: nothing of it is written
 * then, or all of it.
 */
export const appendBatch =
  (pool: pg.Pool): AppendBatch =>
  async (batch) => {
    const { rows } = await pool.query<Answer>({ name: 'eventstore.append', text: STATEMENT, values: columnsOf(batch) });
    return verdictsOf(batch, rows[0]!);
  };

/** Arrays by command, all of the same length; null where nothing stands. */
interface Answer {
  verdict: ('written' | 'duplicate' | 'reused' | 'conflict')[];
  refused: (number | null)[];
  actual: (number | null)[];
  position: (string | null)[];
  revisions: (string | null)[];
  result: (string | null)[];
}

/** The batch as flat arrays, the cheapest form that keeps the texts' bytes as they are. */
function columnsOf(batch: readonly PreparedCommand[]): unknown[] {
  const writes = { command: [] as number[], stream: [] as string[], expected: [] as number[], prior: [] as number[] };
  const lastWriteTo = new Map<string, number>();
  const events = {
    write: [] as number[],
    id: [] as string[],
    type: [] as string[],
    version: [] as number[],
    data: [] as string[],
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
      }
    }
  });
  return [
    batch.map((command) => command.id),
    batch.map((command) => command.inputHash),
    batch.map((command) => command.result),
    batch.map((command) => command.metadata),
    ...Object.values(writes),
    ...Object.values(events),
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

/** A row of `eventstore.commands`, or of the append function, as the port has it. */
export function resultOf(
  row: { position: string; revisions: string; result: string },
  duplicate: boolean,
): AppendResult {
  return {
    position: toPosition(row.position),
    revisions: JSON.parse(row.revisions),
    duplicate,
    result: JSON.parse(row.result),
  };
}
