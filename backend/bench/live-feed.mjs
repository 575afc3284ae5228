// `node backend/bench/live-feed.mjs [browsers] [seconds]`: the requests of 200 open browsers during 50 purchases a
// second, and their cost to the event loop. Real PostgreSQL, log, read models and feed; each browser holds a stream and
// refreshes what its page shows, as the frontend does. "everything to everybody" is the feed as it was before topics.
// Build first. Exit code 1 if topics do not save two thirds of the requests, or the event loop's delay is longer than
// without them. docs/scale.md has the results.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { EVENT_CATALOGUE, UPCASTERS } from '@tknest/contracts/events';
import { historyProjection } from '../dist/features/listings/read-models/history/history.projection.js';
import { Property } from '../dist/features/listings/read-models/property/property.entity.js';
import { propertyProjection } from '../dist/features/listings/read-models/property/property.projection.js';
import { purchaseProjection } from '../dist/features/investments/read-models/purchase/purchase.projection.js';
import * as transaction from '../dist/features/payments/read-models/transactions/transaction.entities.js';
import { transactionsProjection } from '../dist/features/payments/read-models/transactions/transactions.projection.js';
import { LiveFeed } from '../dist/features/platform-info/use-cases/follow-changes/live-feed.js';
import { systemClock } from '../dist/platform/clock/clock.js';
import { LeaseKeeper } from '../dist/platform/consumers/leases.js';
import { LogTail } from '../dist/platform/consumers/log-tail.js';
import { createDataSource } from '../dist/platform/database/data-source.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { createPool } from '../dist/platform/database/pool.js';
import { CataloguedEventStore } from '../dist/platform/event-store/catalogued-event-store.js';
import { PostgresEventStore } from '../dist/platform/event-store/postgres/postgres-event-store.js';
import { ProjectionRegistry } from '../dist/platform/projections/projection-registry.js';
import { ReadModels } from '../dist/platform/projections/read-models.js';
import { startEmptyServer } from './empty-server.mjs';
import { listingCreated } from './listing.mjs';

const [BROWSERS, SECONDS] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 15)];
const RATE = 50;
/** Highest share of the requests that are made without topics. */
const SHARE_MAX = 1 / 3;
const OWNER = 'rHouseBBBBBBBBBBBBBBBBBBBBBBBBBBBB';
const walletOf = (n) => `rBrowser${String(n).padStart(3, '1').replaceAll('0', 'z')}BBBBBBBBBBBBBBBBBBBBB`;

/** The parts of a page, and the read models of each part. */
const BELL = { unread: ['notifications'], open: ['transactions'] };
const PAGES = [
  { ...BELL, marketplace: ['properties', 'property-history'] },
  { ...BELL, portfolio: ['purchases'], activity: ['transactions'] },
  { ...BELL, property: ['properties', 'property-history'], profile: ['properties', 'property-history'] },
];
const OF_PROPERTY_TWO = new Set(['property', 'profile']);
const QUERIES = {
  unread: 'select count(*) from notifications where wallet = $1',
  open: "select * from transactions where user_wallet = $1 and status = 'pending' limit 50",
  marketplace: "select * from properties where $1 <> '' order by id desc limit 50",
  portfolio: 'select * from purchases where wallet = $1 order by seq desc limit 50',
  activity: 'select * from transactions where user_wallet = $1 order by seq desc limit 50',
  property: "select * from properties where $1 <> '' and id = 2",
  profile: "select * from property_sales where $1 <> '' and property_id = 2",
};

if (process.argv[2] === 'browsers') await browse(Number(process.argv[3]), process.argv[4]);
else await measure();

async function measure() {
  const server = await startEmptyServer();
  try {
    process.exitCode = (await compare(server.url)) ? 0 : 1;
  } finally {
    await server.stop();
  }
}

