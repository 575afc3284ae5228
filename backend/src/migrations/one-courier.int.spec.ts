import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { handOver } from './0140-one-courier.js';

let db: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  db = await freshDatabase();
  client = new pg.Client({ connectionString: db.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await db?.drop();
});

it('timers of a process that carried transactions go over to the courier, which reads its orders from the start', async () => {
  const timer = 'insert into platform.timers (process, key, due_at) values ($1, $2, now())';
  for (const [process, key] of [
    ['issuance', 'i1'],
    ['issuance', 'i2'],
    ['payment', 'p1'],
  ])
    await client.query(timer, [process, key]);
  const checkpoint = 'insert into platform.process_checkpoints (process, position) values ($1, $2)';
  for (const process of ['issuance', 'courier', 'payment']) await client.query(checkpoint, [process, '0'.repeat(20)]);
  const failed = `insert into platform.failed_events (consumer, lane, position, stream, revision, error) values ($1, 'l', $2, 's', 0, 'x')`;
  for (const consumer of ['process:issuance', 'process:payment'])
    await client.query(failed, [consumer, '0'.repeat(20)]);

  await handOver(client as never, 'issuance', 'issuance');

  const rows = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows;
  expect(await rows('select process, key from platform.timers order by 1, 2')).toEqual([
    ['courier', 'issuance/i1'],
    ['courier', 'issuance/i2'],
    ['payment', 'p1'],
  ]);
  expect(await rows('select process from platform.process_checkpoints')).toEqual([['payment']]);
  expect(await rows('select consumer from platform.failed_events')).toEqual([['process:payment']]);
});
