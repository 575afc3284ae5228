import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.js';
import type { Role } from '../config/role-settings.js';
import { TryAgainLater } from '../domain/try-again-later.js';
import { eventually } from '../event-store/testing/adapter.js';
import { WorkerAway, WorkerRequests } from './worker-requests.js';

const ASKING = { withinMs: 20_000 };

describe('what a web process has a worker do (operations 2)', () => {
  let db: TestDatabase;
  let made: WorkerRequests[];
  beforeEach(async () => {
    db = await freshDatabase();
    made = [];
  });
  afterEach(async () => {
    for (const one of made) await one.onApplicationShutdown();
    await db.drop();
  });

  /** A process that holds these leases, and writes down who does `note`. */
  function processOf(role: Role, done: string[] = [], held: string[] = [], name: string = role): WorkerRequests {
    const leases = { held: () => held };
    const requests = new WorkerRequests(db.pool, { role, databaseUrl: db.url }, leases as never);
    requests.carryOut('note', async ({ n }: { n: number }) => {
      done.push(`${name} ${n}`);
      return { n: n + 1 };
    });
    requests.carryOut('later', async () => {
      throw new TryAgainLater('the ledger is away');
    });
    requests.carryOut('fail', async () => {
      throw new Error('it broke');
    });
    requests.onApplicationBootstrap();
    made.push(requests);
    return requests;
  }

  it('is done by the worker, whose answer or failure the request gets', async () => {
    const done: string[] = [];
    processOf('worker', done);
    const web = processOf('web', done);
    expect(await web.ask('note', { n: 1 }, ASKING)).toEqual({ n: 2 });
    await expect(web.ask('later', {}, ASKING)).rejects.toThrow(TryAgainLater);
    await expect(web.ask('fail', {}, ASKING)).rejects.toThrow('it broke');
    await expect(web.ask('none', {}, ASKING)).rejects.toThrow('Nobody does none');
    expect(done).toEqual(['worker 1']);
  });

  it('is done here where this process is a worker too', async () => {
    const done: string[] = [];
    expect(await processOf('all', done).ask('note', { n: 1 }, ASKING)).toEqual({ n: 2 });
    expect(done).toEqual(['all 1']);
    expect((await db.pool.query('select 1 from platform.worker_requests')).rowCount).toBe(0);
  });

  it('is not waited for longer than its time, and is done once a worker is there', async () => {
    const done: string[] = [];
    await expect(processOf('web').ask('note', { n: 1 }, { withinMs: 50 })).rejects.toThrow(WorkerAway);
    processOf('worker', done);
    await eventually(() => done.length > 0);
    expect(done).toEqual(['worker 1']);
  });

  it('is done once, by the holder of its lease where there is one, and by any other worker where there is none', async () => {
    const done: string[] = [];
    processOf('worker', done, [], 'idle').holderFirstMs = 60_000;
    processOf('worker', done, ['process:courier'], 'courier');
    const web = processOf('web', done);
    for (let n = 1; n <= 5; n++) await web.ask('note', { n }, { ...ASKING, lease: 'process:courier' });
    expect(done).toEqual([1, 2, 3, 4, 5].map((n) => `courier ${n}`));
    expect(await web.ask('note', { n: 6 }, { ...ASKING, lease: 'process:nobody' })).toEqual({ n: 7 });
    expect(done).toHaveLength(6);
  });

  it('what one process tells is heard by all, and no nonsense ends them', async () => {
    const heard: unknown[] = [];
    const [worker, web] = [processOf('worker'), processOf('web')];
    for (const one of [worker, web]) one.onTold('answered', (input) => heard.push(input));
    expect(await web.ask('note', { n: 0 }, ASKING)).toEqual({ n: 1 });
    await db.pool.query("select pg_notify('tknest_worker_requests', 'told nonsense')");
    // Whoever listens later than this hears nothing: it is told until both have heard.
    await eventually(async () => {
      await web.tell('answered', { payloadUuid: 'p' });
      return heard.length >= 2;
    });
    expect(heard[0]).toEqual({ payloadUuid: 'p' });
    expect(await web.ask('note', { n: 1 }, ASKING)).toEqual({ n: 2 });
  });
});
