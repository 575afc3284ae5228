// `node backend/bench/two-instances.mjs [seconds]`: the appends of two instances of the program together, compared with
// those of one instance with as many writers, on PostgreSQL and on EventStoreDB's stand-in (or the server that
// EVENTSTORE_URL names): bare appends, and commands that read their stream first. Build first; read the ratios.
import { randomUUID } from 'node:crypto';
import { migrate } from '../dist/platform/database/migrate.js';
import { createPool } from '../dist/platform/database/pool.js';
import { openLog } from '../dist/platform/event-store/open-log.js';
import { startEmptyServer } from './empty-server.mjs';
import { fixed, inTurns, load, print } from './measure.mjs';
import { startStandIn } from './stand-in.mjs';

const SECONDS = Number(process.argv[2] ?? 3);
const WRITERS = [2, 16, 64];
const DATA = { wallet: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY', amount: '1250.5', tokens: 3, note: 'x'.repeat(150) };

const server = await startEmptyServer();
const standIn = process.env.EVENTSTORE_URL ? null : await startStandIn();
try {
  await migrate(server.url);
  const stream = `bench-${randomUUID()}`;
  const rows = [];
  for (const [name, settings] of [
    ['PostgreSQL', null],
    [standIn ? 'stand-in' : 'EventStoreDB', { url: process.env.EVENTSTORE_URL ?? standIn.url, stream }],
  ])
    rows.push(...(await measured(name, settings)));
  print(['', 'one, per second', 'p99 ms', 'two, per second', 'p99 ms', 'two to one'], rows);
} finally {
  standIn?.stop();
  await server.stop();
}

async function measured(name, settings) {
  const pools = [createPool(server.url, 16), createPool(server.url, 16)];
  const logs = [await openLog(pools[0], settings), await openLog(pools[1], settings)];
  let n = 0;
  const calls = { append, command };
  const rows = [];
  for (const [what, call] of Object.entries(calls))
    for (const writers of WRITERS) {
      const one = () => call(logs[0], n++);
      const two = () => call(logs[n % 2], n++);
      await load(4, two, 0.3);
      const [alone, both] = await inTurns(writers, [one, two], SECONDS);
      rows.push([
        `${name}, ${what}, ${writers} writers`,
        fixed(alone.perSecond, 0),
        fixed(alone.p99),
        fixed(both.perSecond, 0),
        fixed(both.p99),
        fixed(both.perSecond / alone.perSecond),
      ]);
    }
  for (const log of logs) await log.close();
  for (const pool of pools) await pool.end();
  return rows;
}

function append(log, n) {
  return log.append(`bench-${name(n)}`, 'none', [{ type: 'Benched', data: DATA }], { metadata: metadata() });
}

/** Loads the stream that it decides on, as every command does. */
async function command(log, n) {
  const stream = `bench-${name(n)}`;
  let events = 0;
  for await (const event of log.read(stream)) events += event ? 1 : 0;
  await log.append(stream, events === 0 ? 'none' : events - 1, [{ type: 'Benched', data: DATA }], {
    metadata: metadata(),
  });
}

function name(n) {
  return `${process.pid}-${n}-${randomUUID()}`;
}

function metadata() {
  const commandId = randomUUID();
  const actor = { wallet: DATA.wallet, role: 'investor' };
  return { commandId, correlationId: commandId, causationId: commandId, actor, businessDate: '2026-11-21' };
}
