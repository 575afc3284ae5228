import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { holds } from '#test/support/alert-rules.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { acceptLog } from '#platform/consumers/log-refusals.js';
import { createPool } from '#platform/database/pool.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { load } from '#platform/event-store/folding.js';
import { START } from '#platform/event-store/event-store.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { PostgresEventStore } from '#platform/event-store/postgres/postgres-event-store.js';
import type { SealedEvent } from '#platform/event-store/seal.js';
import { context } from '#test/event-store/adapter.js';
import { beforeScrape, metrics } from '#platform/telemetry/metrics.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { answered } from '#test/support/answered-case.js';
import { ChainWatch, PASSED_AT_ONCE } from './chain-watch.js';
import { RecordVerifier } from './use-cases/verify-record/record-verifier.js';
import { ChainWatchJob } from './processes/chain-watch.job.js';

const HOUR_MS = 3_600_000;
/** Events of one command. */
const AT_ONCE = 100;
let db: TestDatabase;
let store: PostgresEventStore;
let jobs: Jobs;
const noTimers = { addInterval: () => undefined };
let now: Date;
let key: Buffer;
/** What the log returns instead of what was written. */
let changed: Map<number, Partial<SealedEvent> | null>;
let read: number[];
let watch: ChainWatch;

beforeEach(async () => {
  db = await freshDatabase();
  store = new PostgresEventStore(createPool(db.url, 3));
  [now, key, changed, read] = [new Date('2026-11-25T10:00:00Z'), Buffer.alloc(32, 7), new Map(), []];
  jobs = new Jobs({} as never, db.pool, { now: () => now } as never, noTimers);
  watch = start();
  await record(5);
});
afterEach(async () => {
  await store.close();
  await store.pool.end();
  await db.drop();
});

const stored = {
  stored: async (after: string, limit: number) => {
    const events = await store.stored(after, limit);
    read.push(...events.map(({ position }) => Number(position)));
    return events
      .filter(({ position }) => changed.get(Number(position)) !== null)
      .map((event) => ({ ...event, ...changed.get(Number(event.position)) }));
  },
};

/** Starts it as another process of the platform would. */
function start(): ChainWatch {
  const ring = { current: () => ({ id: 1, key }), reload: async () => undefined };
  const clock = { now: () => now };
  return new ChainWatch(
    stored,
    store,
    clock as never,
    jobs,
    new Recorder(store, { contextOf: async () => context() }),
    ring as never,
  );
}

let written = 0;
async function record(events: number): Promise<void> {
  for (let left = events; left > 0; left -= AT_ONCE) {
    const batch = Array.from({ length: Math.min(left, AT_ONCE) }, () => ({ type: 'Thing', data: { n: ++written } }));
    await store.append(`thing-${++written}`, 'none', batch as never, context());
  }
}
/** The newest case about an event. */
async function caseIdOf(position: number): Promise<string> {
  const { events } = await store.readAll(START, { filter: { types: ['CaseOpened'] } });
  const data = events.map((event) => event.data as { caseId: string; summary: string });
  return data.filter(({ summary }) => summary.startsWith(`Event ${position} of the log`)).at(-1)?.caseId ?? 'none';
}
const caseOf = async (position: number) => (await load(store, caseFold(await caseIdOf(position)))).state;
async function resolve(position: number, resolution: 'no-action' | 'corrected'): Promise<void> {
  const caseId = await caseIdOf(position);
  await handleCommand(store, caseFold(caseId), (state) => answered(caseId, { resolution, note: '' }, state), context());
}
const look = async () => {
  read.length = 0;
  await watch.look();
  return (await watch.standing())!;
};

it('verifies what is new, each event once, also after a restart', async () => {
  expect(await watch.standing()).toBeNull();
  expect(await look()).toMatchObject({ verified: 5, broken: null, whole: { through: toPosition(5) } });
  await record(3);
  watch = start();
  expect(await look()).toMatchObject({ verified: 8, broken: null, at: now.toISOString() });
  // The event that was verified last is verified again.
  expect(read).toEqual([5, 6, 7, 8]);
});

it('verifies all events again once a day, in pieces, and goes on with a pass after a restart', async () => {
  await record(2 * PASSED_AT_ONCE);
  await look();
  while ((await look()).pass);
  const first = (await watch.standing())!.whole!;
  now = new Date(now.getTime() + 23 * HOUR_MS);
  expect((await look()).pass).toBeNull();
  now = new Date(now.getTime() + HOUR_MS);
  const begun = await look();
  expect(begun).toMatchObject({ whole: first, pass: { verified: PASSED_AT_ONCE, of: 2 * PASSED_AT_ONCE + 5 } });
  watch = start();
  expect((await look()).pass).toMatchObject({ verified: 2 * PASSED_AT_ONCE });
  expect(read.filter((position) => position < PASSED_AT_ONCE)).toEqual([]);
  expect(await look()).toMatchObject({ pass: null, whole: { began: now.toISOString() } });
});

