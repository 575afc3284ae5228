import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { holds } from '#test/support/alert-rules.js';
import { startProcesses } from '#test/support/processes.js';
import { startInstance, totals, TOTALS_TABLE } from '#test/support/read-models.js';
import { systemClock } from '../clock/clock.js';
import { createPool } from '../database/pool.js';
import { CataloguedEventStore } from '../event-store/catalogued-event-store.js';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { START, type RecordedEvent } from '../event-store/event-store.js';
import type { LogState } from '../event-store/stored-log.js';
import { context, event, eventually } from '#test/event-store/adapter.js';
import { upcast } from '../event-store/upcasting.js';
import { PlatformHealth } from '../platform-health.js';
import type { ProcessManager } from '../processes/process-manager.js';
import { metrics } from './metrics.js';
import { PlatformFigures } from './platform-figures.js';

/** More than the threshold of a rule. */
const MANY = 1_001;
const LOCKED_MS = 1_200;

let db: TestDatabase;
const ended: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  db = await freshDatabase();
  await db.pool.query(TOTALS_TABLE);
});
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});
afterAll(() => db.drop());

const today = (stored: RecordedEvent) => upcast(stored, { Counted: 1 }, {});

/** A read model and a process over one log, with their metrics. */
async function followers(handle: ProcessManager['handle'] = async () => {}) {
  const models = await startInstance(db.url, [totals()], { today });
  const counts = { name: 'counts', events: ['Counted'], lane: ({ stream }: RecordedEvent) => stream, handle };
  const processes = await startProcesses(db.url, [counts], systemClock, today);
  ended.push(models.stop, processes.stop);
  const health = new PlatformHealth(models.store, models.models, processes.runner, systemClock);
  const tell = async () => (await health.measure(), metrics.metrics());
  const append = (count: number, version = 1) =>
    models.store.append(
      'thing-1',
      'any',
      Array.from({ length: count }, () => ({ ...event({ amount: 1 }, 'Counted'), version })),
      context(),
    );
  return { tell, append };
}
const until = (alert: string, tell: () => Promise<string>, expected = true) =>
  eventually(async () => holds(alert, await tell()) === expected);

/** Holds a lock until it is released. */
async function lock(statement: string): Promise<() => Promise<unknown>> {
  const client = await db.pool.connect();
  await client.query('begin');
  await client.query(statement);
  const release = async () => (await client.query('rollback'), client.release());
  let released: Promise<unknown> | undefined;
  const once = () => (released ??= release());
  ended.push(once);
  return once;
}

describe('alerts of what the platform stands on, each by its cause', () => {
  it('ReadModelBehind: its table is locked while the log grows', async () => {
    const { tell, append } = await followers();
    await until('ReadModelBehind', tell, false);
    const release = await lock('lock table read_models.totals in access exclusive mode');
    await append(MANY);
    await until('ReadModelBehind', tell);
    await release();
    await until('ReadModelBehind', tell, false);
  });

  it('ProcessBehind: it hangs at an event while the log grows', async () => {
    let goOn = () => {};
    const hanging = new Promise<void>((resolve) => (goOn = resolve));
    const { tell, append } = await followers(() => hanging);
    ended.push(async () => goOn());
    await append(MANY);
    await until('ProcessBehind', tell);
  });

  it('ConsumerHalted: an event of a version that this program does not know', async () => {
    const { tell, append } = await followers();
    expect(holds('ConsumerHalted', await tell())).toBe(false);
    await append(1, 2);
    await until('ConsumerHalted', tell);
  });

  it('TimersOverdue: nobody fires what is due', async () => {
    const figures = new PlatformFigures(db.pool, systemClock);
    const tell = async () => (await figures.measure(), metrics.metrics());
    const timer = "insert into platform.timers (process, key, due_at) values ('nobody', $1, now() - $2::interval)";
    await db.pool.query(timer, ['late', '50 seconds']);
    expect(holds('TimersOverdue', await tell())).toBe(false);
    await db.pool.query(timer, ['later', '70 seconds']);
    expect(holds('TimersOverdue', await tell())).toBe(true);
  });

  it('DatabaseConnectionsUsedUp: every connection waits for a lock', async () => {
    const pool = createPool(db.url, 2);
    ended.push(() => pool.end());
    const release = await lock('lock table read_models.totals in access exclusive mode');
    const asked = Array.from({ length: 3 }, () => pool.query('select from read_models.totals'));
    const figures = new PlatformFigures(pool, systemClock);
    const measured = figures.measure();
    expect(holds('DatabaseConnectionsUsedUp', await metrics.metrics())).toBe(true);
    await release();
    await Promise.all([...asked, measured]);
    await figures.measure();
    expect(holds('DatabaseConnectionsUsedUp', await metrics.metrics())).toBe(false);
  });

  it('EventLogDown: an event that was seen is gone', async () => {
    const { tell, append } = await followers();
    await append(1);
    expect(holds('EventLogDown', await tell())).toBe(false);
    await db.pool.query('alter table eventstore.events disable trigger all');
    await db.pool.query('delete from eventstore.events where position = (select max(position) from eventstore.events)');
    await until('EventLogDown', tell);
  });

  it('EventLogDown: the log on a server cannot be read to its end', async () => {
    const state = (ready: boolean): LogState => ({ store: 'eventstoredb', ready, problem: null });
    const tell = async (ready: boolean) => {
      const stored = { head: async () => START, state: () => state(ready) };
      const none = { report: () => [], areAllBuilt: () => true };
      await new PlatformHealth(stored as never, none as never, none as never, systemClock).measure();
      return (await metrics.metrics()).replace(/^event_log_up\{store="postgres"\}.*$/m, '');
    };
    expect(holds('EventLogDown', await tell(true))).toBe(false);
    expect(holds('EventLogDown', await tell(false))).toBe(true);
  });

  it('AppendsSlow: another transaction holds the log', async () => {
    const pool = createPool(db.url, 2);
    const inner = new PostgresEventStore(pool);
    ended.push(
      () => pool.end(),
      () => inner.close(),
    );
    const store = new CataloguedEventStore(inner, { Counted: 1 }, {});
    const append = () => store.append('thing-2', 'any', [event({ amount: 1 }, 'Counted')], context());
    const first = await metrics.metrics();
    await append();
    const before = await metrics.metrics();
    expect(holds('AppendsSlow', before, first)).toBe(false);
    const release = await lock('lock table eventstore.events in exclusive mode');
    const appended = append();
    await new Promise((resolve) => setTimeout(resolve, LOCKED_MS));
    await release();
    await appended;
    expect(holds('AppendsSlow', await metrics.metrics(), before)).toBe(true);
  });
});
