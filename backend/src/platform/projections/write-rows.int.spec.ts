import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createDataSource } from '../database/data-source.js';
import { writeRows } from './write-rows.js';

let db: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  db = await freshDatabase();
  source = await createDataSource(db.url, []).initialize();
  await source.query('create table public.told (n int, words text)');
});
afterAll(async () => {
  await source?.destroy();
  await db?.drop();
});

/** The log stores JSON as text, which can contain unpaired surrogates; calls refuse them. */
it('words come out of a page as they do alone, also those that are no whole characters', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ unit: 'binary' }).map((words) => words.replaceAll('\0', '')),
        { minLength: 1 },
      ),
      fc.constantFrom('', '\ud800', '\udc00', '\udc00\ud800', '"\\ud800'),
      async (some, half) => {
        const rows = [...some, half].map((words, n) => ({ n, words }));
        const told = () => source.query('delete from public.told returning n, words').then(([all]) => all);
        for (const { n, words } of rows) await source.query('insert into public.told values ($1, $2)', [n, words]);
        const alone = await told();
        await writeRows(
          source.manager,
          'insert into public.told select * from jsonb_populate_recordset(null::public.told, $1)',
          rows,
        );
        expect(await told()).toEqual(alone);
      },
    ),
    { numRuns: 30 },
  ));
