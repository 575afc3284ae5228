import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { Client, Wallet } from 'xrpl';
import { startEmptyNode } from '../src/empty-node.js';
import { readEmptyOptions } from '../src/empty-options.js';
import type { Sandbox } from '../src/server.js';

let node: Sandbox;
let client: Client;
const folders: string[] = [];

async function start(...args: string[]): Promise<void> {
  node = await startEmptyNode(0, readEmptyOptions(['--empty', ...args]));
  client = new Client(`ws://127.0.0.1:${node.port}/ledger`);
  await client.connect();
}
async function stop(): Promise<void> {
  await client.disconnect();
  await node.close();
}
afterEach(async () => {
  await stop();
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

const folder = (): string => {
  folders.push(fs.mkdtempSync(path.join(os.tmpdir(), 'empty-node-')));
  return folders.at(-1)!;
};
const post = async (where: string, body: object): Promise<[number, any]> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(node.url + where, { method: 'POST', headers, body: JSON.stringify(body) });
  return [answer.status, await answer.json()];
};
/** A restore drops every connection; one that xrpl.js were to bring back by itself would get in the way of ours. */
const restored = async (name: string): Promise<[number, any]> => {
  await client.disconnect();
  const witness = new WebSocket(`ws://127.0.0.1:${node.port}/ledger`);
  await once(witness, 'open');
  const [answer] = await Promise.all([post('/control/snapshots', { restore: name }), once(witness, 'close')]);
  await client.connect();
  return answer;
};
const genesis = Wallet.fromSeed('snoPBrXtMeMyMHUVTgbuqAfg1SUTb');
const ask = async (command: string, more: object = {}): Promise<any> =>
  ((await client.request({ command, ...more } as never)) as { result: unknown }).result;
const pay = async (tx: object): Promise<string> => {
  const filled = await client.autofill({ TransactionType: 'Payment', Account: genesis.address, ...tx } as never);
  return (await ask('submit', { tx_blob: genesis.sign(filled).tx_blob })).engine_result;
};
const someone = Wallet.generate().address;

describe('npm run sandbox -- --empty with options', () => {
  it('--data keeps the chain from one start to the next', async () => {
    const data = folder();
    await start('--data', data);
    expect(await pay({ Destination: someone, Amount: '5000000' })).toBe('tesSUCCESS');
    await ask('ledger_accept');
    const hash = (await ask('ledger', { ledger_index: 'validated' })).ledger_hash;
    await stop();
    await start('--data', data);
    expect((await ask('ledger', { ledger_index: 'validated' })).ledger_hash).toBe(hash);
    expect(await client.getXrpBalance(someone)).toBe(5);
  });

  it('--network-id above 1024 is asked for in every transaction, and kept with the chain', async () => {
    const data = folder();
    await start('--network-id', '21337', '--data', data);
    expect((await ask('server_info')).info.network_id).toBe(21337);
    expect(await pay({ Destination: someone, Amount: '5000000', NetworkID: 21338 })).toBe('telWRONG_NETWORK');
    const { NetworkID: _none, ...unnamed } = (await client.autofill({
      TransactionType: 'Payment',
      Account: genesis.address,
      Destination: someone,
      Amount: '5000000',
    } as never)) as any;
    expect((await ask('submit', { tx_blob: genesis.sign(unnamed).tx_blob })).engine_result).toBe(
      'telREQUIRES_NETWORK_ID',
    );
    expect(await pay({ Destination: someone, Amount: '5000000' })).toBe('tesSUCCESS');
    await ask('ledger_accept');
    await stop();
    await start('--data', data);
    expect((await ask('server_info')).info.network_id).toBe(21337);
  });

  it('--reserve-base and --reserve-increment are what accounts must keep', async () => {
    await start('--reserve-base', '10000000', '--reserve-increment', '2000000');
    expect((await ask('server_info')).info.validated_ledger).toMatchObject({
      reserve_base_xrp: 10,
      reserve_inc_xrp: 2,
    });
    expect(await pay({ Destination: someone, Amount: '9999999' })).toBe('tecNO_DST_INSUF_XRP');
    expect(await pay({ Destination: someone, Amount: '10000000' })).toBe('tesSUCCESS');
  });

  it('--without an amendment its transactions are unknown', async () => {
    await start('--without', 'Checks,TicketBatch');
    const check = { TransactionType: 'CheckCreate', Destination: genesis.address, SendMax: '1' };
    expect(await pay({ ...check, Amount: undefined })).toBe('temDISABLED');
    const { features } = await ask('feature');
    const enabled = (name: string) => Object.values<any>(features).find((f) => f.name === name).enabled;
    expect(['Checks', 'TicketBatch', 'Clawback'].map(enabled)).toEqual([false, false, true]);
  });

  it('--faucet gives XRP as the test network does, on a network with a number, too', async () => {
    await start('--faucet', '--network-id', '21337');
    const [status, given] = await post('/faucet', { destination: someone, xrpAmount: '42' });
    expect([status, given.amount]).toEqual([200, 42]);
    expect(await client.getXrpBalance(someone)).toBe(42);
  });

  it.each([
    ['in memory', () => []],
    ['on disk', () => ['--data', folder()]],
  ])('snapshots %s: saved, gone on from, restored', async (_where, args) => {
    await start(...args());
    await pay({ Destination: someone, Amount: '5000000' });
    await ask('ledger_accept');
    const [, saved] = await post('/control/snapshots', { save: 'before' });
    await pay({ Destination: someone, Amount: '5000000' });
    await ask('ledger_accept');
    const later = (await ask('ledger', { ledger_index: 'validated' })).ledger_hash;
    await post('/control/snapshots', { save: 'after' });
    expect(await (await fetch(`${node.url}/control/snapshots`)).json()).toEqual({ snapshots: ['after', 'before'] });
    expect(await restored('before')).toEqual([200, saved]);
    expect(await client.getXrpBalance(someone)).toBe(5);
    await pay({ Destination: someone, Amount: '1000000' });
    await ask('ledger_accept');
    expect(await client.getXrpBalance(someone)).toBe(6);
    await restored('after');
    expect((await ask('ledger', { ledger_index: 'validated' })).ledger_hash).toBe(later);
    expect((await post('/control/snapshots', { restore: 'never' }))[0]).toBe(404);
    expect((await post('/control/snapshots', { save: '../up' }))[0]).toBe(400);
  });

  it('what cannot be is refused with the name of the option', async () => {
    await start();
    expect(() => readEmptyOptions(['--network-id', 'x'])).toThrow('--network-id');
    expect(() => readEmptyOptions(['--reserve-base', '1'])).toThrow('--reserve-increment');
    expect(() => readEmptyOptions(['--without', 'AMM'])).toThrow('--without');
    expect(() => readEmptyOptions(['--fancy'])).toThrow('--fancy');
  });
});
