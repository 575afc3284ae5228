import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { blackHoleTo } from '#test/support/black-hole.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { systemClock } from '../clock/clock.js';
import { createDataSource } from '../database/data-source.js';
import { eventually, pause } from '#test/event-store/adapter.js';
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

describe('a job on a schedule', () => {
  const alone = (timers: Pick<SchedulerRegistry, 'addInterval'>) =>
    new Jobs({ holds: () => true, want: () => undefined } as never, db.pool, systemClock, timers);

  it('goes on where even the complaint about it fails, and so does the program', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const timers = new SchedulerRegistry();
    let turns = 0;
    alone(timers).every(
      1,
      'failing',
      async () => {
        turns++;
        throw new Error('away');
      },
      () => {
        throw new Error('nobody to tell');
      },
    );
    await eventually(() => turns >= 3);
    timers.deleteInterval('job:failing');
    await pause(30);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('goes on where its turn waits for a connection that fell silent, and says so', async () => {
    const way = await blackHoleTo(db.url);
    const source = await createDataSource(way.url).initialize();
    const timers = new SchedulerRegistry();
    const complaints: unknown[] = [];
    let ended = 0;
    const work = async () => {
      await source.query('select 1');
      ended++;
    };
    alone(timers).every(1, 'silent', work, (error) => complaints.push(error));
    await eventually(() => ended > 0);
    way.swallow();
    await pause(20);
    const before = ended;
    try {
      await eventually(() => ended > before, 5_000);
      expect(complaints).toEqual([expect.objectContaining({ message: expect.stringContaining('silent') })]);
    } finally {
      timers.deleteInterval('job:silent');
      await way.close();
      await source.destroy();
    }
  });

  it('of a name that is taken is refused, and does not run', async () => {
    const timers = new SchedulerRegistry();
    const jobs = alone(timers);
    let turns = 0;
    const nothing = () => undefined;
    jobs.every(1_000, 'taken', async () => undefined, nothing);
    expect(() => jobs.every(1, 'taken', async () => turns++, nothing)).toThrow(/taken/);
    await pause(30);
    timers.deleteInterval('job:taken');
    expect(turns).toBe(0);
  });

  it('ends with the program: no turn begins after it', async () => {
    let turns = 0;
    @Module({ imports: [ScheduleModule.forRoot()] })
    class Program implements OnApplicationBootstrap {
      constructor(@Inject(SchedulerRegistry) private readonly timers: SchedulerRegistry) {}
      onApplicationBootstrap() {
        const nothing = () => undefined;
        alone(this.timers).every(1, 'counting', async () => turns++, nothing);
      }
    }
    const program = await NestFactory.createApplicationContext(Program, { logger: false });
    await eventually(() => turns > 0);
    await program.close();
    const ended = turns;
    await pause(30);
    expect(turns).toBe(ended);
  });
});
