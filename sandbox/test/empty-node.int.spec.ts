import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Wallet } from 'xrpl';
import { startEmptyNode } from '../src/empty-node.js';
import type { Sandbox } from '../src/server.js';

let node: Sandbox;
let client: Client;
beforeAll(async () => {
  node = await startEmptyNode(0);
  client = new Client(`ws://127.0.0.1:${node.port}/ledger`);
  await client.connect();
});
afterAll(async () => {
  await client.disconnect();
  await node.close();
});

describe('npm run sandbox -- --empty', () => {
  it('is a stand-alone node with one rich account, and closes ledgers only when asked', async () => {
    const genesis = Wallet.fromSeed('snoPBrXtMeMyMHUVTgbuqAfg1SUTb');
    expect(
      (await client.request({ command: 'account_info', account: genesis.address })).result.account_data,
    ).toMatchObject({ Balance: '100000000000000000', Sequence: 1 });
    const first = await client.getLedgerIndex();
    await new Promise((wake) => setTimeout(wake, 100));
    expect(await client.getLedgerIndex()).toBe(first);
    await client.request({ command: 'ledger_accept' } as never);
    expect(await client.getLedgerIndex()).toBe(first + 1);
  });

  it('has nobody and nothing else', async () => {
    for (const path of ['/control/wallets', '/phone', '/xaman/api/v1/platform/ping', '/faucet'])
      expect((await fetch(node.url + path)).status).toBe(404);
    const paced = await fetch(`${node.url}/control/ledger`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"closeEveryMs":20}',
    });
    expect(await paced.json()).toEqual({ closeEveryMs: 20 });
  });
});
