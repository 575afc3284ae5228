import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startProcesses, type ProcessInstance } from '#test/support/processes.js';
import { startInstance, totals, TOTALS_TABLE, type Instance } from '#test/support/read-models.js';
import { context, eventually } from '#test/event-store/adapter.js';
import type { Session } from '#platform/sessions/session.js';
import { FailedEvents } from '#platform/failed-events.js';
import type { Causation } from '#platform/sessions/causation.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { ListFailedEvents, ListFailedEventsHandler } from './failed-events.query.js';
import { ReleaseFailedEvents, ReleaseFailedEventsHandler } from './release-failed-events.command.js';

const admin = { wallet: 'rAdmin', role: 'admin' } as Session;
const causation = { contextOf: async () => context() } as unknown as Causation;
let mended = false;
const fails = () => {
  if (!mended) throw new Error('thirteen');
};
let db: TestDatabase;
let models: Instance;
let processes: ProcessInstance;
beforeAll(async () => {
  db = await freshDatabase();
  await db.pool.query(TOTALS_TABLE);
  models = await startInstance(db.url, [totals({ before: fails })]);
  const follower = { name: 'follower', events: ['Counted'], lane: () => 'one', handle: async () => fails() };
  processes = await startProcesses(db.url, [follower]);
});
afterAll(async () => {
  await Promise.all([models?.stop(), processes?.stop()]);
  await db?.drop();
});

it('failed events can be released by an admin, who sees them and leaves a fact', async () => {
  const { store } = models;
  for (let n = 0; n < 2; n++)
    await store.append('thing-1', 'any', [{ type: 'Counted', data: { amount: 1 } }], context());
  const failed = new FailedEvents(
    db.pool,
    models.models,
    processes.runner,
    new WorkerRequests(db.pool, { role: 'all', databaseUrl: db.url }, {} as never, {} as never),
  );
  const list = () => new ListFailedEventsHandler(failed).execute(new ListFailedEvents({}));
  const release = (consumer: string) =>
    new ReleaseFailedEventsHandler(failed, new Recorder(store, causation)).execute(
      new ReleaseFailedEvents(admin, consumer),
    );
  await eventually(async () => (await list()).rows.length === 4);
  const [one] = (await list()).rows;
  expect(one).toMatchObject({ consumer: 'process:follower', lane: 'one', stream: 'thing-1', error: 'Error: thirteen' });

  expect(await release('read-model:totals')).toEqual({ released: 0, stuck: 1 });
  mended = true;
  expect(await release('read-model:totals')).toEqual({ released: 2, stuck: 0 });
  expect(await release('process:follower')).toEqual({ released: 2, stuck: 0 });
  expect((await list()).rows).toEqual([]);
  expect(processes.runner.report()[0]).toMatchObject({ failed: 0 });
  await expect(release('process:nobody')).rejects.toMatchObject({ reason: 'not-found' });

  const facts = [];
  for await (const { type, data } of store.read('operations-failed-events')) facts.push({ type, ...data });
  expect(facts).toEqual([
    { type: 'FailedEventsReleased', consumer: 'read-model:totals', released: 0, stuck: 1 },
    { type: 'FailedEventsReleased', consumer: 'read-model:totals', released: 2, stuck: 0 },
    { type: 'FailedEventsReleased', consumer: 'process:follower', released: 2, stuck: 0 },
  ]);
}, 90_000);
