import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decode, hashes, verifyKeypairSignature, encodeForSigning } from 'xrpl';
import { XummSdk } from 'xumm-sdk';
import { eventually, TestSandbox, type Json } from './support/test-sandbox.js';

let world: TestSandbox;
let sdk: XummSdk;
let people: { name: string; role: string; address: string; seed: string }[];
let ida: string;

beforeAll(async () => {
  world = await TestSandbox.start();
  sdk = new XummSdk(world.config.xaman.apiKey, world.config.xaman.apiSecret);
  expect(sdk.setEndpoint(`${world.url}/xaman`)).toBe(true);
  people = await world.get('/control/wallets');
  ida = people[0]!.address;
});
afterAll(() => world.close());

const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase();
const signIn = (identifier?: string) => ({
  txjson: { TransactionType: 'SignIn' as const, Memos: [{ Memo: { MemoData: hex('nonce 1') } }] },
  options: { expire: 5 },
  custom_meta: { identifier, instruction: 'Sign in' },
});

describe('the platform API through xumm-sdk', () => {
  it('answers ping with the application', async () => {
    expect(await sdk.ping()).toMatchObject({ application: { name: 'Tknest', uuidv4: world.config.xaman.apiKey } });
  });

  it('refuses wrong keys', async () => {
    const other = new XummSdk('11111111-1111-4111-8111-111111111111', world.config.xaman.apiSecret);
    other.setEndpoint(`${world.url}/xaman`);
    await expect(other.ping()).rejects.toThrow(/812/);
  });

  it('shows an application its own requests only', async () => {
    const { apiKey, apiSecret } = world.config.xaman.approvals;
    const approvals = new XummSdk(apiKey, apiSecret);
    approvals.setEndpoint(`${world.url}/xaman`);
    expect(await approvals.ping()).toMatchObject({ application: { name: 'Tknest Approvals', uuidv4: apiKey } });
    const created = (await approvals.payload.create(signIn('approval-1') as never, true))!;
    expect((await approvals.payload.get(created.uuid, true))!.application.uuidv4).toBe(apiKey);
    await expect(sdk.payload.get(created.uuid, true)).rejects.toThrow(/404/);
    await expect(sdk.payload.get('ci/approval-1', true)).rejects.toThrow(/404/);
    await expect(sdk.payload.cancel(created.uuid, true)).rejects.toThrow(/404/);
  });

  it('creates, reads and withdraws a request', async () => {
    const created = (await sdk.payload.create(signIn('order-1') as never, true))!;
    expect(created.next.always).toBe(`${world.url}/xaman/sign/${created.uuid}`);
    expect(created.refs.websocket_status).toBe(`${world.url.replace('http', 'ws')}/xaman/sign/${created.uuid}`);
    expect(created.pushed).toBe(false);
    const read = (await sdk.payload.get(created.uuid, true))!;
    expect(read.meta).toMatchObject({
      exists: true,
      uuid: created.uuid,
      resolved: false,
      signed: false,
      submit: false,
      multisign: false,
      app_opened: false,
    });
    expect(read.payload).toMatchObject({ tx_type: 'SignIn', tx_destination: '' });
    expect(read.response).toMatchObject({ hex: null, txid: null, account: null });
    expect(read.custom_meta.identifier).toBe('order-1');
    expect((await sdk.payload.get('ci/order-1'))!.meta.uuid).toBe(created.uuid);
    const cancelled = (await sdk.payload.cancel(created.uuid, true))!;
    expect(cancelled.result).toEqual({ cancelled: true, reason: 'OK' });
    expect(cancelled.meta).toMatchObject({ cancelled: true, expired: true });
    expect((await sdk.payload.cancel(created.uuid, true))!.result).toEqual({
      cancelled: false,
      reason: 'ALREADY_CANCELLED',
    });
  });

  it('follows a sign-in from opening to signature', async () => {
    const seen: Json[] = [];
    const subscription = await sdk.payload.createAndSubscribe(signIn() as never, (event) => {
      seen.push(event.data as Json);
      if ('signed' in event.data) return event.data;
      return undefined;
    });
    const { uuid } = subscription.created;
    await eventually(() => expect(seen).toContainEqual({ message: `Welcome ${uuid}` }));
    await world.post(`/control/phone/${ida}/${uuid}/open`);
    const signed = await world.post(`/control/phone/${ida}/${uuid}/sign`);
    const outcome = (await subscription.resolved) as Json;
    expect(outcome).toMatchObject({
      payload_uuidv4: uuid,
      signed: true,
      txid: signed.txid,
      user_token: true,
      opened_by_deeplink: true,
    });
    const words = seen.flatMap((message) => Object.keys(message).slice(0, 1));
    expect(words.filter((word) => word !== 'message')).toEqual([
      'expires_in_seconds',
      'opened',
      'pre_signed',
      'payload_uuidv4',
    ]);

    const { response, meta } = (await sdk.payload.get(uuid, true))!;
    expect(meta).toMatchObject({ resolved: true, signed: true, cancelled: false });
    expect(response).toMatchObject({
      hex: signed.hex,
      account: ida,
      signer: ida,
      environment_nodetype: 'SANDBOX',
      dispatched_to: null,
    });
    const blob = decode(response.hex!) as Json;
    expect(blob.TransactionType).toBeUndefined();
    expect(blob.Account).toBe(ida);
    expect(blob.Memos[0].Memo.MemoData).toBe(hex('nonce 1'));
    expect(hashes.hashSignedTx(response.hex!)).toBe(response.txid);
    const { TxnSignature, ...unsigned } = blob;
    expect(verifyKeypairSignature(encodeForSigning(unsigned as never), TxnSignature, blob.SigningPubKey)).toBe(true);
  });

  it('tells a rejection', async () => {
    let listening = false;
    const subscription = await sdk.payload.createAndSubscribe(signIn() as never, (event) => {
      listening = true;
      return 'signed' in event.data ? event.data : undefined;
    });
    await eventually(() => expect(listening).toBe(true));
    await world.post(`/control/phone/${ida}/${subscription.created.uuid}/reject`);
    expect(await subscription.resolved).toMatchObject({ signed: false, txid: '' });
    expect((await sdk.payload.get(subscription.created.uuid, true))!.meta).toMatchObject({
      resolved: true,
      signed: false,
    });
  });

  it('knows user tokens after a signature and rings that wallet', async () => {
    const first = (await sdk.payload.create(signIn() as never, true))!;
    await world.post(`/control/phone/${ida}/${first.uuid}/sign`);
    const token = (await sdk.payload.get(first.uuid, true))!.application.issued_user_token!;
    expect(await sdk.verifyUserTokens([token, 'nonsense'])).toMatchObject([
      { user_token: token, active: true },
      { active: false },
    ]);
    const second = (await sdk.payload.create({ ...signIn(), user_token: token } as never, true))!;
    expect(second.pushed).toBe(true);
    const others = await world.get(`/control/phone/${people[1]!.address}/requests`);
    expect(others.map((each: Json) => each.payloadUuid)).not.toContain(second.uuid);
  });

  it('answers what lies beside sign requests', async () => {
    expect(await sdk.getRates('usd')).toMatchObject({ USD: 1 });
    expect(await sdk.getCuratedAssets()).toMatchObject({ currencies: ['524C555344000000000000000000000000000000'] });
    expect(await sdk.getKycStatus(ida)).toBe('NONE');
  });
});
