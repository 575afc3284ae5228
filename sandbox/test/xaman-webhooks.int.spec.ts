import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eventually, TestSandbox, WebhookTaker } from './support/test-sandbox.js';

let world: TestSandbox;
let taker: WebhookTaker;
let dataDir: string;
let ida: string;

async function start(): Promise<void> {
  const { xaman } = world?.config ?? {
    xaman: {
      apiKey: '5a4d0b0c-0000-4000-8000-00000000c0de',
      apiSecret: '5a4d0b0c-0000-4000-8000-0000005ec3e7',
      approvals: { apiKey: '5a4d0b0c-0000-4000-8000-00000000a99c', apiSecret: '5a4d0b0c-0000-4000-8000-00005ec3a99c' },
    },
  };
  world = await TestSandbox.start({
    dataDir,
    backendUrl: taker.url,
    xaman: { ...xaman, webhookWaitsMs: [100, 100, 100, 100] },
  });
}
beforeAll(async () => {
  taker = await WebhookTaker.start();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sandbox-webhooks-'));
  await start();
  ida = (await world.get('/control/wallets'))[0].address;
});
beforeEach(async () => {
  taker.received.length = 0;
  taker.answers = [];
  await world.call('DELETE', '/control/faults');
});
afterAll(async () => {
  await world.close();
  await taker.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function signSomething(identifier?: string): Promise<{ uuid: string; txid: string }> {
  const { body } = await world.xaman('POST', 'payload', {
    txjson: { TransactionType: 'SignIn' },
    custom_meta: { identifier, blob: { order: 7 } },
  });
  const { txid } = await world.post(`/control/phone/${ida}/${body.uuid}/sign`);
  return { uuid: body.uuid, txid };
}
const delivered = (count: number) => eventually(() => expect(taker.received.length).toBeGreaterThanOrEqual(count));
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

describe('Xaman webhooks', () => {
  it('tells a signature, signed over time and bytes', async () => {
    const { uuid, txid } = await signSomething('webhook-1');
    await delivered(1);
    const [{ path: called, headers, raw, body }] = taker.received as [(typeof taker.received)[0]];
    expect(called).toBe('/api/webhooks/xaman');
    expect(headers).toMatchObject({ 'user-agent': 'xumm-webhook', 'x-xumm-attempt': '1', 'x-xumm-payload': uuid });
    const timestamp = headers['x-xumm-request-timestamp'] as string;
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5);
    const key = world.config.xaman.apiSecret.replace('-', '');
    expect(headers['x-xumm-request-signature']).toBe(
      createHmac('sha1', key)
        .update(timestamp + raw)
        .digest('hex'),
    );
    expect(body).toMatchObject({
      meta: {
        url: `${taker.url}/api/webhooks/xaman`,
        application_uuidv4: world.config.xaman.apiKey,
        payload_uuidv4: uuid,
        opened_by_deeplink: true,
      },
      custom_meta: { identifier: 'webhook-1', blob: { order: 7 }, instruction: null },
      payloadResponse: {
        payload_uuidv4: uuid,
        signed: true,
        user_token: true,
        return_url: { app: null, web: null },
        txid,
      },
      userToken: { token_issued: expect.any(Number), token_expiration: expect.any(Number) },
    });
  });

  it('tells a rejection without a user token', async () => {
    const { body } = await world.xaman('POST', 'payload', { txjson: { TransactionType: 'SignIn' } });
    await world.post(`/control/phone/${ida}/${body.uuid}/reject`);
    await delivered(1);
    expect(taker.received[0]!.body).toMatchObject({ payloadResponse: { signed: false, txid: '' }, userToken: null });
  });

  it('tries five times, signs each time anew, and gives up', async () => {
    taker.answers = [500, 202, 301, 404, 500, 204];
    await signSomething();
    await delivered(5);
    await pause(300);
    expect(taker.received.map(({ headers }) => headers['x-xumm-attempt'])).toEqual(['1', '2', '3', '4', '5']);
  });

  it('stops once it was taken', async () => {
    taker.answers = [500, 201];
    await signSomething();
    await delivered(2);
    await pause(250);
    expect(taker.received).toHaveLength(2);
  });

  it('goes on after a restart', async () => {
    await world.post('/control/faults', { party: 'xaman', kind: 'reorder-webhooks' });
    const { uuid } = await signSomething();
    await world.close();
    expect(taker.received).toHaveLength(0);
    await start();
    await delivered(1);
    expect(taker.received[0]!.body.meta.payload_uuidv4).toBe(uuid);
    expect((await world.xaman('GET', `payload/${uuid}`)).body.meta.signed).toBe(true);
  });

  it('is lost, doubled or overtaken where a fault says so', async () => {
    await world.post('/control/faults', { party: 'xaman', kind: 'lose-webhook', times: 1 });
    await signSomething('lost');
    await world.post('/control/faults', { party: 'xaman', kind: 'duplicate-webhook', times: 1 });
    await signSomething('doubled');
    await delivered(2);
    await world.post('/control/faults', { party: 'xaman', kind: 'reorder-webhooks', times: 1 });
    await signSomething('overtaken');
    await signSomething('overtaking');
    await delivered(4);
    expect(taker.received.map(({ body }) => body.custom_meta.identifier)).toEqual([
      'doubled',
      'doubled',
      'overtaking',
      'overtaken',
    ]);
  });
});
