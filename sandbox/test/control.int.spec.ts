import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, decode, Wallet } from 'xrpl';
import { eventually, TestSandbox, type Json } from './support/test-sandbox.js';

const RLUSD = '524C555344000000000000000000000000000000';
let world: TestSandbox;
let client: Client;
let issuer: string;
let buyer: { address: string; seed: string };
let owner: { address: string };

beforeAll(async () => {
  world = await TestSandbox.start();
  client = new Client(world.ledgerUrl);
  await client.connect();
  issuer = (await world.get('/control/info')).rlusdIssuer;
  [buyer, owner] = await Promise.all([
    world.post('/control/wallets', { name: 'Buyer', rlusd: 1000 }),
    world.post('/control/wallets', { rlusd: 0 }),
  ]);
});
afterAll(async () => {
  await client.disconnect();
  await world.close();
});

const lines = async (account: string) =>
  (await client.request({ command: 'account_lines', account, ledger_index: 'validated' })).result.lines;
const sequence = async (account: string) =>
  (await client.request({ command: 'account_info', account })).result.account_data.Sequence;
const amount = (value: string) => ({ currency: RLUSD, issuer, value });
const payment = (more: Json = {}) => ({
  TransactionType: 'Payment',
  Account: buyer.address,
  Destination: owner.address,
  Amount: amount('10'),
  ...more,
});
async function ask(txjson: Json, options: Json = {}): Promise<string> {
  return (
    await world.xaman('POST', 'payload', { txjson, options: { submit: false, signers: [buyer.address], ...options } })
  ).body.uuid;
}
const sign = async (uuid: string, options: Json = {}) =>
  (await world.call('POST', `/control/phone/${buyer.address}/${uuid}/sign`, options)).body;
const read = async (uuid: string) => (await world.xaman('GET', `payload/${uuid}`)).body;

describe('wallets', () => {
  it('that exist already come with their seed, once', async () => {
    const { seed, address } = Wallet.generate();
    expect(await world.post('/control/wallets', { seed, xrp: 20 })).toMatchObject({ address, seed });
    expect(await world.call('POST', '/control/wallets', { seed })).toMatchObject({ status: 409 });
    expect(await world.call('POST', '/control/wallets', { seed: 'sEdNone' })).toMatchObject({ status: 400 });
  });

  it('come with name, address, seed, XRP and RLUSD', async () => {
    expect(buyer).toMatchObject({
      name: 'Buyer',
      address: expect.stringMatching(/^r/),
      seed: expect.stringMatching(/^s/),
    });
    expect(Wallet.fromSeed(buyer.seed).address).toBe(buyer.address);
    const [untouched, poor] = await Promise.all([
      world.post('/control/wallets', { rlusd: 1000 }),
      world.post('/control/wallets', { rlusd: 0 }),
    ]);
    expect(await lines(untouched.address)).toMatchObject([{ account: issuer, currency: RLUSD, balance: '1000' }]);
    expect(await lines(poor.address)).toMatchObject([{ account: issuer, currency: RLUSD, balance: '0' }]);
  });

  it('come many at a time', async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, (_one, place) => world.post('/control/wallets', { xrp: 50 + place, rlusd: '2.5' })),
    );
    expect(new Set(made.map(({ address }) => address)).size).toBe(40);
    expect(await client.getXrpBalance(made[39]!.address)).toBeCloseTo(89, 1);
    const everybody = await world.get('/control/wallets');
    expect(everybody.map(({ address }: Json) => address)).toEqual(
      expect.arrayContaining(made.map(({ address }) => address)),
    );
  });

  it('come without a ledger that closes by itself', async () => {
    await world.post('/control/ledger', { closeEveryMs: null });
    expect(await world.post('/control/wallets', { rlusd: 1 })).toMatchObject({ address: expect.any(String) });
    await world.post('/control/ledger', { closeEveryMs: 50 });
  });

  it('refuses nonsense', async () => {
    for (const wish of [{ xrp: -1 }, { rlusd: '1.1234567' }, { name: 7 }])
      expect((await world.call('POST', '/control/wallets', wish)).status).toBe(400);
    expect((await world.call('GET', '/control/phone/rNobody/requests')).status).toBe(404);
  });
});

describe('the faucet', () => {
  it('speaks to fundWallet of xrpl.js', async () => {
    const { wallet, balance } = await client.fundWallet(undefined, {
      faucetHost: `localhost:${world.sandbox.port}`,
      faucetProtocol: 'http',
      faucetPath: '/faucet',
      amount: '77',
    });
    expect(balance).toBe(77);
    expect(await client.getXrpBalance(wallet.address)).toBe(77);
  });
});

describe('the pace', () => {
  it('can be changed, within reason', async () => {
    for (const closeEveryMs of [0, 19, 20.5, 'fast', undefined])
      expect((await world.call('POST', '/control/ledger', { closeEveryMs })).status).toBe(400);
    await world.post('/control/ledger', { closeEveryMs: null });
    const before = await client.getLedgerIndex();
    await new Promise((wake) => setTimeout(wake, 200));
    expect(await client.getLedgerIndex()).toBe(before);
    await world.post('/control/ledger', { closeEveryMs: 20 });
    await eventually(async () => expect(await client.getLedgerIndex()).toBeGreaterThan(before + 3));
    await world.post('/control/ledger', { closeEveryMs: 50 });
  });
});

