import { expect, it } from '@jest/globals';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { ACCOUNT_FLAG, type AccountFacts } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { RlusdWatch } from './rlusd-watch.js';

it('one case says that RLUSD’s issuer charges or has frozen transfers, and closes when it does neither', async () => {
  const store = new MemoryEventStore();
  let issuer: Partial<AccountFacts> = { flags: 0 };
  const watch = new RlusdWatch(
    { account: async () => issuer as AccountFacts },
    { xrpl: { rlusdIssuer: 'rRlusd' } },
    new Recorder(store, { contextOf: async () => context() }),
    { ready: true } as never,
  );
  const statuses = async () => {
    await watch.look();
    return (await load(store, caseFold('rlusd-restricted-rlusd'))).state.status;
  };
  expect(await statuses()).toBe('none');
  issuer = { flags: 0, transferFee: 1 };
  expect([await statuses(), await statuses()]).toEqual(['open', 'open']);
  issuer = { flags: 0 };
  expect(await statuses()).toBe('resolved');
  issuer = { flags: ACCOUNT_FLAG.globalFreeze };
  expect(await statuses()).toBe('open');
});
