// `node backend/bench/purchases.mjs [purchases]`: the cost of a purchase for a listing with few earlier purchases and
// for one with many: commands, folds, tickets and signatures on real PostgreSQL, without ledger and wallet app. Then
// the cold start after a lost snapshot, and the event loop's delay at 50 purchases a second. Build first. Exit code 1
// if a purchase after many costs over 20 % more than after few, or the delay's p99 is above 50 ms; both need an idle
// machine.
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { EVENT_CATALOGUE, UPCASTERS } from '@tknest/contracts/events';
import { Wallet } from 'xrpl';
import { recipeOf } from '../dist/features/payments/kinds/index.js';
import { payerFold } from '../dist/features/payments/payer.decider.js';
import { completePayment, startPayment } from '../dist/features/payments/payment.decider.js';
import { paymentFold } from '../dist/features/payments/payment.evolve.js';
import { issuance } from '../dist/features/payments/transactions.js';
import { listingFold } from '../dist/features/listings/rules.public.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { createPool } from '../dist/platform/database/pool.js';
import { CataloguedEventStore } from '../dist/platform/event-store/catalogued-event-store.js';
import { handleCommandAcross } from '../dist/platform/event-store/decider.js';
import { load } from '../dist/platform/event-store/folding.js';
import { PostgresEventStore } from '../dist/platform/event-store/postgres/postgres-event-store.js';
import { PostgresSnapshots } from '../dist/platform/event-store/postgres/postgres-snapshots.js';
import { Snapshots } from '../dist/platform/event-store/snapshots.js';
import { accountFold } from '../dist/platform/ledger/accounts/account.state.js';
import { placed } from '../dist/platform/ledger/accounts/account-signer.js';
import { TicketPool } from '../dist/platform/ledger/accounts/ticket-pool.js';
import { startEmptyServer } from './empty-server.mjs';
import { listingCreated } from './listing.mjs';
import { SNAPSHOT_KEYS } from './snapshot-keys.mjs';

const MANY = Number(process.argv[2] ?? 10_000);
const MEASURED = 150;
const RATE = 50;
const SECONDS = 15;
const LIMITS = { growth: 1.2, delayMs: 50 };
const TODAY = '2026-01-01';
const ISSUER = Wallet.fromEntropy(new Uint8Array(16).fill(7));

const pools = new WeakMap();
let nextTicket = 1;
let lastTicket = 0;

const server = await startEmptyServer();
try {
  process.exitCode = (await bench()) ? 0 : 1;
} finally {
  await server.stop();
}

function context() {
  const commandId = randomUUID();
  const metadata = { commandId, correlationId: commandId, causationId: commandId, businessDate: TODAY };
  return { metadata: { ...metadata, actor: { wallet: null, role: 'system' } } };
}

function storeOn(pool, inner) {
  const snapshots = new Snapshots(new PostgresSnapshots(pool, SNAPSHOT_KEYS));
  return new CataloguedEventStore(inner, EVENT_CATALOGUE, UPCASTERS, snapshots);
}

async function bench() {
  const url = server.url;
  await migrate(url);
  const pool = createPool(url, 20);
  const inner = new PostgresEventStore(pool);
  const store = storeOn(pool, inner);
  try {
    // Warms up the code before anything is timed, or the first purchases would look expensive.
    await list(store, 3);
    await purchases(store, 3, 500);
    await list(store, 1);
    await purchases(store, 1, 10);
    const few = await measure(store, 1);
    await list(store, 2);
    await purchases(store, 2, MANY);
    const many = await measure(store, 2);
    const growth = many / few;
    console.log(
      `a purchase after 10: ${few.toFixed(2)} ms; after ${MANY}: ${many.toFixed(2)} ms; ratio ${growth.toFixed(2)}`,
    );
    for (const [what, on] of [
      ['listing', listingFold(2)],
      ['issuer', accountFold('issuer')],
    ]) {
      const [cold, kept] = [
        await timed(() => load({ read: store.read.bind(store) }, on)),
        await fresh(pool, inner, on),
      ];
      console.log(`cold start of the ${what}: ${kept.toFixed(1)} ms from its snapshot, ${cold.toFixed(0)} ms without`);
    }
    const delay = await delayUnderLoad(store);
    console.log(`event loop at ${RATE} purchases a second: p99 ${delay.toFixed(1)} ms (limit ${LIMITS.delayMs})`);
    return growth <= LIMITS.growth && delay <= LIMITS.delayMs;
  } finally {
    await inner.close();
    await pool.end();
  }
}