describe('a wallet that does as it is asked', () => {
  it('sees the requests for it', async () => {
    const uuid = await ask(payment());
    const requests = await world.get(`/control/phone/${buyer.address}/requests`);
    expect(requests.find((each: Json) => each.payloadUuid === uuid)).toMatchObject({
      txType: 'Payment',
      opened: false,
      expired: false,
    });
    expect(await world.get(`/control/phone/${owner.address}/requests`)).not.toContainEqual(
      expect.objectContaining({ payloadUuid: uuid }),
    );
    expect((await world.call('POST', `/control/phone/${owner.address}/${uuid}/sign`, {})).status).toBe(403);
  });

  it('fills what is absent and lengthens a life that is too short', async () => {
    const current = await client.getLedgerIndex();
    const plain = decode((await sign(await ask(payment()))).hex) as Json;
    expect(plain.Sequence).toBe(await sequence(buyer.address));
    expect(plain.Fee).toBe('12');
    expect(plain.LastLedgerSequence).toBeGreaterThanOrEqual(current + 20);
    const short = decode((await sign(await ask(payment({ LastLedgerSequence: current + 3 })))).hex) as Json;
    expect(short.LastLedgerSequence).toBeGreaterThanOrEqual(current + 20);
    const long = decode((await sign(await ask(payment({ LastLedgerSequence: current + 500, Fee: '15' })))).hex) as Json;
    expect(long).toMatchObject({ LastLedgerSequence: current + 500, Fee: '15' });
    const relative = decode((await sign(await ask(payment({ LastLedgerSequence: 300 })))).hex) as Json;
    expect(relative.LastLedgerSequence).toBeGreaterThanOrEqual(current + 300);
    const ticketed = decode((await sign(await ask(payment({ TicketSequence: 7 })))).hex) as Json;
    expect(ticketed).toMatchObject({ Sequence: 0, TicketSequence: 7 });
  });

  it('submits where it is to, and says with what result', async () => {
    const held = async () => Number((await lines(buyer.address))[0]!.balance);
    const before = await held();
    const uuid = await ask(payment(), { submit: true });
    const { txid } = await sign(uuid);
    const { response } = await read(uuid);
    expect(response).toMatchObject({
      txid,
      dispatched_nodetype: 'SANDBOX',
      dispatched_result: 'tesSUCCESS',
      dispatched_to_node: true,
    });
    await eventually(async () => {
      const { result } = await client.request({ command: 'tx', transaction: txid });
      expect(result).toMatchObject({ validated: true, meta: { TransactionResult: 'tesSUCCESS' } });
    });
    expect(await held()).toBe(before - 10);
  });
});

describe('a wallet that does not do as it is asked', () => {
  it('takes another sequence, another last ledger, another network, another key', async () => {
    const other = Wallet.generate();
    const uuid = await ask(payment());
    const { hex } = await sign(uuid, { sequence: 12345, lastLedgerSequence: 7, network: 'TESTNET', key: other.seed });
    expect(decode(hex)).toMatchObject({
      Sequence: 12345,
      LastLedgerSequence: 7,
      SigningPubKey: other.publicKey,
      Account: buyer.address,
    });
    expect((await read(uuid)).response).toMatchObject({
      environment_nodetype: 'TESTNET',
      dispatched_nodetype: null,
      signer: other.address,
      account: buyer.address,
    });
  });

  it('alters what it signs', async () => {
    const altered = async (tamper: unknown) => decode((await sign(await ask(payment()), { tamper })).hex) as Json;
    expect((await altered(true)).Amount).toEqual(amount('0.01'));
    expect((await altered('destination')).Destination).not.toBe(owner.address);
    expect((await altered('flags')).Flags).toBe(0x00020000);
    expect((await altered('issuer')).Amount.issuer).not.toBe(issuer);
    expect((await altered({ Amount: amount('9') })).Amount).toEqual(amount('9'));
    const forged = (await sign(await ask(payment()), { tamper: 'signature' })).hex;
    await expect(client.request({ command: 'submit', tx_blob: forged })).rejects.toThrow(/signature|invalid/i);
  });

  it('keeps a transaction it was to submit, or submits one it was to keep', async () => {
    const kept = await ask(payment(), { submit: true });
    await sign(kept, { submit: false });
    expect((await read(kept)).response).toMatchObject({ dispatched_to: null, dispatched_result: null });
    const sent = await ask(payment());
    await sign(sent, { submit: true });
    expect((await read(sent)).response.dispatched_result).toBe('tesSUCCESS');
  });

  it('charges a fee of its own at the next sequence', async () => {
    const before = await eventually(async () => {
      const { account_data } = (
        await client.request({ command: 'account_info', account: buyer.address, ledger_index: 'validated' })
      ).result;
      expect(account_data.Sequence).toBe(await sequence(buyer.address));
      return account_data.Sequence;
    });
    await sign(await ask(payment(), { submit: true }), { serviceFee: true });
    await eventually(async () => expect(await sequence(buyer.address)).toBe(before + 2));
  });

  it('on another network pays nothing here', async () => {
    const uuid = await ask(payment(), { submit: true });
    const { txid } = await sign(uuid, { network: 'TESTNET' });
    expect((await read(uuid)).response).toMatchObject({
      dispatched_nodetype: 'TESTNET',
      dispatched_result: 'tesSUCCESS',
    });
    await expect(client.request({ command: 'tx', transaction: txid })).rejects.toThrow(/not found/i);
  });

  it('refuses options it does not know how to read', async () => {
    const uuid = await ask(payment());
    for (const options of [{ sequence: -1 }, { tamper: 'everything' }, { submit: 'yes' }, { serviceFee: 0.5 }]) {
      expect((await world.call('POST', `/control/phone/${buyer.address}/${uuid}/sign`, options)).status).toBe(400);
    }
  });
});
