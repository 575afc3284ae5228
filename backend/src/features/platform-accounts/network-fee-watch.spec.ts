import { expect, it } from '@jest/globals';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { NetworkFeeTooHigh } from '#platform/ledger/transactions/policy.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { AccountKeys } from './accounts/account-keys.js';
import { NetworkFeeWatch } from './network-fee-watch.js';

const SETTINGS = { maxNetworkFeeDrops: 50_000n };

it('a network fee above the limit is said in a case after a minute, which closes when it has fallen', async () => {
  const store = new MemoryEventStore();
  let [fee, now] = [60_000n, 0];
  const watch = new NetworkFeeWatch(
    { fee: async () => fee },
    SETTINGS,
    { now: () => new Date(now), sleep: async () => undefined },
    new Recorder(store, { contextOf: async () => context() }),
    { ready: true } as never,
  );
  const statusAt = async (ms: number) => {
    now = ms;
    await watch.look();
    return (await load(store, caseFold('network-fee-high-platform'))).state.status;
  };
  expect([await statusAt(0), await statusAt(59_000), await statusAt(61_000)]).toEqual(['none', 'none', 'open']);
  fee = 50_000n;
  expect(await statusAt(62_000)).toBe('resolved');
  fee = 60_000n;
  expect([await statusAt(70_000), await statusAt(131_000)]).toEqual(['resolved', 'open']);
});

it('no account of the platform signs a transaction above the limit, whoever asks', async () => {
  const none = {} as never;
  const signing = new AccountKeys(none, none, none, SETTINGS).sign('issuer', {
    TransactionType: 'AccountSet',
    Fee: '50001',
  });
  await expect(signing).rejects.toThrow(NetworkFeeTooHigh);
});
