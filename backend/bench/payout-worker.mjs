// A process that pays out runs as the program does, on a given database and ledger, to be measured and to be killed.
// Started by payouts.mjs.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { EVENT_CATALOGUE, UPCASTERS } from '@tknest/contracts/events';
import { Wallet } from 'xrpl';
import { payoutOwner } from '../dist/features/payouts/transactions/owner.js';
import { conflictOf, conflictStream } from '../dist/features/platform-accounts/conflict-case.js';
import { runFold } from '../dist/features/payouts/runs/run.state.js';
import { holdersOfRecord } from '../dist/features/listings/rules.public.js';
import { systemClock } from '../dist/platform/clock/clock.js';
import { createPool } from '../dist/platform/database/pool.js';
import { CataloguedEventStore } from '../dist/platform/event-store/catalogued-event-store.js';
import { load } from '../dist/platform/event-store/folding.js';
import { PostgresEventStore } from '../dist/platform/event-store/postgres/postgres-event-store.js';
import { PostgresSnapshots } from '../dist/platform/event-store/postgres/postgres-snapshots.js';
import { Snapshots } from '../dist/platform/event-store/snapshots.js';
import { accountOwner } from '../dist/platform/ledger/accounts/account-owner.js';
import { TicketPool } from '../dist/platform/ledger/accounts/ticket-pool.js';
import { ticketsToCreate } from '../dist/platform/ledger/accounts/ticket-refill.js';
import { Courier } from '../dist/platform/ledger/transactions/courier.js';
import { LedgerPacer } from '../dist/platform/ledger/ledger-pacer.js';
import { XrplConnection } from '../dist/platform/ledger/xrpl-connection.js';
import { XrplGateway } from '../dist/platform/ledger/xrpl-gateway.js';
import { armCrashPoint, parseCrashPoint } from '../dist/platform/telemetry/crash-points.js';
import { crashingBlobs, crashingLedger, crashingStore } from '../dist/platform/ledger/crashing-ports.js';
import { SNAPSHOT_KEYS } from './snapshot-keys.mjs';

const { database, ledgerUrl, seeds, rlusdIssuer, blobFolder, runId, crashAt } = JSON.parse(process.argv[2]);
const NAME = 'payoutEscrow';
const TICKETS = { low: 100, full: 240 };
const wallets = Object.fromEntries(Object.entries(seeds).map(([name, seed]) => [name, Wallet.fromSeed(seed)]));

const pool = createPool(database, 10);
const snapshots = new Snapshots(new PostgresSnapshots(pool, SNAPSHOT_KEYS));
const store = crashingStore(
  new CataloguedEventStore(new PostgresEventStore(pool), EVENT_CATALOGUE, UPCASTERS, snapshots),
  true,
);
const connection = new XrplConnection(ledgerUrl);
const ledger = crashingLedger(new XrplGateway(connection, 'sandbox'), true);
connection.start();
while (connection.validatedIndex === 0) await new Promise((wake) => setTimeout(wake, 20));

const keptInFiles = {
  keep: async (_, blob) => {
    const item = randomUUID();
    fs.writeFileSync(path.join(blobFolder, item), blob, { mode: 0o600 });
    return item;
  },
  open: async (item) => fs.readFileSync(path.join(blobFolder, item), 'utf8'),
};
const blobs = crashingBlobs(keptInFiles, true);
const sign = async (name, transaction) => {
  const { tx_blob: blob, hash } = wallets[name].sign(transaction);
  return { blob, hash };
};
/** Refills tickets as the program does: one check and one TicketCreate at a time. */
let refilling = null;
const refill = () => (refilling ??= courier.advance('account', NAME).finally(() => (refilling = null)));
async function needed(_, { free, address }) {
  const count = ticketsToCreate(free.length, await ledger.account(address), await ledger.reserves(), TICKETS);
  return count > 0 ? { do: 'sign', row: [{ TransactionType: 'TicketCreate', TicketCount: count }] } : { do: 'rest' };
}

const tickets = new TicketPool(store, NAME);
const ports = {
  store,
  ledger,
  clock: systemClock,
  accounts: { address: async (name) => wallets[name].classicAddress, sign, tickets: () => tickets },
  holders: (propertyId, until) => holdersOfRecord(store, propertyId, until),
  blocked: async () => new Set(),
  businessDate: async () => '2027-01-15',
  settings: { rlusdIssuer },
  turns: store,
};
const carrying = {
  blobs,
  refill,
  maySign: async () => true,
  conflict: (found) => conflictOf(store, found),
  conflictStream,
};
const courier = new Courier({ ...ports, ...carrying }, [payoutOwner(ports), accountOwner({ ...ports, blobs }, needed)]);
const runner = new LedgerPacer('Payouts', (id) => courier.advance('payout', id), systemClock);
runner.follow(connection);
if (crashAt) armCrashPoint(parseCrashPoint(crashAt), process.env);

const began = Date.now();
for (;;) {
  const next = await runner.advance(runId);
  const { state } = await load(store, runFold(runId));
  if (state.paused) throw new Error(`The run pauses: ${state.paused}`);
  if (state.phase === 'completed' && state.open.size === 0) break;
  await systemClock.sleep(Math.max(20, (next?.getTime() ?? 0) - Date.now()));
}
const seconds = (Date.now() - began) / 1000;
process.stdout.write(JSON.stringify({ seconds, maxRssMb: Math.round(process.resourceUsage().maxRSS / 1024) }));
await runner.stop();
await connection.stop();
await store.close?.();
await pool.end();
process.exit(0);
