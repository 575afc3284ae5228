// `node backend/bench/log-scale.mjs [events…]`: measures the cost of reading, starting, rebuilding, verifying and
// backing up with a log of this many events; by default 10,000 and 1,000,000. Real PostgreSQL, fsync on. Read the
// ratios between the sizes: absolute numbers move with the machine. Build first. docs/scale.md has the results.
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { EVENT_CATALOGUE, UPCASTERS } from '@tknest/contracts/events';
import { getMetadataArgsStorage } from 'typeorm';
import { BooksAt } from '../dist/features/audit/books/books-at.js';
import { logPartiesProjection } from '../dist/features/audit/read-models/parties/log-parties.projection.js';
import { ReadEvents, ReadEventsHandler } from '../dist/features/audit/use-cases/read-log/events.query.js';
import { createDataSource } from '../dist/platform/database/data-source.js';
import { dump } from '../dist/platform/database/dump.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { createPool } from '../dist/platform/database/pool.js';
import { CataloguedEventStore } from '../dist/platform/event-store/catalogued-event-store.js';
import { START } from '../dist/platform/event-store/event-store.js';
import { toPosition } from '../dist/platform/event-store/positions.js';
import { PostgresEventStore } from '../dist/platform/event-store/postgres/postgres-event-store.js';
import { verifyChain } from '../dist/platform/event-store/verify-chain.js';
import { LogScan } from '../dist/platform/projections/log-scan.js';
import { rebuild } from '../dist/platform/projections/rebuild.js';
import { KeyRing } from '../dist/platform/vault/key-ring.js';
import { macsOf } from '../dist/platform/vault/ring-macs.js';
import { startEmptyServer } from './empty-server.mjs';
import { fillLog } from './fill-log.mjs';
import { fixed, load, percentiles, print } from './measure.mjs';

const given = process.argv.slice(2).map(Number);
const SIZES = given.length > 0 ? given : [10_000, 1_000_000];
const TURNS = 200;
/** Rebuilding a larger log takes a quarter of an hour and more: `REBUILT_MAX=1000000` measures that too. */
const REBUILT_MAX = Number(process.env.REBUILT_MAX ?? 150_000);

const server = await startEmptyServer();
try {
  await bench();
} finally {
  await server.stop();
}

async function bench() {
  await migrate(server.url);
  const pool = createPool(server.url, 16);
  const ring = new KeyRing({ masterKey: randomBytes(32), masterKeyFile: null });
  const macs = macsOf(ring);
  const stored = new PostgresEventStore(pool, { macs });
  await ring.open(pool, stored);
  const store = new CataloguedEventStore(stored, EVENT_CATALOGUE, UPCASTERS, null);
  const projections = await allProjections();
  const db = await createDataSource(server.url, await allEntities()).initialize();
  let filled;
  const rows = [];
  const note = (what, size, value, unit) => {
    rows.push([what, String(size), value, unit]);
    console.log(`${size}\t${what}\t${value} ${unit}`);
  };
  for (const size of SIZES) {
    const filling = await timed(async () => (filled = await fillLog(pool, macs, size, filled)));
    const events = filled.head.position;
    note('filling', events, fixed(filling, 1), 's');
    await pool.query('vacuum analyze eventstore.events');
    const { rows: sizes } = await pool.query(
      "select pg_table_size('eventstore.events') as events, pg_indexes_size('eventstore.events') as indexes",
    );
    note('events, on disk', events, fixed(sizes[0].events / 2 ** 20, 0), 'MiB');
    note('their indexes, on disk', events, fixed(sizes[0].indexes / 2 ** 20, 0), 'MiB');
    await requests({ stored, store, events, note });
    await search({ stored, store, db, events, note });
    const opening = await timed(async () => {
      const again = new PostgresEventStore(createPool(server.url, 4), { macs });
      await again.head();
      await again.readAll(toPosition(events - 1000));
      await again.close();
      await again.pool.end();
    });
    note('open the log and read its newest 1,000', events, fixed(opening * 1000, 1), 'ms');
    const bare = await timed(() => readAll(stored, {}));
    note('bare read', events, fixed(bare, 1), 's');
    if (events <= REBUILT_MAX) {
      const scan = new LogScan(store);
      const together = await timed(() =>
        Promise.all(projections.map((projection) => rebuilt(db, store, projection, { scan, events, note }))),
      );
      note(`rebuild of ${projections.length} read models in one scan`, events, fixed(together, 1), 's');
      note('bare read as a share of that', events, fixed(bare / together), '');
    }
    note('verify the chain and the MACs', events, fixed(await timed(() => verifyChain(stored)), 1), 's');
    await books({ store, db, events, note });
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-bench-dump-'));
    note('backup: dump of the tables', events, fixed(await timed(() => dump(server.url, folder)), 1), 's');
    fs.rmSync(folder, { recursive: true, force: true });
    note('memory of this process', events, fixed(process.memoryUsage().rss / 2 ** 20, 0), 'MiB');
  }
  print(['', 'events', 'measured', ''], rows);
  await stored.close();
  await db.destroy();
  await pool.end();
}

