import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { byteas, integers, texts, uuids } from './binary-array.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

/** The array as the server parsed it: one row per element, in order, with its index. */
async function received(type: string, array: Buffer): Promise<unknown[]> {
  const text = `select value, place::int from unnest($1::${type}[]) with ordinality as u(value, place) order by place`;
  const { rows } = await db.pool.query<{ value: unknown; place: number }>(text, [array]);
  expect(rows.map(({ place }) => place)).toEqual(rows.map((_, index) => index + 1));
  return rows.map(({ value }) => value);
}

const LARGEST = 2 ** 31 - 1;
/** PostgreSQL accepts every character except NUL. */
const text = fc.string({ unit: 'binary' }).map((some) => some.replaceAll('\0', ''));
const some = <Value>(values: fc.Arbitrary<Value>) => fc.array(values, { maxLength: 70 });

it.each([
  ['integer', integers, some(fc.integer({ min: -LARGEST - 1, max: LARGEST }))],
  ['text', texts, some(fc.option(text))],
  ['bytea', byteas, some(fc.option(fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))))],
  ['uuid', uuids, some(fc.uuid())],
] as [string, (values: readonly unknown[]) => Buffer, fc.Arbitrary<unknown[]>][])(
  'an array of %s arrives as it was sent',
  (type, array, values) =>
    fc.assert(
      fc.asyncProperty(values, async (sent) => expect(await received(type, array(sent))).toEqual(sent)),
      { numRuns: 50 },
    ),
);

it('an integer that four bytes do not hold is refused before it is sent', () => {
  expect(() => integers([LARGEST + 1])).toThrow(/out of range/);
});
