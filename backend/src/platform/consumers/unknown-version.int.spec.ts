import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startProcesses, type ProcessInstance } from '#test/support/processes.js';
import { startInstance, totals, TOTALS_TABLE, type Instance } from '#test/support/read-models.js';
import type { RecordedEvent } from '../event-store/event-store.js';
import { toSequence } from '../event-store/positions.js';
import { context, event, eventually } from '#test/event-store/adapter.js';
import { upcast } from '../event-store/upcasting.js';
import { systemClock } from '../clock/clock.js';
import { PlatformHealth } from '../platform-health.js';
import type { ProcessManager } from '../processes/process-manager.js';
import { metrics } from '../telemetry/metrics.js';

const today = (stored: RecordedEvent) => upcast(stored, { Counted: 1, Named: 1 }, {});

describe('an event version that this program does not know', () => {
  let db: TestDatabase;
  const ended: (() => Promise<void>)[] = [];
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  beforeAll(async () => {
    process.on('unhandledRejection', note);
    db = await freshDatabase();
    await db.pool.query(TOTALS_TABLE);
    await db.pool.query('create table read_models.names (position text primary key)');
  });
  afterAll(async () => {
    process.off('unhandledRejection', note);
    for (const end of ended) await end();
    await db.drop();
  });

  const handled: string[] = [];
  const process_ = (name: string, type: string): ProcessManager => ({
    name,
    events: [type],
    lane: ({ stream }) => stream,
    handle: async ({ position }) => void handled.push(`${name} ${toSequence(position)}`),
  });
  async function start(): Promise<{ models: Instance; processes: ProcessInstance }> {
    const names = {
      ...totals({ name: 'names' }),
      tables: ['names'],
      events: ['Named'],
      apply: async (
        events: readonly RecordedEvent[],
        tx: { query(sql: string, values: unknown[]): Promise<unknown> },
      ) => {
        for (const { position } of events) await tx.query('insert into names values ($1)', [position]);
      },
    };
    const models = await startInstance(db.url, [totals(), names], { today });
    const both = [process_('counts', 'Counted'), process_('names', 'Named')];
    const processes = await startProcesses(db.url, both, systemClock, today);
    ended.push(models.stop, processes.stop);
    return { models, processes };
  }
  const stateOf = ({ models, processes }: Awaited<ReturnType<typeof start>>) => ({
    ...Object.fromEntries(models.models.report().map(({ name, state }) => [`read-model:${name}`, state])),
    ...Object.fromEntries(processes.runner.report().map(({ name, state }) => [`process:${name}`, state])),
  });
  const HALTED = {
    'read-model:totals': 'halted',
    'read-model:names': 'live',
    'process:counts': 'halted',
    'process:names': 'running',
  };

  it('stops those who need it, who say so in health, metrics and log; the rest goes on, and nothing ends', async () => {
    const first = await start();
    const append = (type: string, version: number) =>
      first.models.store.append('thing-1', 'any', [{ ...event({ amount: 1 }, type), version }], context());
    await append('Counted', 1);
    await append('Named', 1);
    await append('Counted', 2);
    const { position } = await append('Named', 1);
    await eventually(() => JSON.stringify(stateOf(first)) === JSON.stringify(HALTED));
    expect(await first.models.models.waitFor(position, ['names'])).toBe(true);
    await eventually(() => handled.includes('names 4'));
    expect(handled.sort()).toEqual(['counts 1', 'names 2', 'names 4']);
    expect((await db.pool.query('select events from read_models.totals')).rows).toEqual([{ events: 1 }]);
    const why = 'Counted at 00000000000000000003 is of version 2; this program knows 1';
    const health = new PlatformHealth(first.models.store, first.models.models, first.processes.runner, systemClock);
    const { readModels, processes } = await health.report();
    const halted = readModels.find(({ name }) => name === 'totals')!;
    expect(halted).toMatchObject({ state: 'halted', error: why });
    // After the last event that it processed and before the one that it cannot; irrelevant events may be in between.
    expect([1, 2]).toContain(toSequence(halted.position));
    expect(halted.lag).toBe(4 - toSequence(halted.position));
    expect(processes.find(({ name }) => name === 'counts')).toMatchObject({ state: 'halted', error: why });
    await health.measure();
    const told = await metrics.metrics();
    for (const [consumer, state] of Object.entries(HALTED))
      expect(told).toContain(`consumers_halted{consumer="${consumer}"} ${state === 'halted' ? 1 : 0}`);
    // Callers do not wait in vain for events after it.
    const began = performance.now();
    expect(await first.models.models.waitFor(position, ['totals'])).toBe(false);
    expect(performance.now() - began).toBeLessThan(2_000);
    await Promise.all(ended.splice(0).map((end) => end()));

    // The same when they reach it while catching up from the log.
    const second = await start();
    await eventually(() => JSON.stringify(stateOf(second)) === JSON.stringify(HALTED));
    expect(unhandled).toEqual([]);
  });
});
