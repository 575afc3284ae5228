import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Wallet } from 'xrpl';
import { type LedgerServer, startLedger } from './support/ledger-server.js';
import { GENESIS, payment, People } from './support/people.js';

describe('transactions that came too early', () => {
  let server: LedgerServer;
  let people: People;
  let alice: Wallet;
  let bob: Wallet;
  let first: number;
  beforeEach(async () => {
    server = await startLedger();
    people = await People.on(server);
    [alice, bob] = (await people.fund(100, 'alice', 'bob')) as [Wallet, Wallet];
    first = (await people.root(alice.classicAddress))['Sequence'];
  });
  afterEach(async () => {
    await people.leave();
    await server.close();
  });
  const pay = (amount: string, more: object): Promise<string> => people.send(alice, payment(bob, amount, { ...more }));
  const balance = async (): Promise<number> => Number((await people.root(bob.classicAddress))['Balance']) - 100_000_000;

  it('go in by themselves, in the same ledger, once the gap before them is filled', async () => {
    expect(await pay('20', { Sequence: first + 1 })).toBe('terPRE_SEQ');
    expect(await pay('30', { Sequence: first + 2 })).toBe('terPRE_SEQ');
    const fill = await people.submit(alice, payment(bob, '10', { Sequence: first }));
    expect(fill).toMatchObject({ engine_result: 'tesSUCCESS', account_sequence_next: first + 1 });
    expect(await balance()).toBe(60);
    await people.close();
    expect((await people.root(alice.classicAddress, 'validated'))['Sequence']).toBe(first + 3);
  });

  it('wait for their ticket to be made', async () => {
    expect(await pay('7', { Sequence: 0, TicketSequence: first + 2 })).toBe('terPRE_TICKET');
    expect(await people.send(alice, { TransactionType: 'TicketCreate', TicketCount: 3 })).toBe('tesSUCCESS');
    expect(await balance()).toBe(7);
  });

  it('wait for their account to be made', async () => {
    const [carol] = await people.fund(0.5, 'carol'); // below the reserve: not made
    expect(await people.send(carol!, payment(bob, '9', { Sequence: 100_003 }))).toBe('terNO_ACCOUNT');
    await people.send(GENESIS, payment(carol!, '5000000'));
    await people.close(2);
    expect(await balance()).toBe(9);
  });

  it('wait five ledgers and no longer', async () => {
    await pay('20', { Sequence: first + 1 });
    await people.close(6);
    await pay('10', { Sequence: first });
    await people.close(2);
    expect(await balance()).toBe(10);
  });

  it('are not kept beyond their LastLedgerSequence, nor with fail_hard', async () => {
    await pay('20', { Sequence: first + 1, LastLedgerSequence: 100_002 });
    await people.submit(alice, payment(bob, '30', { Sequence: first + 1 }), { fail_hard: true });
    await people.close();
    await pay('10', { Sequence: first });
    await people.close(2);
    expect(await balance()).toBe(10);
  });

  it('are forgotten with the open ledger', async () => {
    await pay('20', { Sequence: first + 1 });
    await pay('10', { Sequence: first, Fee: '9' });
    server.party.loseOpenLedger();
    expect(await people.root(alice.classicAddress)).toMatchObject({ Sequence: first, Balance: '100000000' });
    await pay('10', { Sequence: first });
    await people.close(2);
    expect(await balance()).toBe(10);
  });
});
