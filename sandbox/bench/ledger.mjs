// Measures the sandbox's ledger: submissions a second over one WebSocket connection, and how long a close of a full
// ledger takes.
//
//   npm run build          (or: node node_modules/@typescript/native/bin/tsc -b sandbox)
//   node sandbox/bench/ledger.mjs [rounds] [transactions]
//
// Each round submits (default 1000) signed transactions of as many senders, without waiting for the answers
// in between, and then closes. Two kinds: XRP payments signed with secp256k1, and token payments through an issuer
// signed with ed25519. The ledger runs in this process with a data folder, so that a close includes writing the ledger
// to disk; signing is not timed. Expected on two cores: at least 1000 submissions a second, a close of
// 1000 transactions in at most 1500 ms.
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const { openLedgerParty } = await import(path.join(here, '../dist/ledger/index.js'));
const need = createRequire(import.meta.url);
const { Wallet } = need('xrpl');
const { WebSocket } = need('ws');

const rounds = Number(process.argv[2] ?? 3);
const count = Number(process.argv[3] ?? 1000);
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-bench-'));
const party = await openLedgerParty({ dataDir });
const server = http.createServer();
server.on('upgrade', (req, socket, head) => party.handleUpgrade(req, socket, head));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const socket = new WebSocket(`ws://127.0.0.1:${server.address().port}/ledger`);
await new Promise((resolve) => socket.once('open', resolve));
const waiting = new Map();
let nextId = 1;
socket.on('message', (data) => {
  const message = JSON.parse(data);
  waiting.get(message.id)?.(message);
  waiting.delete(message.id);
});
const ask = (request) =>
  new Promise((resolve) => {
    const id = nextId++;
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, ...request }));
  });
const close = () => ask({ command: 'ledger_accept' });
const sequences = new Map();
const sign = (wallet, tx) => {
  const sequence = sequences.get(wallet.classicAddress);
  sequences.set(wallet.classicAddress, sequence + 1);
  return wallet.sign({ Account: wallet.classicAddress, Fee: '10', Sequence: sequence, ...tx }).tx_blob;
};
const sendAll = async (blobs) => {
  const answers = await Promise.all(blobs.map((tx_blob) => ask({ command: 'submit', tx_blob })));
  const bad = answers.find((a) => a.result?.engine_result !== 'tesSUCCESS');
  if (bad) throw new Error(`a transaction got ${JSON.stringify(bad.result?.engine_result ?? bad)}`);
};
const open = async (wallets) => {
  const { result } = await ask({ command: 'ledger_current' });
  for (const wallet of wallets) sequences.set(wallet.classicAddress, result.ledger_current_index);
};

const genesis = Wallet.fromSeed('snoPBrXtMeMyMHUVTgbuqAfg1SUTb', { algorithm: 'ecdsa-secp256k1' });
sequences.set(genesis.classicAddress, 1);
const people = (algorithm, tag) =>
  Array.from({ length: count }, (_, i) => Wallet.fromEntropy(Buffer.from(`${tag}${i}`.padEnd(16, '.')), { algorithm }));
const payment = (to, Amount) => ({ TransactionType: 'Payment', Destination: to.classicAddress, Amount });

async function measure(name, senders, transaction) {
  for (let round = 0; round < rounds; round++) {
    const blobs = senders.map((wallet, i) => sign(wallet, transaction(senders[(i + 1) % count])));
    let started = performance.now();
    await sendAll(blobs);
    const seconds = (performance.now() - started) / 1000;
    started = performance.now();
    await close();
    const closed = performance.now() - started;
    console.log(`${name}: ${Math.round(count / seconds)} submissions/s, close of ${count} in ${Math.round(closed)} ms`);
  }
}

const payers = people('ecdsa-secp256k1', 'k');
const holders = people('ed25519', 'e');
const [issuer] = people('ed25519', 'issuer');
for (const group of [payers, [...holders.slice(0, -1), issuer, holders.at(-1)]]) {
  await open(group);
  for (let i = 0; i < group.length; i += 500)
    await sendAll(group.slice(i, i + 500).map((w) => sign(genesis, payment(w, '50000000'))));
  await close();
}
const token = (value) => ({ currency: 'USD', issuer: issuer.classicAddress, value });
await sendAll([sign(issuer, { TransactionType: 'AccountSet', SetFlag: 8 })]);
await close();
await sendAll(holders.map((w) => sign(w, { TransactionType: 'TrustSet', LimitAmount: token('1000000') })));
await close();
await sendAll(holders.map((w) => sign(issuer, payment(w, token('1000')))));
await close();

await measure('XRP, secp256k1', payers, (to) => payment(to, '1'));
await measure('tokens, ed25519', holders, (to) => payment(to, token('1.25')));

socket.close();
await party.close();
server.close();
fs.rmSync(dataDir, { recursive: true });
