import { describe, expect, it } from '@jest/globals';
import type { Wallet } from 'xrpl';
import { startLedger } from './support/ledger-server.js';
import { payment, People, setting, trust, usd } from './support/people.js';

/** Plays the same story on a fresh ledger and gives the hashes of all its ledgers. */
async function hashesOf(options: Parameters<typeof startLedger>[0]): Promise<string[]> {
  const server = await startLedger(options);
  const people = await People.on(server);
  const [issuer, alice, bob] = (await people.fund(100, 'issuer', 'alice', 'bob')) as [Wallet, Wallet, Wallet];
  await people.send(issuer, setting(8));
  for (const holder of [alice, bob]) await people.send(holder, trust(issuer, '1000'));
  await people.close();
  await people.send(issuer, payment(alice, usd(issuer, '100')));
  await people.send(bob, { TransactionType: 'TicketCreate', TicketCount: 2 });
  await people.send(bob, { TransactionType: 'OfferCreate', TakerPays: usd(issuer, '1'), TakerGets: '2000000' });
  await people.close(2);
  const range = Array.from({ length: 4 }, (_, i) => (options?.firstLedger ?? 100_000) + i);
  const ledgers = await Promise.all(range.map((ledger_index) => people.ask('ledger', { ledger_index })));
  await people.leave();
  await server.close();
  return ledgers.map((l) => l['ledger_hash']);
}

describe('the ledger is a function of what is handed in', () => {
  it('the same story gives the same ledgers', async () => {
    const hashes = await hashesOf({});
    expect(new Set(hashes).size).toBe(4);
    expect(await hashesOf({})).toEqual(hashes);
  });

  it('its time is its own: where it begins and how it goes on are settings', async () => {
    expect(await hashesOf({ firstCloseTime: 1_000_000_000 })).not.toEqual(await hashesOf({}));
    const server = await startLedger({ firstCloseTime: 1_000_000_000, closeTimeStep: 4, firstLedger: 5 });
    const people = await People.on(server);
    await people.close(3);
    expect((await people.ask('ledger', { ledger_index: 8 }))['ledger']).toMatchObject({
      close_time: 1_000_000_012,
      parent_close_time: 1_000_000_008,
      close_time_iso: '2031-09-09T01:46:52Z',
    });
    await people.leave();
    await server.close();
  });
});
