import { expect, it } from '@jest/globals';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { ACCOUNT_FLAG, type AccountFacts } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { OfficeKeysWatch } from './office-keys-watch.js';

it('a key of the office that the ledger no longer accepts is said in a case, which closes when it does', async () => {
  const store = new MemoryEventStore();
  const ledger = new Map<string, Partial<AccountFacts> | null>([
    ['rAdmin', null],
    ['rOfficer', { flags: 0, regularKey: 'rHerKey' }],
  ]);
  const watch = new OfficeKeysWatch(
    { account: async (wallet) => (ledger.get(wallet) ?? null) as AccountFacts | null },
    {
      officeKeys: new Map([
        ['rAdmin', 'rAdmin'],
        ['rOfficer', 'rHerKey'],
      ]),
    },
    new Recorder(store, { contextOf: async () => context() }),
    { ready: true } as never,
  );
  const statuses = async () => {
    await watch.look();
    const of = async (wallet: string) => (await load(store, caseFold(`office-key-differs-${wallet}`))).state.status;
    return [await of('rAdmin'), await of('rOfficer')];
  };
  expect(await statuses()).toEqual(['none', 'none']);
  ledger.set('rAdmin', { flags: ACCOUNT_FLAG.disableMaster, regularKey: 'rNew' });
  ledger.set('rOfficer', { flags: 0, regularKey: 'rAnother' });
  expect(await statuses()).toEqual(['open', 'open']);
  ledger.set('rAdmin', { flags: 0, regularKey: null });
  expect(await statuses()).toEqual(['resolved', 'open']);
});
