import { expect, it } from '@jest/globals';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { AccountSetup } from './account-setup.js';

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
