import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'xrpl';
import { WebSocket } from 'ws';
import { eventually, TestSandbox, type Json } from './support/test-sandbox.js';

let world: TestSandbox;
beforeAll(async () => {
  world = await TestSandbox.start();
});
afterEach(() => world.call('DELETE', '/control/faults'));
afterAll(() => world.close());

const fault = (body: Json) => world.call('POST', '/control/faults', body);
const ping = () => world.xaman('GET', 'ping');
const soon = <T>(promise: Promise<T>, ms = 250) =>
  Promise.race([promise, new Promise<'nothing'>((wake) => setTimeout(wake, ms, 'nothing'))]);
const rates = '/fred/series/observations?series_id=DPRIME&file_type=json&api_key=';

describe('setting faults', () => {
  it('names what is wrong', async () => {
    const wrong = [
      {},
      { party: 'nobody', kind: 'hang' },
      { party: 'xaman', kind: 'nonsense' },
      { party: 'xaman', kind: 'hang', times: 0 },
      { party: 'xaman', kind: 'delay', ms: -1 },
    ];
    for (const body of [
      ...wrong,
      { party: 'fred', kind: 'lose-webhook' },
      { party: 'xaman', kind: 'lose-open-ledger' },
    ])
      expect((await fault(body)).status).toBe(400);
    expect(await world.get('/control/faults')).toEqual([]);
  });

  it('lists and clears them', async () => {
    await fault({ party: 'census', kind: 'error', match: 'onelineaddress' });
    expect(await world.get('/control/faults')).toEqual([{ party: 'census', kind: 'error', match: 'onelineaddress' }]);
    expect((await world.call('DELETE', '/control/faults')).status).toBe(204);
    expect(await world.get('/control/faults')).toEqual([]);
  });
});

describe('an HTTP party', () => {
  it('answers 5xx, as often as it is to, where it matches', async () => {
    await fault({ party: 'xaman', kind: 'error', match: '/ping', times: 2 });
    expect((await world.xaman('GET', 'curated-assets')).status).toBe(200);
    expect([(await ping()).status, (await ping()).status, (await ping()).status]).toEqual([503, 503, 200]);
  });

  it('answers late', async () => {
    await fault({ party: 'fred', kind: 'delay', ms: 200 });
    const begin = Date.now();
    await world.get(rates + world.config.fred.apiKey);
    expect(Date.now() - begin).toBeGreaterThanOrEqual(195);
  });

  it('never answers, or does what it was asked and does not answer', async () => {
    const identifier = 'answer-lost';
    await fault({ party: 'xaman', kind: 'hang', match: '/ping', times: 1 });
    expect(await soon(ping())).toBe('nothing');
    await fault({ party: 'xaman', kind: 'lose-answer', match: 'POST /xaman', times: 1 });
    expect(
      await soon(
        world.xaman('POST', 'payload', { txjson: { TransactionType: 'SignIn' }, custom_meta: { identifier } }),
      ),
    ).toBe('nothing');
    await eventually(async () =>
      expect((await world.xaman('GET', `payload/ci/${identifier}`)).body.meta?.exists).toBe(true),
    );
  });

  it('refuses connections, or drops them', async () => {
    await fault({ party: 'xaman', kind: 'refuse', times: 1 });
    await expect(ping()).rejects.toThrow();
    await fault({ party: 'xaman', kind: 'disconnect', match: '/ping', times: 1 });
    await expect(ping()).rejects.toThrow();
    expect((await ping()).status).toBe(200);
  });

  it('drops its open status feeds', async () => {
    const { body } = await world.xaman('POST', 'payload', { txjson: { TransactionType: 'SignIn' } });
    const feed = new WebSocket(body.refs.websocket_status);
    await new Promise((open) => feed.once('open', open));
    const closed = new Promise((done) => feed.once('close', done));
    await fault({ party: 'xaman', kind: 'disconnect' });
    expect(await closed).toBe(1006);
    expect(await world.get('/control/faults')).toEqual([]);
  });
});

describe('the ledger', () => {
  it('refuses, drops and comes back', async () => {
    const client = new Client(world.ledgerUrl);
    await client.connect();
    const dropped = new Promise((done) => client.once('disconnected', done));
    await fault({ party: 'ledger', kind: 'refuse' });
    await fault({ party: 'ledger', kind: 'disconnect' });
    await dropped;
    const other = new Client(world.ledgerUrl, { connectionTimeout: 500 });
    await expect(other.connect()).rejects.toThrow();
    await expect(fetch(`${world.url}/ledger`, { method: 'POST', body: '{"method":"ping"}' })).rejects.toThrow();
    await world.call('DELETE', '/control/faults');
    // xrpl.js comes back by itself only where its first attempt is not refused.
    // Its own attempt and ours may get in each other's way: then it is asked once more.
    await eventually(async () => {
      await client.connect();
      expect(client.isConnected()).toBe(true);
    });
    await client.disconnect();
  });

  it('strikes at one command only', async () => {
    const client = new Client(world.ledgerUrl);
    await client.connect();
    await fault({ party: 'ledger', kind: 'hang', match: 'fee' });
    expect(await soon(client.request({ command: 'fee' }).catch(() => 'late'))).toBe('nothing');
    expect((await client.request({ command: 'ping' })).result).toBeDefined();
    await fault({ party: 'ledger', kind: 'disconnect', match: 'server_state' });
    await expect(client.request({ command: 'server_state' })).rejects.toThrow();
    await client.disconnect();
  });

  it('fails for the platform, while phones and new people have their own way', async () => {
    for (const kind of ['refuse', 'hang', 'error']) await fault({ party: 'ledger', kind });
    const somebody = await world.post('/control/wallets', { rlusd: 3 });
    const { body } = await world.xaman('POST', 'payload', { txjson: { TransactionType: 'AccountSet' } });
    expect(await world.post(`/control/phone/${somebody.address}/${body.uuid}/sign`)).toMatchObject({ signed: true });
    await expect(fetch(`${world.url}/ledger`, { method: 'POST', body: '{"method":"ping"}' })).rejects.toThrow();
  });

  it('forgets what only stood in the open ledger', async () => {
    const somebody = await world.post('/control/wallets', {});
    await world.post('/control/ledger', { closeEveryMs: null });
    const { body } = await world.xaman('POST', 'payload', {
      txjson: { TransactionType: 'AccountSet' },
      options: { submit: true },
    });
    const { txid } = await world.post(`/control/phone/${somebody.address}/${body.uuid}/sign`);
    await fault({ party: 'ledger', kind: 'lose-open-ledger' });
    const client = new Client(world.ledgerUrl);
    await client.connect();
    await client.request({ command: 'ledger_accept' } as never);
    const found = await client.request({ command: 'tx', transaction: txid }).catch((error: Json) => error.data);
    expect(found.result?.validated ?? false).toBe(false);
    await world.post('/control/ledger', { closeEveryMs: 50 });
    await client.disconnect();
  });
});
