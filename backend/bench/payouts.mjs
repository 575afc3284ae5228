// `node backend/bench/payouts.mjs [--holders 10000] [--kills 3] [--pace 3500] [--crash point,point …] [--two]`: a
// payout run to so many holders on the sandbox's ledger with real PostgreSQL. Measures its overhead beside the ledger's
// own time and its memory, and checks that each holder is paid once although the worker is killed on the way. Build
// first. Exit code 1 if a holder is not paid or paid twice, books and ledger differ, the overhead is above 10 %
// (without kills) or memory above 400 MB.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { EVENT_CATALOGUE, UPCASTERS } from '@tknest/contracts/events';
import { exactText, parseExact } from '@tknest/contracts/money';
import { Client, Wallet } from 'xrpl';
import { startEmptyNode } from '../../sandbox/dist/empty-node.js';
import { bookArrival, escrowFold } from '../dist/features/payouts/escrow/escrow.decider.js';
import { fundRun } from '../dist/features/payouts/runs/run.decider.js';
import { runFold } from '../dist/features/payouts/runs/run.state.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { createPool } from '../dist/platform/database/pool.js';
import { CataloguedEventStore } from '../dist/platform/event-store/catalogued-event-store.js';
import { handleCommandAcross } from '../dist/platform/event-store/decider.js';
import { load } from '../dist/platform/event-store/folding.js';
import { PostgresEventStore } from '../dist/platform/event-store/postgres/postgres-event-store.js';
import { startEmptyServer } from './empty-server.mjs';

const { values } = parseArgs({
  options: {
    holders: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '0' },
    pace: { type: 'string', default: '3500' },
    crash: { type: 'string', default: '' },
    two: { type: 'boolean', default: false },
  },
});
const HOLDERS = Number(values.holders);
const LIMITS = { overhead: 0.1, memoryMb: 400 };
const RLUSD = '524C555344000000000000000000000000000000';
const GENESIS = Wallet.fromSeed('snoPBrXtMeMyMHUVTgbuqAfg1SUTb', { algorithm: 'ecdsa-secp256k1' });
const WORKER = new URL('payout-worker.mjs', import.meta.url).pathname;
const say = (line) => process.stderr.write(`${line}\n`);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-payouts-'));
const server = await startEmptyServer();
const node = await startEmptyNode(0);
try {
  process.exitCode = (await bench()) ? 0 : 1;
} finally {
  await node.close();
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}

async function bench() {
  await migrate(server.url);
  const pool = createPool(server.url, 4);
  const inner = new PostgresEventStore(pool);
  const world = {
    store: new CataloguedEventStore(inner, EVENT_CATALOGUE, UPCASTERS),
    client: new Client(`ws://127.0.0.1:${node.port}/ledger`),
    issuer: Wallet.generate(),
    seeds: { payoutEscrow: Wallet.generate().seed, feeWallet: Wallet.generate().seed },
    holders: Array.from({ length: HOLDERS }, () => Wallet.generate()),
    blobFolder: path.join(folder, 'blobs'),
  };
  fs.mkdirSync(world.blobFolder);
  await world.client.connect();
  await populate(world);
  await setPace(Number(values.pace));
  let well = true;
  const points = values.crash ? values.crash.split(',') : [null];
  for (const [index, point] of points.entries()) well = (await payOut(world, index, point)) && well;
  await world.client.disconnect();
  await inner.close();
  await pool.end();
  return well;
}

