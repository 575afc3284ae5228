// `node backend/bench/event-store.mjs [seconds]`: the event store's throughput on this machine, compared with a raw
// single-row INSERT loop in the same run on the same server (real PostgreSQL, fsync on). Read the ratios: absolute
// numbers move with the machine. Build first.
import { randomBytes, randomUUID } from 'node:crypto';
import { systemClock } from '../dist/platform/clock/clock.js';
import { LeaseKeeper } from '../dist/platform/consumers/leases.js';
import { LogTail } from '../dist/platform/consumers/log-tail.js';
import { createDataSource } from '../dist/platform/database/data-source.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { createPool } from '../dist/platform/database/pool.js';
import { PostgresEventStore } from '../dist/platform/event-store/postgres/postgres-event-store.js';
import { ProjectionRegistry } from '../dist/platform/projections/projection-registry.js';
import { ReadModels } from '../dist/platform/projections/read-models.js';
import { rebuild } from '../dist/platform/projections/rebuild.js';
import { KeyRing } from '../dist/platform/vault/key-ring.js';
import { macsOf } from '../dist/platform/vault/ring-macs.js';
import { startEmptyServer } from './empty-server.mjs';
import { fixed, inTurns, load, percentiles, print } from './measure.mjs';

const SECONDS = Number(process.argv[2] ?? 3);
const DATA = {
  wallet: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
  amount: '1250.5',
  tokens: 3,
  note: 'x'.repeat(150),
  legs: [1, 2, 3],
};
const ACTOR = { wallet: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY', role: 'investor' };

/** Each row counts its stream's events; a page is folded before it is written, as in fast read models. */
const counts = {
  name: 'counts',
  version: 1,
  tables: ['bench_counts'],
  events: ['Benched'],
  onError: 'halt',
  async apply(events, tx) {
    const found = new Map();
    for (const { stream } of events) found.set(stream, (found.get(stream) ?? 0) + 1);
    await tx.query(
      `insert into bench_counts (stream, events) select * from unnest($1::text[], $2::int[])
       on conflict (stream) do update set events = bench_counts.events + excluded.events`,
      [[...found.keys()], [...found.values()]],
    );
  },
};

const server = await startEmptyServer();
try {
  await bench();
} finally {
  await server.stop();
}

async function bench() {
  await migrate(server.url);
  const pool = createPool(server.url, 64);
  await pool.query(
    'create table public.raw (id bigint generated always as identity primary key, stream text, data text, metadata text)',
  );
  await pool.query('create table read_models.bench_counts (stream text primary key, events integer not null)');
  const ring = new KeyRing({ masterKey: randomBytes(32), masterKeyFile: null });
  const store = new PostgresEventStore(pool, { macs: macsOf(ring) });
  await ring.open(pool, store);
  const bare = new PostgresEventStore(pool);

  const metadata = (commandId) => ({
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor: ACTOR,
    businessDate: '2026-11-21',
  });
  const [data, meta] = [JSON.stringify(DATA), JSON.stringify(metadata(randomUUID()))];
  let n = 0;
  const insert = () =>
    pool.query({
      name: 'raw',
      text: 'insert into public.raw (stream, data, metadata) values ($1, $2, $3)',
      values: [`bench-${n++}`, data, meta],
    });
  const appendTo = (log) => () =>
    log.append(`bench-${n++}`, 'none', [{ type: 'Benched', data: DATA }], {
      metadata: metadata(randomUUID()),
      inputHash: 'bench',
    });
  const [append, appendBare] = [appendTo(store), appendTo(bare)];
  const appendTen = () =>
    store.append(`bench-${n++}`, 'none', Array(10).fill({ type: 'Benched', data: DATA }), {
      metadata: metadata(randomUUID()),
    });

  await load(4, insert, 0.5);
  await load(4, append, 0.5);
  const rows = [];
  for (const writers of [1, 16, 64]) {
    const [ours, raw] = await inTurns(writers, [append, insert], SECONDS);
    rows.push(row(`append, ${writers} writers`, ours, raw));
    rows.push(row('  raw INSERT', raw, raw));
  }
  for (const writers of [1, 16]) {
    const [ours, without] = await inTurns(writers, [append, appendBare], SECONDS);
    rows.push(row(`append, ${writers} writers, to one without MACs`, ours, without));
  }
  const [ten, raw] = await inTurns(16, [appendTen, insert], SECONDS);
  rows.push(row('append of 10 events, 16 writers (events/s)', { ...ten, perSecond: ten.perSecond * 10 }, raw));

  await pool.query('vacuum analyze eventstore.events');
  const head = await store.head();
  const reading = performance.now();
  let read = 0;
  for (let position = '0'.repeat(20); ;) {
    const page = await store.readAll(position);
    read += page.events.length;
    position = page.next;
    if (page.end) break;
  }
  const replayed = read / ((performance.now() - reading) / 1000);

  const db = await createDataSource(server.url).initialize();
  const rebuilding = performance.now();
  await rebuild(db, store, counts);
  const rebuilt = read / ((performance.now() - rebuilding) / 1000);

  const registry = new ProjectionRegistry();
  registry.register(counts);
  const leases = new LeaseKeeper({ connectionString: server.url });
  const models = new ReadModels(registry, db, store, systemClock, leases, new LogTail(store));
  models.onApplicationBootstrap();
  await models.waitFor(head, ['counts'], 60_000);
  const other = new PostgresEventStore(createPool(server.url, 4));
  const latency = async (writer) => {
    const taken = [];
    for (let turn = 0; turn < 300; turn++) {
      const { position } = await writer.append(`late-${n++}`, 'none', [{ type: 'Benched', data: DATA }], {
        metadata: metadata(randomUUID()),
      });
      const appended = performance.now();
      await models.waitFor(position, ['counts'], 5000);
      taken.push(performance.now() - appended);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    return percentiles(taken);
  };
  const [here, there] = [await latency(store), await latency(other)];

  print(['', 'per second', 'p50 ms', 'p99 ms', 'ratio to raw'], rows);
  print(
    ['', 'events/s', 'of', ''],
    [
      ['replay: read the log', fixed(replayed, 0), `${read} events`, ''],
      ['rebuild a read model', fixed(rebuilt, 0), `${read} events`, ''],
    ],
  );
  print(
    ['', 'p50 ms', 'p99 ms', ''],
    [
      ['append to read model, same process', fixed(here.p50), fixed(here.p99), ''],
      ['append to read model, written elsewhere', fixed(there.p50), fixed(there.p99), ''],
    ],
  );

  await models.onApplicationShutdown();
  await Promise.all([store.close(), bare.close(), other.close()]);
  await Promise.all([db.destroy(), pool.end(), other.pool.end()]);
}

function row(name, measured, raw) {
  return [
    name,
    fixed(measured.perSecond, 0),
    fixed(measured.p50),
    fixed(measured.p99),
    fixed(measured.perSecond / raw.perSecond),
  ];
}
