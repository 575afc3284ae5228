import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Client, Wallet } from 'xrpl';
import { startEmptyNode } from '../../src/empty-node.js';
import { readEmptyOptions } from '../../src/empty-options.js';
import type { Sandbox } from '../../src/server.js';

const KEPT = 16;
const genesis = Wallet.fromSeed('snoPBrXtMeMyMHUVTgbuqAfg1SUTb');
let node: Sandbox;
let client: Client;
beforeEach(async () => {
  node = await startEmptyNode(0, readEmptyOptions(['--empty', '--history', String(KEPT)]));
  client = new Client(`ws://127.0.0.1:${node.port}/ledger`);
  await client.connect();
});
afterEach(async () => {
  await client.disconnect();
  await node.close();
});

const ask = async (command: string, more: object = {}): Promise<any> =>
  ((await client.request({ command, ...more } as never)) as { result: unknown }).result;
const refused = async (command: string, more: object = {}): Promise<unknown> =>
  ask(command, more).then(
    () => 'answered',
    (error: { data: { error: string } }) => error.data.error,
  );
const close = async (times: number) => {
  for (let n = 0; n < times; n++) await ask('ledger_accept');
};

it('a node that keeps so many ledgers forgets the older ones, and refuses as rippled does', async () => {
  const tx = await client.autofill({
    TransactionType: 'Payment',
    Account: genesis.classicAddress,
    Destination: Wallet.generate().classicAddress,
    Amount: '20000000',
  });
  const { tx_blob, hash } = genesis.sign(tx);
  await ask('submit', { tx_blob });
  await close(1);
  const { ledger_index: stood } = await ask('tx', { transaction: hash });
  const about = { account: genesis.classicAddress, forward: true };
  expect(
    (await ask('account_tx', { ...about, ledger_index_min: stood, ledger_index_max: stood })).transactions,
  ).toHaveLength(1);
  await close(KEPT);
  const { info } = await ask('server_info');
  const newest = info.validated_ledger.seq;
  expect(info.complete_ledgers).toBe(`${newest - KEPT + 1}-${newest}`);
  expect(await refused('ledger', { ledger_index: stood })).toBe('lgrNotFound');
  expect(await refused('tx', { transaction: hash })).toBe('txnNotFound');
  const range = { ledger_index_min: stood, ledger_index_max: stood };
  expect(await refused('account_tx', { ...about, ...range })).toBe('invalidLgrRange');
  expect(await refused('account_tx', { ...about, ...range, api_version: 1 })).toBe('lgrIdxsInvalid');
  expect((await ask('account_tx', { ...about, ledger_index_min: -1, ledger_index_max: -1 })).transactions).toEqual([]);
});

it('how many are kept is changed while it runs, and what was forgotten does not come back', async () => {
  const set = async (history: unknown) =>
    (
      await fetch(`${node.url}/control/ledger`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ history }),
      })
    ).status;
  await close(20);
  expect(await set(null)).toBe(200);
  await close(4);
  const [first, last] = (await ask('server_info')).info.complete_ledgers.split('-').map(Number);
  expect(last - first + 1).toBe(KEPT + 4);
  for (const wrong of [3, 'many', 1.5]) expect(await set(wrong)).toBe(400);
});