it('what a check found that somebody asked for is told, also while the next one runs, until one ends without it', async () => {
  const verifier = new RecordVerifier(
    stored as never,
    {} as never,
    store,
    { now: () => now } as never,
    {} as never,
    watch,
  );
  let goOn = () => {};
  const none = { found: [], unproved: 0, missing: 0 };
  verifier.anchorsFrom(() => new Promise((resolve) => (goOn = () => resolve(none))));
  const verify = async () => {
    verifier.begin('chain');
    const during = (await verifier.report()).broken;
    goOn();
    while ((await verifier.report()).chain.state === 'running');
    return [during?.position ?? null, (await verifier.report()).broken?.position ?? null];
  };
  changed.set(2, { data: '{"n":1000}' });
  expect(await verify()).toEqual([null, toPosition(2)]);
  expect(await verify()).toEqual([toPosition(2), toPosition(2)]);
  changed.clear();
  expect(await verify()).toEqual([toPosition(2), null]);
  changed.set(3, { data: '{"n":1000}' });
  await look();
  expect((await verifier.report()).broken?.position).toBe(toPosition(3));
});

it('finds an old event that was changed within a day, and has somebody look, once', async () => {
  await look();
  changed.set(2, { data: '{"n":1000}' });
  await record(1);
  expect((await look()).broken).toBeNull();
  now = new Date(now.getTime() + 24 * HOUR_MS);
  const broken = { position: toPosition(2), reason: 'its hash does not fit its bytes and the event before it' };
  expect((await look()).broken).toEqual(broken);
  expect(await caseOf(2)).toMatchObject({ status: 'open' });
  const head = await store.head();
  expect((await look()).broken).toEqual(broken);
  expect(await store.head()).toBe(head);
  changed.clear();
  expect((await look()).broken).toBeNull();
  expect(await caseOf(2)).toMatchObject({ status: 'resolved', resolution: 'corrected' });
});

it('finds the end of the log replaced by another one that fits in itself', async () => {
  await look();
  await record(1);
  const other = await store.stored(toPosition(5), 1);
  changed.set(5, { hash: other[0]!.hash });
  const { broken, verified } = await look();
  expect(broken).toEqual({
    position: toPosition(5),
    reason: 'its hash is not the one that it had when it was verified',
  });
  expect(verified).toBe(5);
});

it('finds that an event was taken away, also the one that was verified last', async () => {
  await look();
  changed.set(5, null);
  expect((await look()).broken).toEqual({
    position: toPosition(5),
    reason: 'an event that was verified before is missing',
  });
});

it('goes on past an event where people have accepted it, and opens anew what was to be corrected', async () => {
  changed.set(3, { data: '{}' });
  await look();
  await resolve(3, 'corrected');
  expect((await look()).broken).not.toBeNull();
  expect(await caseOf(3)).toMatchObject({ status: 'open' });
  await resolve(3, 'no-action');
  expect((await look()).broken).toBeNull();
  expect((await look()).verified).toBe(toSequence(await store.head()));
});

it('believes no place that somebody wrote who has not the key', async () => {
  changed.set(2, { data: '{}' });
  const at = { head: toPosition(5), hash: (await store.stored(toPosition(4), 1))[0]!.hash.toString('hex') };
  const breaks = { followed: [], pass: [] };
  const forged = { looks: 9, since: null, followed: at, pass: null, whole: null, broken: null, breaks };
  await jobs.note('chain-watch', { ...forged, mac: '00'.repeat(32) });
  expect(await look()).toMatchObject({ verified: 1, broken: { position: toPosition(2) } });
});

it('begins anew where an operator goes on with a log that lost its end', async () => {
  await look();
  await acceptLog(db.pool, store, toPosition(5));
  watch = start();
  expect(await watch.standing()).toBeNull();
});

it('a moment with a wrong clock does not put the next pass off for years', async () => {
  now = new Date('2036-01-01T00:00:00Z');
  await look();
  now = new Date('2026-11-25T10:00:00Z');
  expect((await look()).whole).toMatchObject({ began: now.toISOString() });
});

it('what is found besides closes no case about what was found before', async () => {
  await look();
  changed.set(2, { data: '{"n":1000}' });
  now = new Date(now.getTime() + 24 * HOUR_MS);
  await look();
  const newest = toSequence(await store.head());
  changed.set(newest, { data: '{"n":1001}' });
  await look();
  const all = async () => [(await caseOf(newest)).status, (await caseOf(2)).status];
  expect(await all()).toEqual(['open', 'open']);
  // The pass stops before the change that it has found already.
  changed.set(1, { hash: Buffer.alloc(32, 1) });
  await look();
  expect([...(await all()), (await caseOf(1)).status]).toEqual(['open', 'open', 'open']);
  changed.delete(1);
  await look();
  expect([...(await all()), (await caseOf(1)).resolution]).toEqual(['open', 'open', 'corrected']);
  changed.clear();
  await look();
  expect(await all()).toEqual(['resolved', 'resolved']);
});

