import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Wallet } from 'xrpl';
import { type LedgerServer, startLedger } from './support/ledger-server.js';
import { payment, People } from './support/people.js';

/** No recording shows it: the answers are those of rippled's documents and source (`TxHistory.cpp`). */
let server: LedgerServer;
let people: People;
const sent: string[] = [];
beforeAll(async () => {
  server = await startLedger();
  people = await People.on(server);
  const [alice, bob] = (await people.fund(1_000, 'alice', 'bob')) as [Wallet, Wallet];
  for (let index = 0; index < 25; index++) {
    const answer = await people.submit(alice, payment(bob, String(1_000 + index)));
    sent.unshift(answer['tx_json'].hash as string);
    if (index % 4 === 0) await people.close();
  }
  await people.close();
});
afterAll(async () => {
  await people?.leave();
  await server?.close();
});

const hashes = ({ txs }: any) => txs.map(({ hash }: any) => hash);

it('gives the twenty newest validated transactions, whatever ledgers they stand in', async () => {
  const answer = await people.ask('tx_history', { start: 0 });
  expect(answer['index']).toBe(0);
  expect(hashes(answer)).toEqual(sent.slice(0, 20));
  expect(answer['txs'][0]).toMatchObject({ TransactionType: 'Payment', ledger_index: expect.any(Number) });
});

it('goes on after as many as are skipped', async () => {
  expect(hashes(await people.ask('tx_history', { start: 20 })).slice(0, 5)).toEqual(sent.slice(20));
  expect(hashes(await people.ask('tx_history', { start: 100_000 }))).toEqual([]);
});

it('needs a start, and is unknown to version 2', async () => {
  for (const params of [{}, { start: 'x' }, { start: -1 }])
    expect(await people.ask('tx_history', params)).toMatchObject({ error: 'invalidParams' });
  expect(await people.ask('tx_history', { start: 0 }, 2)).toMatchObject({ error: 'unknownCmd' });
});
