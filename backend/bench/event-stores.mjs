// `node backend/bench/event-stores.mjs [seconds]`: the log in PostgreSQL and on EventStoreDB side by side in one run.
// With EVENTSTORE_URL a real server is measured; without it a stand-in in this process, which keeps everything in
// memory: then the figures show the cost of protocol and index, not of a server. Build first.
import { randomUUID } from 'node:crypto';
import { migrate } from '../dist/platform/database/migrate.js';
import { createPool } from '../dist/platform/database/pool.js';
import { openLog } from '../dist/platform/event-store/open-log.js';
import { START } from '../dist/platform/event-store/event-store.js';
import { startEmptyServer } from './empty-server.mjs';
import { fixed, inTurns, load, percentiles, print } from './measure.mjs';
import { startStandIn } from './stand-in.mjs';

const SECONDS = Number(process.argv[2] ?? 3);
const DATA = { wallet: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY', amount: '1250.5', tokens: 3, note: 'x'.repeat(150) };

const server = await startEmptyServer();
const standIn = process.env.EVENTSTORE_URL ? null : await startStandIn();
try {
  await bench({ url: process.env.EVENTSTORE_URL ?? standIn.url, stream: `bench-${randomUUID()}` });
} finally {
  standIn?.stop();
  await server.stop();
}

async function bench(eventStore) {
  await migrate(server.url);
  const pools = [createPool(server.url, 16), createPool(server.url, 16)];
  const logs = [await openLog(pools[0], null), await openLog(pools[1], eventStore)];
  const names = ['PostgreSQL', standIn ? 'EventStoreDB, stand-in (protocol only)' : 'EventStoreDB'];
  let n = 0;
  const append = (log) => () =>
    log.append(`bench-${n++}`, 'none', [{ type: 'Benched', data: DATA }], { metadata: metadataOf(randomUUID()) });
  for (const log of logs) await load(4, append(log), 0.5);

  const rows = [];
  for (const writers of [1, 16, 64])
    for (const [index, { perSecond, p50, p99 }] of (await inTurns(writers, logs.map(append), SECONDS)).entries())
      rows.push([`append, ${writers} writers, ${names[index]}`, fixed(perSecond, 0), fixed(p50), fixed(p99)]);
  print(['', 'per second', 'p50 ms', 'p99 ms'], rows);

  const later = [];
  for (const [index, log] of logs.entries()) {
    const { p50, p99 } = percentiles(await visible(log, append(log)));
    const { events, seconds } = await catchUp(log);
    later.push([names[index], fixed(p50), fixed(p99), fixed(events / seconds, 0), String(events)]);
  }
  print(['', 'append to visible, p50 ms', 'p99 ms', 'read the log, events/s', 'of'], later);
  for (const log of logs) await log.close();
  for (const pool of pools) await pool.end();
}

/** Measures the time from an append's answer until a follower has the event. */
async function visible(log, append) {
  const stopping = new AbortController();
  const seen = new Map();
  const after = await log.head();
  const following = (async () => {
    for await (const item of log.follow(after, { signal: stopping.signal }))
      if ('position' in item) {
        const waiting = seen.get(item.position);
        if (waiting) waiting(performance.now());
        else seen.set(item.position, performance.now());
      }
  })();
  const taken = [];
  for (let turn = 0; turn < 300; turn++) {
    const { position } = await append();
    const appended = performance.now();
    const at = seen.get(position) ?? (await new Promise((resolve) => seen.set(position, resolve)));
    taken.push(Math.max(0, at - appended));
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  stopping.abort();
  await following;
  return taken;
}

async function catchUp(log) {
  const began = performance.now();
  let events = 0;
  for (let [position, end] = [START, false]; !end;) {
    const page = await log.readAll(position);
    events += page.events.length;
    [position, end] = [page.next, page.end];
  }
  return { events, seconds: (performance.now() - began) / 1000 };
}

function metadataOf(commandId) {
  const actor = { wallet: DATA.wallet, role: 'investor' };
  return { commandId, correlationId: commandId, causationId: commandId, actor, businessDate: '2026-11-21' };
}
