import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encode } from 'xrpl';
import { TestSandbox } from './support/test-sandbox.js';

let world: TestSandbox;
beforeAll(async () => {
  world = await TestSandbox.start();
});
afterAll(() => world.close());

const txjson = { TransactionType: 'AccountSet' };
const create = (body: unknown) => world.xaman('POST', 'payload', body);
const codeOf = async (body: unknown) => {
  const { status, body: answer } = await create(body);
  return { status, code: answer.error.code };
};

describe('POST payload', () => {
  it.each([
    ['an empty body', {}, 400, 599],
    ['no transaction', { options: {} }, 400, 600],
    ['a blob that is none', { txblob: 'ABCD' }, 400, 601],
    ['an unknown type', { txjson: { TransactionType: 'Nonsense' } }, 400, 602],
    [
      'a transaction that cannot be encoded',
      { txjson: { TransactionType: 'Payment', Destination: 'nobody', Amount: '1' } },
      400,
      603,
    ],
    ['both forms', { txjson, txblob: 'ABCD' }, 400, 604],
    ['signers that are no addresses', { txjson, options: { signers: ['nobody'] } }, 400, 599],
    ['a long identifier', { txjson, custom_meta: { identifier: 'x'.repeat(41) } }, 413, 413],
    ['a long blob', { txjson, custom_meta: { blob: { x: 'x'.repeat(1500) } } }, 413, 413],
    ['a long instruction', { txjson, custom_meta: { instruction: 'x'.repeat(281) } }, 413, 413],
  ])('refuses %s', async (_what, body, status, code) => {
    expect(await codeOf(body)).toEqual({ status, code });
  });

  it('takes what just fits', async () => {
    const custom_meta = { identifier: 'x'.repeat(40), instruction: 'x'.repeat(280), blob: { x: 'x'.repeat(1492) } };
    expect((await create({ txjson, custom_meta })).status).toBe(200);
  });

  it('takes an identifier once', async () => {
    expect((await create({ txjson, custom_meta: { identifier: 'once' } })).status).toBe(200);
    expect(await codeOf({ txjson, custom_meta: { identifier: 'once' } })).toEqual({ status: 409, code: 409 });
  });

  it('reads a transaction from its blob', async () => {
    const { body } = await create({ txblob: encode({ TransactionType: 'AccountSet', Domain: 'AB' } as never) });
    expect((await world.xaman('GET', `payload/${body.uuid}`)).body.payload.request_json).toEqual({
      TransactionType: 'AccountSet',
      Domain: 'AB',
    });
  });

  it('answers an unknown payload, identifier or call with 404', async () => {
    for (const path of ['payload/4b6ddbd6-0a3e-4a5e-8a3e-0123456789ab', 'payload/ci/nobody', 'nonsense']) {
      expect(await world.xaman('GET', path)).toMatchObject({ status: 404, body: { error: { code: 404 } } });
    }
  });

  it('asks for key and secret', async () => {
    const { status, body } = await world.call('GET', '/xaman/api/v1/platform/ping', undefined, {
      'x-api-key': world.config.xaman.apiKey,
    });
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: 813 });
  });
});

describe('the code to scan', () => {
  it('is a PNG of the link, and a matrix', async () => {
    const { body } = await create({ txjson });
    const png = Buffer.from(await (await fetch(body.refs.qr_png)).arrayBuffer());
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    const matrix = await world.get(new URL(body.refs.qr_matrix).pathname);
    expect(matrix.length).toBe(matrix[0].length);
  });

  it('leads to the phone', async () => {
    const { body } = await create({ txjson });
    const response = await fetch(body.next.always, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`${world.url}/phone?payload=${body.uuid}`);
  });
});

describe('time', () => {
  it('ends an unopened request, and only shows on an opened one', async () => {
    const [{ address }] = await world.get('/control/wallets');
    const [unopened, opened] = [(await create({ txjson })).body.uuid, (await create({ txjson })).body.uuid];
    await world.post(`/control/phone/${address}/${opened}/open`);
    for (const uuid of [unopened, opened]) await world.post(`/control/phone/${address}/${uuid}/expire`);
    expect((await world.xaman('GET', `payload/${opened}`)).body.meta).toMatchObject({
      expired: true,
      app_opened: true,
      resolved: false,
    });
    expect(await world.call('POST', `/control/phone/${address}/${unopened}/sign`, {})).toMatchObject({ status: 410 });
    expect(await world.call('POST', `/control/phone/${address}/${opened}/sign`, { submit: false })).toMatchObject({
      status: 200,
      body: { signed: true },
    });
    expect((await world.xaman('GET', `payload/${opened}`)).body.meta).toMatchObject({ expired: true, signed: true });
    expect((await world.xaman('DELETE', `payload/${opened}`)).body.result).toEqual({
      cancelled: false,
      reason: 'ALREADY_RESOLVED',
    });
    expect((await world.xaman('DELETE', `payload/${unopened}`)).body.result).toEqual({
      cancelled: false,
      reason: 'ALREADY_EXPIRED',
    });
  });

  it('lets nobody withdraw what was opened, nor sign what was withdrawn or answered', async () => {
    const [{ address }] = await world.get('/control/wallets');
    const opened = (await create({ txjson })).body.uuid;
    await world.post(`/control/phone/${address}/${opened}/open`);
    expect((await world.xaman('DELETE', `payload/${opened}`)).body.result.reason).toBe('ALREADY_OPENED');
    await world.post(`/control/phone/${address}/${opened}/reject`);
    expect((await world.call('POST', `/control/phone/${address}/${opened}/sign`, {})).status).toBe(409);
    const withdrawn = (await create({ txjson })).body.uuid;
    await world.xaman('DELETE', `payload/${withdrawn}`);
    expect((await world.call('POST', `/control/phone/${address}/${withdrawn}/sign`, {})).status).toBe(409);
  });
});
