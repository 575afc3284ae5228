import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, TestSandbox, type Json } from './support/test-sandbox.js';

let world: TestSandbox;
let people: Json[];
beforeAll(async () => {
  world = await TestSandbox.start();
  people = await world.get('/control/wallets');
});
afterAll(() => world.close());

const ask = async (options: Json = {}, txjson: Json = { TransactionType: 'SignIn' }) =>
  (await world.xaman('POST', 'payload', { txjson, options })).body.uuid;
const stateOf = (wallet: string, payload?: string) =>
  world.get(`/phone/state?wallet=${wallet}${payload ? `&payload=${payload}` : ''}`);

describe('the phone page', () => {
  it('is served with all it needs, and needs nothing from elsewhere', async () => {
    const html = await world.get('/phone');
    expect(html).toContain('<title>Sandbox phone</title>');
    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link);
    for (const link of links) {
      expect(link).toMatch(/^\/phone\//);
      expect((await world.call('GET', link)).status).toBe(200);
    }
    for (const script of ['dom', 'format', 'store', 'screens', 'request-screen', 'desk', 'icons'])
      expect((await world.call('GET', `/phone/${script}.js`)).status).toBe(200);
  });

  it('shows balances, requests and what was answered, and no seeds', async () => {
    const [ida, paul] = people.map(({ address }) => address);
    const uuid = await ask({ signers: [ida] });
    const state = await stateOf(ida);
    expect(state.wallet).toMatchObject({ address: ida, tokens: [{ value: '100000' }] });
    expect(state.requests).toMatchObject([{ payloadUuid: uuid, txType: 'SignIn', expired: false }]);
    expect(state.people.find(({ address }: Json) => address === ida).requests).toBe(1);
    expect(JSON.stringify(state)).not.toContain(people[0]!.seed);
    await world.post(`/control/phone/${ida}/${uuid}/sign`);
    expect((await stateOf(ida)).earlier).toMatchObject([{ payloadUuid: uuid, signed: true }]);
    expect((await stateOf(paul)).earlier).toEqual([]);
  });

  it('takes the phone that a link is for', async () => {
    const lena = people.find(({ name }) => name === 'Lena Landlord')!.address;
    const uuid = await ask({ signers: [lena] });
    expect((await stateOf(people[0]!.address, uuid)).wallet.address).toBe(lena);
    expect((await world.call('GET', '/phone/state?payload=4b6ddbd6-0a3e-4a5e-8a3e-0123456789ab')).status).toBe(404);
  });

  it('is told when there is something new to see', async () => {
    const controller = new AbortController();
    const response = await fetch(`${world.url}/phone/live`, { signal: controller.signal });
    let text = '';
    void (async () => {
      for await (const chunk of response.body!) text += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    await world.post('/control/ledger', { closeEveryMs: null });
    await new Promise((wake) => setTimeout(wake, 400));
    text = '';
    await ask();
    await eventually(() => expect(text).toContain('event: change'));
    controller.abort();
  });
});