async function setPace(closeEveryMs) {
  const body = JSON.stringify({ closeEveryMs });
  await fetch(`${node.url}/control/ledger`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

/** Sets up people on the ledger, tokens in the register, and money in the escrow. */
async function populate({ store, client, issuer, seeds, holders }) {
  const escrow = Wallet.fromSeed(seeds.payoutEscrow);
  const feeWallet = Wallet.fromSeed(seeds.feeWallet);
  const fund = (wallet, xrp) => ({
    TransactionType: 'Payment',
    Destination: wallet.classicAddress,
    Amount: `${xrp}000000`,
  });
  await sendAll(client, GENESIS, [
    fund(issuer, 1000),
    fund(escrow, 10_000),
    fund(feeWallet, 100),
    ...holders.map((one) => fund(one, 20)),
  ]);
  await sendAll(client, issuer, [{ TransactionType: 'AccountSet', SetFlag: 8 }]);
  const limit = { currency: RLUSD, issuer: issuer.classicAddress, value: '1000000000' };
  const line = (wallet) => sendAll(client, wallet, [{ TransactionType: 'TrustSet', LimitAmount: limit }], false);
  const everybody = [escrow, feeWallet, ...holders];
  for (let at = 0; at < everybody.length; at += 500) {
    await Promise.all(everybody.slice(at, at + 500).map(line));
    await close(client);
  }
  const amount = { currency: RLUSD, issuer: issuer.classicAddress, value: '100000000' };
  await sendAll(client, issuer, [{ TransactionType: 'Payment', Destination: escrow.classicAddress, Amount: amount }]);
  const made = (name, address) => ({ type: 'PlatformAccountMade', data: { name, address, seedItem: 'x' } });
  await store.append('account-payoutEscrow', 'none', [made('payoutEscrow', escrow.classicAddress)], context());
  const sold = holders.map(({ classicAddress: wallet }, index) => ({
    type: 'TokensPurchased',
    data: {
      propertyId: 1,
      paymentId: randomUUID(),
      wallet,
      tokens: 1 + (index % 9),
      cost: '1',
      platformFee: '0',
      estimatedMonthlyReturn: '0',
      paymentHash: 'P',
      issuanceHash: 'I',
    },
  }));
  for (let at = 0; at < sold.length; at += 500)
    await store.append('listing-1', 'any', sold.slice(at, at + 500), context());
  const arrival = { hash: 'ARRIVAL', ledgerIndex: 1, delivered: '100000000', note: 'a deposit' };
  await handleCommandAcross(
    store,
    { escrow: escrowFold },
    ({ escrow: books }) => ({
      escrow: [bookArrival(arrival, [{ account: 'deposit/1', amount: 100_000_000_000_000n }], books)],
    }),
    context(),
  );
  say(`${HOLDERS} holders`);
}

/** Runs one payout from its creation to its end, with the planned kills of its workers. */
async function payOut(world, index, crashAt) {
  const { store, client, seeds, issuer, blobFolder } = world;
  const runId = `due-1-2027-01-${String(index + 1).padStart(2, '0')}`;
  const date = runId.slice(-10);
  const amount = 25_000_000_000n + BigInt(index) * 1_000_003n;
  const order = {
    runId,
    propertyId: 1,
    source: 'autopay',
    period: date,
    date,
    recordPosition: null,
    amount,
    fee: amount / 40n,
  };
  await handleCommandAcross(
    store,
    { run: runFold(runId), escrow: escrowFold },
    (states) => fundRun(order, 'deposit/1', states),
    context(),
  );
  const settings = {
    database: server.url,
    ledgerUrl: `ws://127.0.0.1:${node.port}/ledger`,
    seeds,
    rlusdIssuer: issuer.classicAddress,
    blobFolder,
    runId,
  };
  const firstLedger = await client.getLedgerIndex();
  if (crashAt) {
    const { signal } = await worker({ ...settings, crashAt }).ended;
    if (signal !== 'SIGKILL') return fail(`${crashAt} was not met`);
  }
  for (let kill = 0; kill < Number(values.kills); kill++) {
    const one = worker(settings);
    setTimeout(
      () => one.child.kill('SIGKILL'),
      (Number(values.pace) * HOLDERS) / 100 / (Number(values.kills) + 1),
    ).unref();
    await one.ended;
  }
  const workers = Array.from({ length: values.two ? 2 : 1 }, () => worker(settings));
  const ends = await Promise.all(workers.map(({ ended }) => ended));
  if (ends.some(({ code }) => code !== 0)) return fail(`a worker ended with ${JSON.stringify(ends)}`);
  const told = ends.map(({ output }) => JSON.parse(output));
  const seconds = Math.max(...told.map((one) => one.seconds));
  const memoryMb = Math.max(...told.map((one) => one.maxRssMb));
  const work = await check(world, runId, firstLedger);
  if (!work) return false;
  const overhead = seconds / ((work.ledgers * Number(values.pace)) / 1000) - 1;
  const beside = `${work.ledgers} ledgers with work, overhead ${(100 * overhead).toFixed(1)} %, ${memoryMb} MB`;
  say(`${crashAt ?? 'run'}: ${HOLDERS} paid in ${seconds.toFixed(1)} s, ${beside}`);
  const undisturbed = !crashAt && values.kills === '0' && !values.two && HOLDERS >= 1000;
  if (undisturbed && overhead > LIMITS.overhead) return fail('the overhead is above 10 %');
  return memoryMb <= LIMITS.memoryMb || fail(`${memoryMb} MB`);
}

function worker(settings) {
  const child = spawn(process.execPath, ['--enable-source-maps', WORKER, JSON.stringify(settings)], {
    env: { ...process.env, SANDBOX: '1', NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal, output })));
  return { child, ended };
}

/** Expects one payment to every holder and of the fee, and books that equal the ledger. @returns ledgers with work */
async function check({ store, client, seeds, issuer, holders }, runId, firstLedger) {
  const escrow = Wallet.fromSeed(seeds.payoutEscrow).classicAddress;
  const paid = new Map();
  const ledgers = new Set();
  for (let marker; ;) {
    const page = await client.request({
      command: 'account_tx',
      account: escrow,
      ledger_index_min: firstLedger,
      forward: true,
      limit: 200,
      ...(marker ? { marker } : {}),
    });
    for (const { tx_json: tx, meta, ledger_index: ledger } of page.result.transactions) {
      if (tx.Account !== escrow) continue;
      ledgers.add(ledger);
      if (tx.TransactionType !== 'Payment' || meta.TransactionResult !== 'tesSUCCESS') continue;
      const { run } = JSON.parse(Buffer.from(tx.Memos[0].Memo.MemoData, 'hex').toString());
      if (run === runId) paid.set(tx.Destination, (paid.get(tx.Destination) ?? 0) + 1);
    }
    if (!(marker = page.result.marker)) break;
  }
  const wrong = holders.filter(({ classicAddress }) => paid.get(classicAddress) !== 1).length;
  if (wrong > 0) return fail(`${wrong} holders were not paid exactly once`);
  if (paid.size !== holders.length + 1) return fail(`${paid.size} payees`);
  const { state } = await load(store, escrowFold);
  const { result } = await client.request({ command: 'account_lines', account: escrow, peer: issuer.classicAddress });
  const held = parseExact(result.lines[0].balance);
  if (-state.balances.get('ledger') !== held)
    return fail(`the books hold ${exactText(-state.balances.get('ledger'))}, the ledger ${exactText(held)}`);
  return { ledgers: ledgers.size };
}

function fail(what) {
  say(`FAILED: ${what}`);
  return false;
}

async function close(client) {
  await client.request({ command: 'ledger_accept' });
}

async function sendAll(client, wallet, drafts, closes = true) {
  const { result } = await client.request({
    command: 'account_info',
    account: wallet.classicAddress,
    ledger_index: 'current',
  });
  for (const [index, draft] of drafts.entries()) {
    const Sequence = result.account_data.Sequence + index;
    const { tx_blob } = wallet.sign({
      Account: wallet.classicAddress,
      Fee: '5000',
      Sequence,
      LastLedgerSequence: 900_000_000,
      ...draft,
    });
    const { result: verdict } = await client.request({ command: 'submit', tx_blob });
    if (verdict.engine_result !== 'tesSUCCESS') throw new Error(`${draft.TransactionType}: ${verdict.engine_result}`);
    if (closes && index % 500 === 499) await close(client);
  }
  if (closes) await close(client);
}

function context() {
  const commandId = randomUUID();
  const ids = { commandId, correlationId: commandId, causationId: commandId, businessDate: '2027-01-15' };
  return { metadata: { ...ids, actor: { wallet: null, role: 'system' } } };
}
