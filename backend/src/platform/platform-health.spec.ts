import { beforeEach, expect, it } from '@jest/globals';
import { toPosition } from './event-store/positions.js';
import type { StoredLog } from './event-store/stored-log.js';
import { PlatformHealth } from './platform-health.js';
import type { ProcessRunner } from './processes/process-runner.js';
import type { ReadModelHealth, ReadModels } from './projections/read-models.js';

let now: number;
let head: () => Promise<string>;
let position: number;
let state: ReadModelHealth['state'];
let built: boolean;
let health: PlatformHealth;
beforeEach(() => {
  [now, position, state, built] = [0, 3, 'live', true];
  head = async () => toPosition(3);
  health = new PlatformHealth(
    { head: () => head(), state: () => ({ store: 'memory', ready: true, problem: null }) } as unknown as StoredLog,
    {
      report: () => [{ name: 'a', state, position: toPosition(position), failed: 0, progress: null, error: null }],
      areAllBuilt: () => built,
    } as unknown as ReadModels,
    { report: () => [] } as unknown as ProcessRunner,
    { now: () => new Date(now), sleep: async () => {} },
  );
});
const report = async () => (await health.report()).readModels[0]!;

it('tells a lag that shrinks from one that stands still', async () => {
  expect(await report()).toMatchObject({ lag: 0, stalledMs: 0 });
  head = async () => toPosition(9);
  now = 1000;
  expect(await report()).toMatchObject({ lag: 6, stalledMs: 1000 });
  position = 5;
  expect(await report()).toMatchObject({ lag: 4, stalledMs: 0 });
  now = 61_000;
  expect(await report()).toMatchObject({ lag: 4, stalledMs: 60_000 });
  position = 9;
  expect(await report()).toMatchObject({ lag: 0, stalledMs: 0 });
});

it('is answered while the database is away', async () => {
  await report();
  head = () => Promise.reject(new Error('Connection terminated'));
  expect(await health.report()).toMatchObject({ head: 3, started: true });
});

it('has started once every read model has caught up, also where one changes hands later', async () => {
  expect(await health.report()).toMatchObject({ started: true });
  state = 'catching-up';
  expect(await health.report()).toMatchObject({ started: true });
});

it('has started during a rebuild beside tables that serve, and not during the first build', async () => {
  [state, built] = ['rebuilding', false];
  expect(await health.report()).toMatchObject({ started: false });
  state = 'halted';
  expect(await health.report()).toMatchObject({ started: false });
  [state, built] = ['rebuilding', true];
  expect(await health.report()).toMatchObject({ started: true });
});
