import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.js';
import { systemClock } from '../clock/clock.js';
import { eventually, pause } from '../event-store/testing/adapter.js';
import { Jobs } from './jobs.js';
import { LeaseKeeper } from './leases.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

it('a scheduled job fires once across instances, and another goes on where the first one ends', async () => {
  const instances = Array.from({ length: 3 }, () => {
    const leases = new LeaseKeeper({ connectionString: db.url }, { ttlMs: 2000, beatMs: 50 });
    const jobs = new Jobs(leases, db.pool, systemClock, new SchedulerRegistry());
    jobs.enlist('count');
    return { leases, jobs };
  });
  const runs: number[] = [];
  // Every instance has the schedule.
  const fire = () =>
    Promise.all(instances.map(({ jobs }, index) => jobs.once('count', async () => void runs.push(index))));
  await eventually(async () => (await fire(), runs.length > 0));
  const [first] = runs;
  for (let n = 0; n < 5; n++) await fire();
  expect(runs).toEqual(Array(6).fill(first));

  await instances[first!]!.leases.stop();
  await eventually(async () => (await fire(), runs.length > 6));
  await pause(100);
  const before = runs.length;
  await fire();
  expect(runs).toHaveLength(before + 1);
  expect(runs.at(-1)).not.toBe(first);

  await instances[0]!.jobs.note('count', { runs: before });
  expect(await instances[1]!.jobs.last('count')).toMatchObject({ result: { runs: before } });
  expect(await instances[1]!.jobs.last('other')).toBeNull();
  await Promise.all(instances.map(({ leases }) => leases.stop()));
});

it('a job that takes longer than its pause is not begun twice, and one that failed is tried again', async () => {
  const timers = new SchedulerRegistry();
  const jobs = new Jobs({ holds: () => true, want: () => undefined } as never, db.pool, systemClock, timers);
  const [complaints, turns]: [unknown[], { end: (error?: Error) => void }[]] = [[], []];
  const work = () =>
    new Promise<void>((resolve, reject) => turns.push({ end: (error) => (error ? reject(error) : resolve()) }));
  jobs.every(1, 'long', work, (error) => complaints.push(error));
  await eventually(async () => turns.length === 1);
  await pause(30);
  expect(turns).toHaveLength(1);
  const failure = new Error('away');
  turns[0]!.end(failure);
  await eventually(async () => turns.length === 2);
  expect(complaints).toEqual([failure]);
  timers.deleteInterval('job:long');
  turns[1]!.end();
  await pause(30);
  expect(turns).toHaveLength(2);
});