function fresh(pool, inner, on) {
  return timed(() => load(storeOn(pool, inner), on));
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function list(store, propertyId) {
  const listed = listingCreated(propertyId, ISSUER.classicAddress);
  return store.append(`listing-${propertyId}`, 'none', [listed], context());
}

async function purchases(store, propertyId, count) {
  for (let at = 0; at < count; at += 25)
    await Promise.all(Array.from({ length: Math.min(25, count - at) }, () => purchase(store, propertyId)));
}

/** Median milliseconds of a purchase, one after the other. */
async function measure(store, propertyId) {
  const times = [];
  for (let i = 0; i < MEASURED; i++) times.push(await timed(() => purchase(store, propertyId)));
  return times.sort((a, b) => a - b)[Math.floor(MEASURED / 2)];
}

/** The platform's own work for a purchase: reserves, issues with a ticket, settles. */
async function purchase(store, propertyId) {
  const paymentId = randomUUID();
  const payer = ISSUER.classicAddress;
  const order = {
    paymentId,
    kind: 'property_purchase',
    payer: `r${paymentId}`,
    payee: 'rOwner',
    feeWallet: 'rFee',
    propertyId,
    propertyName: 'Bench Court',
    tokens: 1,
    amount: 100_000_000n,
    feeBps: 250n,
    memo: null,
    refundOf: null,
    previousRefund: null,
    today: TODAY,
    now: new Date(),
    expiryMinutes: 10,
  };
  const streams = { payment: paymentFold(paymentId), payer: payerFold(order.payer), ...recipeOf(order).streams(order) };
  await handleCommandAcross(store, streams, (states) => startPayment(order, states), context());
  await store.append(`payment-${paymentId}`, 'exists', leg(paymentId, 'recipient', null), context());
  if (!pools.has(store)) pools.set(store, new TicketPool(store, 'issuer'));
  const tickets = pools.get(store);
  if (nextTicket % 50 === 1) await createTickets(store);
  nextTicket++;
  const purpose = `${paymentId}/issuance/1`;
  // False if another purchase took the ticket meanwhile. Signs again then, as the courier does.
  const issued = () =>
    tickets.useMany([purpose], {
      sign: async (chosen) => {
        const ticket = chosen.get(purpose);
        const unsigned = issuance({
          holder: 'rrrrrrrrrrrrrrrrrrrrBZbvji',
          issuer: payer,
          property: 1,
          purchase: paymentId,
          tokens: 1,
        });
        return {
          ticket,
          ...ISSUER.sign(placed(unsigned, { ticket, sequence: 0 }, { lastLedgerSequence: 900, fee: 10n })),
        };
      },
      commit: async ({ ticket, hash }, assignment) => {
        const write = {
          stream: `payment-${paymentId}`,
          expected: 'exists',
          events: leg(paymentId, 'issuance', ticket, hash),
        };
        const data = { name: 'issuer', ticket, purpose, hash };
        const burned = { stream: 'account-issuer', expected: 'exists', events: [{ type: 'TicketBurned', data }] };
        try {
          await store.appendMany(assignment ? [write, assignment] : [write], context());
        } catch (error) {
          if (!error.stream) throw error;
          return { done: false, moved: error.stream };
        }
        await store.appendMany([burned], context());
        return { done: true };
      },
    });
  while (!(await issued()));
  await handleCommandAcross(store, streams, (states) => completePayment(new Date(), TODAY, states), context());
}

function leg(paymentId, name, ticket, hash = randomUUID()) {
  const at = { paymentId, leg: name, attempt: 1 };
  const signed = { ...at, hash, sequence: 0, ticket, lastLedgerSequence: 900 };
  const transaction = ticket === null ? {} : { TicketSequence: ticket };
  return [
    {
      type: 'LegPrepared',
      data: { ...at, identifier: 'x', transaction, sequence: 0, lastLedgerSequence: 900, ledgerIndex: 800 },
    },
    { type: 'LegSigned', data: { ...signed, blobItem: 'x' } },
    { type: 'PaymentSubmitted', data: { ...signed, ledgerIndex: 800 } },
    { type: 'LegValidated', data: { ...at, hash, ledgerIndex: 801, result: 'tesSUCCESS', delivered: null } },
  ];
}

async function createTickets(store) {
  const tickets = Array.from({ length: 200 }, () => ++lastTicket);
  const { state } = await load(store, accountFold('issuer'));
  if (state.free.length > 120) return;
  await store.append(
    'account-issuer',
    'any',
    [{ type: 'TicketsCreated', data: { name: 'issuer', tickets, hash: 'x' } }],
    context(),
  );
}

/** p99 of the event loop's delay, milliseconds. */
async function delayUnderLoad(store) {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  const under = new Set();
  histogram.enable();
  for (let i = 0; i < RATE * SECONDS; i++) {
    const work = purchase(store, 2).finally(() => under.delete(work));
    under.add(work);
    await new Promise((resolve) => setTimeout(resolve, 1000 / RATE));
  }
  await Promise.all(under);
  histogram.disable();
  return histogram.percentile(99) / 1e6 - 5;
}