it('finds an event that was changed again after people had accepted it as it was', async () => {
  changed.set(3, { data: '{}' });
  await look();
  await resolve(3, 'no-action');
  expect((await look()).broken).toBeNull();
  const accepted = await caseIdOf(3);
  changed.set(3, { data: '{"n":9999}' });
  now = new Date(now.getTime() + 24 * HOUR_MS);
  expect((await look()).broken).toMatchObject({ position: toPosition(3) });
  expect(await caseOf(3)).toMatchObject({ status: 'open' });
  expect(await caseIdOf(3)).not.toBe(accepted);
});

it('a change of what was changed is a finding of its own, and no correction', async () => {
  changed.set(3, { data: '{}' });
  await look();
  const first = await caseIdOf(3);
  changed.set(3, { data: '{"n":9999}' });
  await look();
  const { events } = await store.readAll(START, { filter: { types: ['CaseResolved'] } });
  expect(events.map(({ data }) => data)).toEqual([
    expect.objectContaining({
      caseId: first,
      note: expect.stringMatching(/^The event was changed again: see the case /),
    }),
  ]);
  expect(await caseOf(3)).toMatchObject({ status: 'open' });
});

it('the event after one whose loss was accepted is held to how it stood then', async () => {
  changed.set(3, null);
  await look();
  await resolve(3, 'no-action');
  expect((await look()).broken).toBeNull();
  changed.set(4, { data: '{"n":9999}' });
  now = new Date(now.getTime() + 24 * HOUR_MS);
  expect((await look()).broken).toMatchObject({ position: toPosition(3) });
});

it('an end that is gone and was accepted is asked about once, and the check goes on', async () => {
  await look();
  await record(3);
  await look();
  const lost = toSequence(await store.head());
  changed.set(lost, null);
  await look();
  await resolve(lost, 'no-action');
  await look();
  await record(2);
  now = new Date(now.getTime() + 24 * HOUR_MS);
  for (let looks = 0; looks < 3; looks++) await look();
  const { events } = await store.readAll(START, { filter: { types: ['CaseOpened'] } });
  expect(events.length).toBeLessThanOrEqual(2);
});

it('an event that lacks a part is found, and ends no look', async () => {
  changed.set(3, { data: null as never });
  expect((await look()).broken).toEqual({ position: toPosition(3), reason: 'it lacks a part' });
});

it('goes on where it was though its state is removed, forged or put back while a worker runs', async () => {
  await look();
  const { result } = (await jobs.last('chain-watch'))!;
  await record(3);
  await look();
  const goesOn = async () => {
    await look();
    expect(read[0]).toBe(8);
  };
  await db.pool.query('delete from platform.job_runs');
  await goesOn();
  await jobs.note('chain-watch', result);
  await goesOn();
  await jobs.note('chain-watch', { ...result, whole: { began: '', ended: '2030-01-01T00:00:00Z', through: '' } });
  expect((await watch.standing())!.verified).toBe(8);
  await goesOn();
});

it('says nothing that somebody wrote who has not the key', async () => {
  changed.set(2, { data: '{}' });
  await look();
  const { result } = (await jobs.last('chain-watch'))!;
  watch = start();
  await jobs.note('chain-watch', { ...result, broken: null, breaks: { followed: [], pass: [] } });
  expect(await watch.standing()).toBeNull();
});

it('LogAltered, LogNotVerified: an event was changed; no pass ended for more than three days', async () => {
  const clock = { now: () => now } as never;
  const leased = { holds: () => true, want: () => undefined };
  const job = new ChainWatchJob(watch, new Jobs(leased as never, db.pool, clock, noTimers), clock);
  job.onApplicationBootstrap();
  const fired = async () => {
    for (const measure of beforeScrape) await measure();
    const told = await metrics.metrics();
    return { altered: holds('LogAltered', told), late: holds('LogNotVerified', told) };
  };
  expect(await fired()).toEqual({ altered: false, late: false });
  await job.tick();
  now = new Date(now.getTime() + 72 * HOUR_MS);
  expect(await fired()).toEqual({ altered: false, late: false });
  now = new Date(now.getTime() + 1_000);
  expect(await fired()).toEqual({ altered: false, late: true });
  changed.set(5, null);
  await job.tick();
  expect(await fired()).toMatchObject({ altered: true });
  await job.onApplicationShutdown();
});

it('LogNotVerified: an alteration keeps the first pass from its end', async () => {
  const clock = { now: () => now } as never;
  const leased = { holds: () => true, want: () => undefined };
  const job = new ChainWatchJob(watch, new Jobs(leased as never, db.pool, clock, noTimers), clock);
  job.onApplicationBootstrap();
  await record(2 * PASSED_AT_ONCE);
  await job.tick();
  await job.onApplicationShutdown();
  changed.set(PASSED_AT_ONCE + 5, { data: '{}' });
  await look();
  now = new Date(now.getTime() + 73 * HOUR_MS);
  job.onApplicationBootstrap();
  for (const measure of beforeScrape) await measure();
  expect(holds('LogNotVerified', await metrics.metrics())).toBe(true);
  await job.onApplicationShutdown();
});