/** Measures what single requests read from the log. */
async function requests({ stored, store, events, note }) {
  const append = async () => {
    const id = randomUUID();
    const metadata = { commandId: id, correlationId: id, causationId: id, businessDate: '2026-11-21' };
    await stored.append(`bench-${id}`, 'none', [{ type: 'Benched', data: { note: 'x'.repeat(200) } }], {
      metadata: { ...metadata, actor: { wallet: null, role: 'system' } },
    });
  };
  await load(4, append, 0.5);
  const { taken } = await load(1, append, 3);
  note('append, one writer, p50', events, fixed(percentiles(taken).p50), 'ms');
  const calls = {
    'read one payment': async (n) => readStream(store, await streamAt(stored, n, events)),
    'page of 100 of the log': (n) => stored.readAll(toPosition((n * 7919) % events), { limit: 100 }),
    'page of 100 of one frequent type': (n) =>
      stored.readAll(toPosition((n * 7919) % events), { limit: 100, filter: { types: ['PaymentCompleted'] } }),
  };
  for (const [name, call] of Object.entries(calls)) {
    const times = [];
    for (let n = 1; n <= TURNS; n++) {
      const began = performance.now();
      await call(n);
      times.push(performance.now() - began);
    }
    note(`${name}, p50`, events, fixed(percentiles(times).p50), 'ms');
  }
  const rare = await timed(() => readAll(stored, { types: ['AnchorOrdered'] }));
  note('all events of a rare type', events, fixed(rare * 1000, 1), 'ms');
}

/** An auditor's search for a wallet, to its end, without and with the index of blocks. */
async function search({ stored, store, db, events, note }) {
  const [paid] = (await stored.readAll(toPosition(events >> 1), { limit: 1, filter: { types: ['PaymentCompleted'] } }))
    .events;
  const { wallet } = paid.metadata.actor;
  const handler = new ReadEventsHandler(stored, db);
  const toTheEnd = async () => {
    let [found, calls] = [0, 0];
    for (let after; ; calls++) {
      const page = await handler.execute(new ReadEvents({ wallet, limit: '1000', after }));
      found += page.events.length;
      if (!page.more) return { found, calls: calls + 1 };
      after = page.next;
    }
  };
  for (const how of ['without', 'with']) {
    if (how === 'with') {
      const built = await timed(() => rebuild(db, store, logPartiesProjection, { scan: new LogScan(store) }));
      note('build that index alone', events, fixed(built, 1), 's');
    } else await db.query("delete from platform.projection_checkpoints where name = 'log-parties'");
    let told;
    const taken = await timed(async () => (told = await toTheEnd()));
    note(
      `search for a wallet ${how} its index: ${told.found} events, ${told.calls} calls`,
      events,
      fixed(taken, 2),
      's',
    );
  }
}

async function rebuilt(db, store, projection, { scan, events, note }) {
  try {
    return await timed(() => rebuild(db, store, projection, { scan }));
  } catch (error) {
    note(`${projection.name} cannot be rebuilt: ${error.message.slice(0, 80)}`, events, '', '');
    return 0;
  }
}

async function books({ store, db, events, note }) {
  const at = new BooksAt(store, db);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (const share of [1, 0.5])
    try {
      const taken = await timed(() => at.at(toPosition(Math.floor(events * share)), (found) => found.open.size));
      note(`books as of ${share === 1 ? 'the end' : 'the middle, after that'}`, events, fixed(taken, 1), 's');
    } catch (error) {
      note('books', events, error.message, '');
    }
  globalThis.gc?.();
  note('heap that the books take', events, fixed((process.memoryUsage().heapUsed - before) / 2 ** 20, 0), 'MiB');
}

async function readAll(log, filter) {
  for (let [position, end] = [START, false]; !end;) {
    const page = await log.readAll(position, { filter: filter.types ? filter : undefined });
    [position, end] = [page.next, page.end];
  }
}

async function streamAt(stored, n, events) {
  const [found] = await stored.stored(toPosition((n * 7919) % (events - 1)), 1);
  return found.stream.startsWith('payment-') ? found.stream : 'payment-none';
}

async function readStream(store, stream) {
  let events = 0;
  for await (const event of store.read(stream)) events += event.revision >= 0 ? 1 : 0;
  return events;
}

/** Every read model of the program, found in the build. */
async function allProjections() {
  const values = await exportsOf('.projection.js');
  return values.filter((value) => value && typeof value === 'object' && Array.isArray(value.tables) && value.apply);
}

async function allEntities() {
  await exportsOf('.entity.js');
  return getMetadataArgsStorage().tables.map(({ target }) => target);
}

async function exportsOf(ending) {
  const root = fileURLToPath(new URL('../dist/features/', import.meta.url));
  const files = fs.readdirSync(root, { recursive: true }).filter((file) => file.endsWith(ending));
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(path.join(root, file)).href)));
  return modules.flatMap((module) => Object.values(module));
}

async function timed(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
