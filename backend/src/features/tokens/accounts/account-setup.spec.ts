import { expect, it } from '@jest/globals';
import { load } from '../../../platform/event-store/folding.js';
import { MemoryEventStore } from '../../../platform/event-store/memory/memory-event-store.js';
import { context } from '../../../platform/event-store/testing/adapter.js';
import { caseFold } from '../../cases/case.public.js';
import { AccountSetup } from './account-setup.js';
import { ISSUER_FLAGS } from './account-plan.js';

const flags = ISSUER_FLAGS.reduce((all, { ledgerFlag }) => all + ledgerFlag, 0);

it('a shortage of XRP that ends while no process runs closes its case at the next start', async () => {
  const store = new MemoryEventStore();
  let balance = 1_000_000n;
  const state = {
    free: [...Array(240).keys()],
    address: 'rIssuer',
    steps: new Set(ISSUER_FLAGS.map(({ step }) => step)),
  };
  const transactions = { settle: async () => true, state: async () => state };
  const ledger = {
    account: async () => ({ address: 'rIssuer', balance, sequence: 5, ownerCount: 240, flags, tickets: 240 }),
    reserves: async () => ({ base: 1_000_000n, increment: 200_000n }),
  };
  const start = () =>
    new AccountSetup(
      { transactions: () => transactions } as never,
      ledger as never,
      {} as never,
      { xrpl: { rlusdIssuer: 'rR' } } as never,
      store,
      { contextOf: async () => context() } as never,
      { step: async () => false } as never,
    );
  const status = async () => (await load(store, caseFold('account-short-of-xrp-issuer'))).state.status;
  await start().round('issuer');
  expect(await status()).toBe('open');
  balance = 1_000_000_000n;
  await start().round('issuer');
  expect(await status()).toBe('resolved');
});
