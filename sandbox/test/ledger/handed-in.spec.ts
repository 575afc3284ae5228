import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decode, encode, type Wallet } from 'xrpl';
import { type LedgerServer, startLedger } from './support/ledger-server.js';
import { payment, People, usd } from './support/people.js';

type Json = Record<string, any>;

describe('what is handed in', () => {
  let server: LedgerServer;
  let people: People;
  let alice: Wallet;
  let bob: Wallet;
  beforeAll(async () => {
    server = await startLedger();
    people = await People.on(server);
    [alice, bob] = (await people.fund(100, 'alice', 'bob')) as [Wallet, Wallet];
  });
  afterAll(async () => {
    await people.leave();
    await server.close();
  });

  it('a payment along paths whose signature does not fit is refused like any other', async () => {
    const tx = payment(bob, '5', { SendMax: usd(alice, '1'), Paths: [[{ currency: 'XRP' }]] });
    const signed = await people.sign(alice, tx);
    expect((await people.ask('submit', { tx_blob: signed }))['engine_result']).toMatch(/^tec/);
    const altered = encode({ ...decode(await people.sign(alice, tx)), Amount: '6' } as never);
    expect(await people.ask('submit', { tx_blob: altered })).toMatchObject({ error: 'invalidTransaction' });
  });

  it('with fail_hard a tec costs nothing and nothing is kept for later', async () => {
    await people.close();
    const before = await people.root(alice.classicAddress);
    const offer = { TransactionType: 'OfferCreate', TakerPays: '1', TakerGets: usd(bob, '1') };
    expect(await people.submit(alice, offer, { fail_hard: true })).toMatchObject({
      engine_result: 'tecUNFUNDED_OFFER',
      applied: false,
      kept: false,
    });
    await people.close();
    expect(await people.root(alice.classicAddress)).toEqual(before);
  });

  it('tx_json that several were to sign is refused where a part of it is missing or wrong', async () => {
    const whole: Json = {
      TransactionType: 'AccountSet',
      Account: alice.classicAddress,
      Fee: '30',
      Sequence: 1,
      SigningPubKey: '',
      Signers: [],
    };
    const answerTo = async (change: Json): Promise<string> =>
      (await people.ask('submit_multisigned', { tx_json: { ...whole, ...change } }))['error_message'];
    expect(await answerTo({ Account: undefined })).toBe("Missing field 'tx_json.Account'.");
    expect(await answerTo({ Fee: undefined })).toBe("Missing field 'tx_json.Fee'.");
    expect(await answerTo({ SigningPubKey: alice.publicKey })).toMatch('must be empty');
    expect(await answerTo({})).toBe("Invalid field 'tx_json.Signers'.");
  });
});