async function compare(url) {
  await migrate(url);
  const pool = createPool(url, 20);
  const inner = new PostgresEventStore(pool);
  const store = new CataloguedEventStore(inner, EVENT_CATALOGUE, UPCASTERS);
  const db = await createDataSource(url, [Property, ...Object.values(transaction)]).initialize();
  const leases = new LeaseKeeper({ connectionString: url }, { ttlMs: 5_000, beatMs: 1_000 });
  const registry = new ProjectionRegistry();
  for (const projection of [propertyProjection, historyProjection, purchaseProjection, transactionsProjection])
    registry.register(projection);
  const models = new ReadModels(registry, db, store, systemClock, leases, new LogTail(inner));
  models.onApplicationBootstrap();
  try {
    for (const id of [1, 2]) await list(store, id);
    if (!(await models.waitFor(await store.head(), models.names(), 20_000)))
      throw new Error(JSON.stringify(models.report()));
    await load(store, 2);
    const sessions = {
      stillOpen: async (ids) => (await pool.query('select 1'), new Map(ids.map((id) => [id, 'investor']))),
    };
    const feed = new LiveFeed(models, sessions, db, store);
    const topics = (wallet, response) => feed.stream(wallet, { id: wallet, wallet, role: 'investor' }, null, response);
    const before = await run('everything to everybody', everybody(models), store, pool);
    const after = await run('topics', topics, store, pool);
    const share = after.requests / before.requests;
    console.log(`requests with topics: ${share.toFixed(2)} of those before (limit ${SHARE_MAX.toFixed(2)})`);
    console.log(`event loop with topics: p99 ${(after.delay / before.delay).toFixed(2)} of that before (limit 1)`);
    return share <= SHARE_MAX && after.delay <= before.delay;
  } finally {
    await models.onApplicationShutdown();
    await inner.close();
    await db.destroy();
    await pool.end();
  }
}

/** The feed before topics: sends each name to each stream, gathered for 50 ms, with a timer for each. */
function everybody({ changes }) {
  changes.setMaxListeners(0);
  return (_, response) => {
    const changed = new Set();
    let gathering = null;
    const tell = () => {
      gathering = null;
      response.write(`event: changed\ndata: ${JSON.stringify({ readModels: [...changed] })}\n\n`);
      changed.clear();
    };
    const listen = (name) => {
      changed.add(name);
      gathering ??= setTimeout(tell, 50);
    };
    response.write('event: hello\ndata: {}\n\n');
    changes.on('changed', listen);
    response.once('close', () => (changes.off('changed', listen), clearTimeout(gathering)));
  };
}

