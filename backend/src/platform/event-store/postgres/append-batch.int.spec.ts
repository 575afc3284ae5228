import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { START, type AppendContext, type ExpectedRevision, type StreamWrite } from '../event-store.js';
import { MemoryEventStore } from '../memory/memory-event-store.js';
import { prepare, type PreparedCommand } from '../prepare.js';
import { context, event } from '#test/event-store/adapter.js';
import type { Verdict } from '../group-commit.js';
import { appendBatch } from './append-batch.js';
import { PostgresEventStore } from './postgres-event-store.js';
import { verifyChain } from '../verify-chain.js';
import { LogRows } from './log-rows.js';
import { inFull } from '#test/support/how-much.js';

/** One batch is one statement, which also decides how its commands affect each other. */
describe('a batch of appends', () => {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await freshDatabase();
  });
  afterEach(() => db.drop());

  const write = (writes: [string, ExpectedRevision, number][], id?: string, inputHash?: string): PreparedCommand =>
    prepare(
      writes.map(([stream, expected, count]) => ({
        stream,
        expected,
        events: Array.from({ length: count }, (_, n) => event({ n })),
      })),
      context(id, { inputHash }),
    );
  const told = (verdicts: Verdict[]) =>
    verdicts.map((verdict) =>
      'ok' in verdict
        ? verdict.ok.revisions
        : `${verdict.error.name} ${(verdict.error as { actual?: number }).actual ?? ''}`.trim(),
    );
  const stored = async () =>
    (await db.pool.query('select stream, revision, position::int from eventstore.events order by position')).rows.map(
      (row) => `${row.position} ${row.stream}/${row.revision}`,
    );

  it('gives each command the streams as those before it in the batch left them', async () => {
    const verdicts = await appendBatch(db.pool)([
      write([['a-1', 'none', 2]]),
      write([
        ['a-1', 1, 1],
        ['b-1', 'none', 1],
      ]),
      write([['a-1', 'none', 1]]),
      write([['a-1', 1, 1]]),
      write([
        ['b-1', 'exists', 1],
        ['a-1', 2, 0],
      ]),
      write([
        ['b-1', 'any', 1],
        ['c-1', 'exists', 1],
      ]),
      write([['c-1', 'none', 1]]),
    ]);
    expect(told(verdicts)).toEqual([
      { 'a-1': 1 },
      { 'a-1': 2, 'b-1': 0 },
      'WrongExpectedRevision 2',
      'WrongExpectedRevision 2',
      { 'b-1': 1 },
      'WrongExpectedRevision -1',
      { 'c-1': 0 },
    ]);
    expect(await stored()).toEqual(['1 a-1/0', '2 a-1/1', '3 a-1/2', '4 b-1/0', '5 b-1/1', '6 c-1/0']);
    expect(await verifyChain(new LogRows(db.pool, 'eventstore'))).toMatchObject({ verified: 6, broken: null });
  });

  it('tells repeated and reused commands apart, between new ones', async () => {
    await appendBatch(db.pool)([write([['a-1', 'none', 1]], 'known', 'x')]);
    const verdicts = await appendBatch(db.pool)([
      write([['b-1', 'none', 1]]),
      write([['a-1', 'none', 1]], 'known', 'x'),
      write([['z-1', 'none', 1]], 'known', 'y'),
      write([['a-1', 0, 1]]),
    ]);
    expect(told(verdicts)).toEqual([{ 'b-1': 0 }, { 'a-1': 0 }, 'CommandReused', { 'a-1': 1 }]);
    expect(verdicts.map((verdict) => 'ok' in verdict && verdict.ok.duplicate)).toEqual([false, true, false, false]);
    expect(await stored()).toEqual(['1 a-1/0', '2 b-1/0', '3 a-1/1']);
  });

  it('answers and writes what the same commands would one by one, whatever they are', async () => {
    const expected = fc.oneof(fc.constantFrom<ExpectedRevision>('none', 'exists', 'any'), fc.nat({ max: 4 }));
    const writes = fc.uniqueArray(
      fc.record({ stream: fc.constantFrom('a-1', 'b-1', 'c-1'), expected, count: fc.nat({ max: 2 }) }),
      { selector: ({ stream }) => stream, maxLength: 3 },
    );
    const someEvents = writes.filter((list) => list.some(({ count }) => count > 0));
    const command = fc.record({
      id: fc.nat({ max: 25 }).map(String),
      input: fc.constantFrom(undefined, 'x', 'y'),
      writes: someEvents,
    });
    const batch = fc.uniqueArray(command, { selector: ({ id }) => id, minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 4 }), async (batches) => {
        const [fresh, model] = [await freshDatabase(), new MemoryEventStore()];
        try {
          for (const commands of batches) {
            const given = commands.map(({ id, input, writes: list }): [StreamWrite[], AppendContext] => [
              list.map(({ stream, expected: expectation, count }) => ({
                stream,
                expected: expectation,
                events: Array.from({ length: count }, (_, n) => event({ n })),
              })),
              context(id, { inputHash: input, result: id }),
            ]);
            const verdicts = await appendBatch(fresh.pool)(given.map(([list, ctx]) => prepare(list, ctx)));
            for (const [index, [list, ctx]] of given.entries()) {
              const alone = await model.appendMany(list, ctx).then(
                (ok): Verdict => ({ ok }),
                (error): Verdict => ({ error }),
              );
              expect(verdicts[index]).toEqual(alone);
            }
          }
          const [ours, theirs] = [await new PostgresEventStore(fresh.pool).readAll(START), await model.readAll(START)];
          const essence = ({ events }: typeof ours) =>
            events.map(({ position, stream, revision, id, data }) => ({ position, stream, revision, id, data }));
          expect(essence(ours)).toEqual(essence(theirs));
          expect((await verifyChain(new LogRows(fresh.pool, 'eventstore'))).broken).toBeNull();
        } finally {
          await fresh.drop();
        }
      }),
      { numRuns: inFull(20, 60) },
    );
  });

  it('writes nothing at all where one row cannot be written', async () => {
    const clash = write([['a-1', 'none', 1]], 'first');
    await appendBatch(db.pool)([clash]);
    const forged = { ...write([['b-1', 'none', 1]]), writes: clash.writes.map((one) => ({ ...one, stream: 'b-1' })) };
    await expect(appendBatch(db.pool)([write([['c-1', 'none', 1]]), forged])).rejects.toThrow(/events_id_key/);
    expect(await stored()).toEqual(['1 a-1/0']);
  });
});
