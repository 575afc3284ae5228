import { expect, it } from '@jest/globals';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { AccountSetup } from './account-setup.js';

it.each(['worker', 'web'] as const)(
  'a %s process says which address waits for how much XRP, until it has it',
  async (role) => {
    const funded = new Set<string>();
    const stop = new AbortController();
    const setup = new AccountSetup(
      {
        address: async (name: string) => `r-${name}`,
        record: (name: string) => ({ state: async () => ({ address: `r-${name}`, highWater: 0, open: [] }) }),
        gate: () => ({ open: true }),
      } as never,
      { ensureMade: async () => undefined } as never,
      {
        account: async (address: string) =>
          funded.has(address) ? { address, balance: 10n ** 9n, sequence: 5, ownerCount: 0, tickets: 0 } : null,
        reserves: async () => ({ base: 1_000_000n, increment: 200_000n }),
      } as never,
      { sleep: () => new Promise((resolve) => setTimeout(resolve, 1)) } as never,
      { role, xrpl: { rlusdIssuer: 'rR', faucetUrl: null } } as never,
      { decide: async () => undefined } as never,
    );
    const ended = setup.run(stop.signal);
    const sentences = (...names: [string, number][]) =>
      names.map(([name, xrp]) => `Waiting for XRP on r-${name}, at least ${xrp}.`);
    const said = async (expected: string[]) => {
      for (let left = 200; left > 0 && setup.waitsFor().join() !== expected.join(); left--)
        await new Promise((resolve) => setTimeout(resolve, 5));
      expect(setup.waitsFor()).toEqual(expected);
    };
    await said(sentences(['issuer', 100], ['feeWallet', 20], ['payoutEscrow', 100]));
    funded.add('r-issuer').add('r-payoutEscrow');
    await said(sentences(['feeWallet', 20]));
    funded.add('r-feeWallet');
    await said(['Waiting until the platform’s accounts are set up on the ledger.']);
    stop.abort();
    await ended;
  },
);

it('a shortage of XRP that ends while no process runs closes its case at the next start', async () => {
  const store = new MemoryEventStore();
  let balance = 1_000_000n;
  const ledger = {
    account: async () => ({ address: 'rIssuer', balance, sequence: 5, ownerCount: 240, flags: 0, tickets: 240 }),
    reserves: async () => ({ base: 1_000_000n, increment: 200_000n }),
  };
  const start = () =>
    new AccountSetup(
      { address: async () => 'rIssuer' } as never,
      {} as never,
      ledger as never,
      {} as never,
      { xrpl: { rlusdIssuer: 'rR' } } as never,
      new Recorder(store, { contextOf: async () => context() }),
    );
  const status = async () => (await load(store, caseFold('account-short-of-xrp-issuer'))).state.status;
  await start().round('issuer');
  expect(await status()).toBe('open');
  balance = 1_000_000_000n;
  await start().round('issuer');
  expect(await status()).toBe('resolved');
});
