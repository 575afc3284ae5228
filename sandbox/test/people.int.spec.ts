import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'xrpl';
import { startSandbox } from '../src/server.js';
import { readConfig } from '../src/config.js';
import { TestSandbox, type Json } from './support/test-sandbox.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sandbox-people-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function withClient<T>(world: TestSandbox, ask: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(world.ledgerUrl);
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.disconnect();
  }
}
const balances = (world: TestSandbox, address: string) => withClient(world, (client) => client.getBalances(address));

describe('the people of a sandbox', () => {
  it('are one admin, one compliance officer, one auditor, two landlords and three investors, with money', async () => {
    const world = await TestSandbox.start({ dataDir });
    const people: Json[] = await world.get('/control/wallets');
    expect(people.map(({ role }) => role).sort()).toEqual([
      'admin',
      'auditor',
      'compliance',
      'investor',
      'investor',
      'investor',
      'landlord',
      'landlord',
    ]);
    for (const { role, address } of people) {
      const rlusd = (await balances(world, address)).find(({ currency }) => currency !== 'XRP')?.value;
      expect(rlusd).toBe({ landlord: '20000', investor: '100000' }[role as string]);
    }
    const { rlusdIssuer } = await world.get('/control/info');
    const { account_flags } = await withClient(
      world,
      async (client) => (await client.request({ command: 'account_info', account: rlusdIssuer })).result,
    );
    expect(account_flags).toMatchObject({
      defaultRipple: true,
      depositAuth: true,
      allowTrustLineClawback: true,
      requireAuthorization: false,
      noFreeze: false,
    });
    expect((await stat(path.join(dataDir, 'sandbox/people.jsonl'))).mode & 0o777).toBe(0o600);
    await world.close();
  });

  it('stay who they are, and are not paid twice', async () => {
    const first = await TestSandbox.start({ dataDir });
    const people: Json[] = await first.get('/control/wallets');
    const { body } = await first.xaman('POST', 'payload', {
      txjson: { TransactionType: 'AccountDelete', Destination: people[1]!.address },
      custom_meta: { identifier: 'kept' },
    });
    const spender = await first.post('/control/wallets', { name: 'Spender', rlusd: 10 });
    await first.close();
    const second = await TestSandbox.start({ dataDir });
    expect(await second.get('/control/wallets')).toEqual([...people, spender]);
    expect((await balances(second, people[0]!.address)).map(({ value }) => value)).toContain('100000');
    expect((await balances(second, spender.address)).map(({ value }) => value)).toContain('10');
    expect((await second.xaman('GET', 'payload/ci/kept')).body.meta.uuid).toBe(body.uuid);
    await second.close();
  });

  it('come to be also where the first start was cut short', async () => {
    const config = { ...readConfig({ SANDBOX_PORT: '0' }), dataDir, closeEveryMs: 50 };
    const cut = await startSandbox(config);
    await cut.close().catch(() => undefined);
    const world = await TestSandbox.start({ dataDir });
    expect(await world.get('/control/wallets')).toHaveLength(8);
    await world.close();
  });
});

describe('a sandbox', () => {
  it('does not run in production, and says where a setting is wrong', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/production/);
    expect(() => readConfig({ SANDBOX_PORT: 'x' })).toThrow(/SANDBOX_PORT/);
    expect(() => readConfig({ BACKEND_URL: 'nowhere' })).toThrow(/BACKEND_URL/);
    expect(() => readConfig({ SANDBOX_LEDGER_URL: 'http://x' })).toThrow(/SANDBOX_LEDGER_URL/);
    expect(() => readConfig({ XAMAN_WEBHOOK_WAITS: '1,x' })).toThrow(/XAMAN_WEBHOOK_WAITS/);
  });

  it('says when its port is taken', async () => {
    const world = await TestSandbox.start();
    await expect(TestSandbox.start({ port: world.sandbox.port })).rejects.toThrow(/in use/);
    await world.close();
  });

  it('stands on another node just as well', async () => {
    const node = await TestSandbox.start({ closeEveryMs: null });
    const world = await TestSandbox.start({ ledgerUrl: node.ledgerUrl, dataDir });
    expect(await world.get('/control/wallets')).toHaveLength(8);
    const { address } = await world.post('/control/wallets', { rlusd: 12 });
    expect((await balances(node, address)).map(({ value }) => value)).toContain('12');
    expect(await balances(world, address)).toEqual(await balances(node, address));
    await world.post('/control/faults', { party: 'ledger', kind: 'error', match: 'fee' });
    await expect(withClient(world, (client) => client.request({ command: 'fee' }))).rejects.toThrow();
    await world.close();
    await node.close();
  });
});