/** Runs one load on a server with this feed. @returns requests a second, and the p99 of the event loop's delay */
async function run(name, stream, store, pool) {
  let requests = 0;
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const wallet = searchParams.get('wallet');
    response.set = (headers) => response.writeHead(200, headers);
    if (pathname === '/api/live') return void stream(wallet, response);
    requests++;
    pool.query(QUERIES[pathname.slice(1)], [wallet]).then(
      ({ rows }) => response.end(JSON.stringify(rows)),
      (error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const browsers = fork(import.meta.filename, ['browsers', String(BROWSERS), `http://127.0.0.1:${port}`]);
  const [ready] = await once(browsers, 'message');
  if (ready !== 'ready') throw new Error(ready);
  requests = 0;
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  const took = await load(store, SECONDS);
  histogram.disable();
  const delay = histogram.percentile(99) / 1e6 - 5;
  const perSecond = requests / took;
  browsers.send('end');
  const [failed] = await once(browsers, 'message');
  await once(browsers, 'exit');
  server.closeAllConnections();
  server.close();
  if (failed > 0) throw new Error(`${failed} requests failed`);
  console.log(
    `${name}: ${perSecond.toFixed(0)} requests a second from ${BROWSERS} browsers at ${RATE} purchases a second, ` +
      `event loop p99 ${delay.toFixed(1)} ms`,
  );
  return { requests: perSecond, delay };
}

function metadata(wallet) {
  const commandId = randomUUID();
  const actor = { wallet, role: 'investor' };
  return {
    metadata: { commandId, correlationId: commandId, causationId: commandId, businessDate: '2026-01-01', actor },
  };
}

function list(store, propertyId) {
  return store.append(`listing-${propertyId}`, 'none', [listingCreated(propertyId, OWNER)], metadata(OWNER));
}

/** Makes purchases of the first property at the rate. @returns seconds taken */
async function load(store, seconds) {
  const began = performance.now();
  const under = new Set();
  for (let n = 0; n < RATE * seconds; n++) {
    const work = purchase(store, walletOf(n % BROWSERS)).finally(() => under.delete(work));
    under.add(work);
    const dueMs = began + ((n + 1) * 1000) / RATE - performance.now();
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
  }
  await Promise.all(under);
  return (performance.now() - began) / 1000;
}

/** Appends the events of a purchase that the measured read models fold, in the usual commits. */
async function purchase(store, wallet) {
  const paymentId = randomUUID();
  const stream = `payment-${paymentId}`;
  const about = { paymentId, propertyId: 1, wallet };
  const money = { amount: '100', platformFee: '2.5', totalAmount: '102.5' };
  const parties = { payer: wallet, payee: OWNER, feeWallet: 'rFee' };
  const property = { propertyId: 1, propertyName: 'Bench Court', tokens: 1 };
  const rest = { memo: null, refundOf: null, expiresAt: '2027-01-01T00:00:00.000Z' };
  const started = { paymentId, kind: 'property_purchase', ...parties, ...property, ...money, ...rest };
  const reserved = { type: 'TokensReserved', data: { ...about, tokens: 1, expiresAt: rest.expiresAt } };
  await store.appendMany(
    [
      { stream, expected: 'none', events: [{ type: 'PaymentStarted', data: started }] },
      { stream: 'listing-1', expected: 'any', events: [reserved] },
    ],
    metadata(wallet),
  );
  const leg = { paymentId, leg: 'recipient', attempt: 1, hash: randomUUID() };
  const sent = { ...leg, sequence: 1, ticket: null, lastLedgerSequence: 900, ledgerIndex: 800 };
  const landed = { ...leg, ledgerIndex: 801, result: 'tesSUCCESS', delivered: '100' };
  await store.append(stream, 'exists', [{ type: 'PaymentSubmitted', data: sent }], metadata(wallet));
  await store.append(stream, 'exists', [{ type: 'LegValidated', data: landed }], metadata(wallet));
  const hashes = { paymentHash: leg.hash, issuanceHash: randomUUID() };
  const bought = { ...about, tokens: 1, cost: '100', platformFee: '2.5', estimatedMonthlyReturn: '3', ...hashes };
  await store.appendMany(
    [
      { stream, expected: 'exists', events: [{ type: 'PaymentCompleted', data: { paymentId } }] },
      { stream: 'listing-1', expected: 'any', events: [{ type: 'TokensPurchased', data: bought }] },
    ],
    metadata(wallet),
  );
}

/** Opens so many browsers, whose pages refresh the parts that may have changed, one request per part at a time. */
async function browse(count, url) {
  let failed = 0;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
  const ask = (target) =>
    new Promise((resolve) => {
      const request = http.get(target, { agent }, (response) => {
        if (response.statusCode !== 200) failed++;
        response.resume().on('end', resolve);
      });
      request.on('error', () => (failed++, resolve()));
    });
  const streams = Array.from({ length: count }, async (_, n) => {
    const wallet = walletOf(n);
    const page = Object.entries(PAGES[n % PAGES.length]);
    const under = new Map();
    const askAgain = async (part) => {
      // A change during a request causes one more request.
      if (under.has(part)) return void under.set(part, true);
      for (let again = true; again; again = under.get(part)) {
        under.set(part, false);
        await ask(`${url}/${part}?wallet=${wallet}`);
      }
      under.delete(part);
    };
    const [response] = await once(http.get(`${url}/api/live?wallet=${wallet}`), 'response');
    let rest = '';
    response.setEncoding('utf8').on('data', (text) => {
      const messages = (rest + text).split('\n\n');
      rest = messages.pop();
      for (const message of messages.filter((one) => one.includes('event: changed'))) {
        const { readModels, properties } = JSON.parse(message.split('data: ')[1]);
        for (const [part, from] of page) {
          const other = OF_PROPERTY_TWO.has(part) && properties && !properties.includes(2);
          if (!other && from.some((name) => readModels.includes(name))) void askAgain(part);
        }
      }
    });
    response.on('error', () => undefined);
  });
  await Promise.all(streams);
  process.send('ready');
  await once(process, 'message');
  process.send(failed, () => process.exit(0));
}
