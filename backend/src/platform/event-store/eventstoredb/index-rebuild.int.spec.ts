import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FreshLog, indexEqualsLog } from '#test/support/eventstoredb/fresh-log.js';
import { EventStoreStandIn } from '#test/support/eventstoredb/stand-in.js';
import { prepare } from '../prepare.js';
import { GENESIS } from '../seal.js';
import { context, event, PATIENCE_MS } from '#test/event-store/adapter.js';
import { toWire } from './envelope.js';
import { judge, type Head } from './judge.js';
import { FULL, inFull } from '#test/support/how-much.js';

/** A lost index is rebuilt from the log: 1,000,000 events with `npm run test:full`. */
const EVENTS = inFull(10_000, 1_000_000);
const BATCH = 500;
const GROWTH_MAX = 400 << 20;

const server = new EventStoreStandIn();
let log: FreshLog;
beforeAll(async () => {
  await server.start();
  log = await FreshLog.on(server.url);
  let head: Head = { position: 0, hash: GENESIS, at: '' };
  for (let n = 0; n < EVENTS; n += BATCH) {
    const write = { stream: `thing-${n % 9_000}`, expected: 'any' as const, events: Array(BATCH).fill(event({ n })) };
    const view = { head, revisions: new Map([[write.stream, lastRevision(n) - 1]]), commands: new Map() };
    const { events } = judge(view, [prepare([write], context())], new Date().toISOString());
    const kept = events.map(toWire).map(({ id, type, contentType, data, metadata }) => ({
      id,
      type,
      contentType,
      data: Buffer.from(JSON.stringify(data)),
      metadata: Buffer.from(JSON.stringify(metadata)),
    }));
    server.streams.append(log.stream, 'any', kept);
    const last = events.at(-1)!;
    head = { position: last.position, hash: last.hash, at: last.at };
  }
}, 30 * PATIENCE_MS);
afterAll(async () => {
  await log.close();
  server.stop();
});

/** The number of events that a batch's stream has before it. */
const lastRevision = (n: number) => Math.floor(n / 9_000) * BATCH;

it(
  'a lost index is built anew, in bounded memory, and goes on where it was interrupted',
  async () => {
    let reads = 0;
    server.fault = (call) => (call === 'read' && ++reads > 5 ? 'away' : null);
    await expect(log.open({ deadlineMs: 200 })).rejects.toMatchObject({ name: 'StoreUnavailable' });
    server.fault = () => null;
    const stands = async () =>
      Number((await log.db.pool.query('select position from log_index.checkpoint')).rows[0].position);
    const before = await stands();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(EVENTS);
    const [memory, began] = [process.memoryUsage().rss, performance.now()];
    let most = memory;
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 100);
    const store = await log.open();
    clearInterval(watching);
    const seconds = (performance.now() - began) / 1000;
    if (FULL)
      process.stdout.write(`index of ${EVENTS} events: ${seconds.toFixed(0)} s, ${(most - memory) >> 20} MiB more\n`);
    expect(await stands()).toBe(EVENTS);
    expect(most - memory).toBeLessThan(GROWTH_MAX);
    expect(await indexEqualsLog(store)).toMatchObject({ verified: EVENTS });
  },
  30 * PATIENCE_MS,
);
