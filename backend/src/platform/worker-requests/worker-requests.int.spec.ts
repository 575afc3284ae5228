import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { ringOf } from '#test/support/key-ring.js';
import type { Role } from '../config/role-settings.js';
import { Refused } from '../domain/refused.js';
import { TryAgainLater } from '../domain/try-again-later.js';
import { CommandReused } from '../event-store/event-store.js';
import { eventually } from '#test/event-store/adapter.js';
import { tell } from '../http/problem.filter.js';
import { WorkerRequests } from './worker-requests.js';

const ASKING = { withinMs: 20_000 };

describe('what a web process has a worker do', () => {
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

  /** A process that holds these leases, and records who carries out `note`. */
  function processOf(role: Role, done: string[] = [], held: string[] = [], name: string = role): WorkerRequests {
    const leases = { held: () => held };
    const requests = new WorkerRequests(db.pool, { role, databaseUrl: db.url }, leases as never, ringOf(1));
    requests.carryOut('note', async ({ n }: { n: number }) => {
      done.push(`${name} ${n}`);
      return { n: n + 1 };
    });
    requests.carryOut('later', async () => {
      throw new TryAgainLater('the ledger is away');
    });
    const failures = {
      fail: new Error('it broke'),
      refuse: new Refused('conflict', 'Not now', { code: 'x' }),
      reuse: new CommandReused('c1'),
    };
    for (const [kind, failure] of Object.entries(failures))
      requests.carryOut(kind, async () => {
        throw failure;
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
    await expect(web.ask('refuse', {}, ASKING)).rejects.toMatchObject({
      name: 'Refused',
      reason: 'conflict',
      message: 'Not now',
      extra: { code: 'x' },
    });
    await expect(web.ask('reuse', {}, ASKING)).rejects.toThrow(CommandReused);
    await expect(web.ask('none', {}, ASKING)).rejects.toThrow('This worker does not know none');
    await expect(processOf('all').ask('none', {}, ASKING)).rejects.toThrow('No work is registered for none');
    expect(done).toEqual(['worker 1']);
  });

  it('does not contain what opens the session, and may be refused to other processes alone', async () => {
    const seen: unknown[] = [];
    const refuse = ({ n }: { n: number }) => {
      if (n > 1) throw new Refused('conflict', 'This takes two people');
    };
    const [worker, web] = [processOf('worker'), processOf('web')];
    worker.carryOut('guarded', async (asked: object) => void seen.push(asked), refuse);
    const session = { id: 'digest', wallet: 'rAda', role: 'admin' as const, csrfToken: 'secret', fromCookie: true };
    await web.ask('guarded', { n: 1, session: { ...session, openedAt: new Date() } }, ASKING);
    expect(seen).toMatchObject([{ n: 1, session: { id: 'digest', wallet: 'rAda', role: 'admin', csrfToken: '' } }]);
    const { rows } = await db.pool.query('select input::text as text from platform.worker_requests');
    expect(JSON.stringify(rows)).not.toContain('secret');
    await expect(web.ask('guarded', { n: 2 }, ASKING)).rejects.toThrow('two people');
    await worker.ask('guarded', { n: 2 });
    expect(seen).toMatchObject([{ n: 1 }, { n: 2 }]);
  });

  it('is done here where this process is a worker too', async () => {
    const done: string[] = [];
    expect(await processOf('all', done).ask('note', { n: 1 }, ASKING)).toEqual({ n: 2 });
    expect(done).toEqual(['all 1']);
    expect((await db.pool.query('select 1 from platform.worker_requests')).rowCount).toBe(0);
  });

  it('is not waited for longer than its time: it says whether it is under way, and is withdrawn where it is not', async () => {
    const done: string[] = [];
    const web = processOf('web');
    const away = await web.ask('note', { n: 1 }, { withinMs: 50 }).catch((error: unknown) => error);
    expect(away).toMatchObject({ isBegun: false });
    expect(tell(away)).toMatchObject({ status: 503, extra: { retryAfterSeconds: 5 } });
    // A worker that has taken it and never answers.
    await db.pool.query(`
      create function taken() returns trigger language plpgsql as 'begin new.taken_by := gen_random_uuid(); return new; end';
      create trigger taken before insert on platform.worker_requests for each row execute function taken();`);
    await expect(web.ask('note', { n: 2 }, { withinMs: 50 })).rejects.toMatchObject({ isBegun: true });
    await db.pool.query('drop trigger taken on platform.worker_requests');
    processOf('worker', done);
    expect(await web.ask('note', { n: 3 }, ASKING)).toEqual({ n: 4 });
    expect(done).toEqual(['worker 3']);
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
    // Listeners that start later miss it, so it is sent until both have received it.
    await eventually(async () => {
      await web.tell('answered', { payloadUuid: 'p' });
      return heard.length >= 2;
    });
    expect(heard[0]).toEqual({ payloadUuid: 'p' });
    expect(await web.ask('note', { n: 1 }, ASKING)).toEqual({ n: 2 });
  });

  it('is done where somebody asks who has the keys: nothing that another wrote, changed or sets free once more', async () => {
    const done: string[] = [];
    processOf('worker', done);
    const web = processOf('web');
    const asked = () => db.pool.query('select error from platform.worker_requests order by asked_at');
    await db.pool.query(
      `insert into platform.worker_requests (id, kind, input) values (gen_random_uuid(), 'note', '{"n": 9}')`,
    );
    expect(await web.ask('note', { n: 1 }, ASKING)).toEqual({ n: 2 });
    await eventually(async () => (await asked()).rows[0].error !== null);
    expect(done).toEqual(['worker 1']);
    // The same request again, and one for more.
    const free = 'update platform.worker_requests set taken_by = null, done_at = null, error = null';
    await db.pool.query(free);
    await eventually(async () => (await asked()).rows.every(({ error }) => error !== null));
    await db.pool.query(`${free}, id = gen_random_uuid(), input = replace(input::text, '1', '7')::jsonb`);
    await eventually(async () => (await asked()).rows.every(({ error }) => error !== null));
    expect(await web.ask('note', { n: 2 }, ASKING)).toEqual({ n: 3 });
    expect(done).toEqual(['worker 1', 'worker 2']);
  });

  it('is answered by a worker: no answer that somebody else wrote, or that was given to another request', async () => {
    const [worker, web] = [processOf('worker'), processOf('web')];
    expect(await web.ask('note', { n: 1 }, ASKING)).toEqual({ n: 2 });
    await worker.onApplicationShutdown();
    for (const mac of ["'\\x00'", 'null', '(select mac from platform.worker_requests where mac is not null limit 1)']) {
      const asked = web.ask('note', { n: 5 }, ASKING);
      const answer = `update platform.worker_requests set result = '{"n":2}', mac = ${mac}, done_at = now() where done_at is null`;
      await eventually(async () => (await db.pool.query(answer)).rowCount === 1);
      await expect(asked).rejects.toThrow('was not given by a worker');
    }
  });

  it('whose answer cannot be written down is a failure, and no end of the worker', async () => {
    const worker = processOf('worker');
    worker.carryOut('count', async () => ({ tokens: 5n }));
    worker.carryOut('quote', async () => ({ name: 'nothing \u0000 more' }));
    worker.carryOut('throw', async () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error
      throw undefined;
    });
    worker.carryOut('refuse-oddly', async () => {
      throw new Refused('conflict', 'Not now', { left: 5n });
    });
    const web = processOf('web');
    for (const kind of ['count', 'throw', 'refuse-oddly'])
      await expect(web.ask(kind, {}, ASKING)).rejects.not.toMatchObject({ name: 'WorkerAway' });
    expect(await web.ask('quote', {}, ASKING)).toEqual({ name: 'nothing \u0000 more' });
    expect(await web.ask('note', { n: 1 }, ASKING)).toEqual({ n: 2 });
  }, 90_000);
});
