import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountSet, Client, type Wallet } from 'xrpl';
import { eventually } from '../support/test-sandbox.js';
import { type LedgerServer, startLedger } from './support/ledger-server.js';
import { GENESIS, payment, People, trust } from './support/people.js';

describe('xrpl.js against a ledger that closes by itself', () => {
  let server: LedgerServer;
  let people: People;
  let client: Client;
  let alice: Wallet;
  beforeAll(async () => {
    server = await startLedger({ closeEveryMs: 200 });
    people = await People.on(server);
    client = people.client;
    [alice] = (await people.fund(100, 'alice')) as [Wallet];
  });
  afterAll(async () => {
    await people.leave();
    await server.close();
  });

  it('adds no NetworkID and finds fee, sequence and last ledger', async () => {
    expect(client.networkID).toBe(0);
    const filled: AccountSet = await client.autofill({ TransactionType: 'AccountSet', Account: alice.classicAddress });
    expect(filled).toMatchObject({ Fee: '12', Sequence: (await people.root(alice.classicAddress))['Sequence'] });
    expect(filled.NetworkID).toBeUndefined();
    expect(filled.LastLedgerSequence! - (await client.getLedgerIndex())).toBeGreaterThan(10);
  });

  it('submits and waits', async () => {
    const { result } = await client.submitAndWait(
      payment(GENESIS, '1000000', { Account: alice.classicAddress }) as never,
      { wallet: alice },
    );
    expect(result).toMatchObject({
      validated: true,
      meta: { TransactionResult: 'tesSUCCESS', delivered_amount: '1000000' },
    });
    expect(await client.getXrpBalance(alice.classicAddress)).toBeLessThan(99);
  });

  it('reads balances of both kinds', async () => {
    await client.submitAndWait({ ...trust(GENESIS, '10'), Account: alice.classicAddress } as never, { wallet: alice });
    expect(await client.getBalances(alice.classicAddress)).toEqual([
      { currency: 'XRP', value: expect.any(String) },
      { currency: 'USD', issuer: GENESIS.classicAddress, value: '0' },
    ]);
  });

  it('simulates without doing', async () => {
    const before = await people.root(alice.classicAddress);
    const { result } = await client.simulate(payment(GENESIS, '5', { Account: alice.classicAddress }) as never);
    expect(result).toMatchObject({
      applied: true,
      engine_result: 'tesSUCCESS',
      meta: { TransactionResult: 'tesSUCCESS' },
    });
    expect(await people.root(alice.classicAddress)).toEqual(before);
  });

  it('hears of ledgers one after another, at the pace that is set', async () => {
    server.party.setPace(25);
    const seen: number[] = [];
    await client.request({ command: 'subscribe', streams: ['ledger'] });
    client.on('ledgerClosed', (ledger) => seen.push(ledger.ledger_index));
    await eventually(() => expect(seen.length).toBeGreaterThan(4));
    expect(seen).toEqual(seen.map((_, i) => seen[0]! + i));
    server.party.setPace(null);
    await people.close();
    const stopped = seen.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(seen.length).toBe(stopped);
    expect(() => server.party.setPace(19)).toThrow(RangeError);
    expect(() => server.party.setPace(20.5)).toThrow(RangeError);
  });
});
