import { beforeEach, describe, expect, it } from '@jest/globals';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { KeyAuthority } from '#platform/ledger/key-authority.js';
import { LedgerUnavailable, type AccountFacts } from '#platform/ledger/ledger-port.js';
import { SEEN_FOR_MS, seenKeyOf } from '#platform/ledger/seen-keys.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { context } from '#test/event-store/adapter.js';
import { RegularKeys } from './regular-keys.js';

const DAY_MS = 24 * 3_600_000;
let store: MemoryEventStore;
/** What each operator's node names; `away`: it does not answer. */
let named: (string | null)[];
let days: number;
let keys: KeyAuthority;
let watch: RegularKeys;

beforeEach(() => {
  store = new MemoryEventStore();
  days = 0;
  const now = () => new Date(Date.now() + days * DAY_MS);
  const node = (at: number) => ({
    account: async () => {
      if (named[at] === 'away') throw new LedgerUnavailable('away');
      return { flags: 0, regularKey: named[at] } as AccountFacts;
    },
  });
  keys = new KeyAuthority(
    new Map([['rAdmin', 'rAdmin']]),
    () => named.map((_, at) => node(at)),
    async (wallet) => (await seenKeyOf(store, wallet, new Date(now().getTime() - SEEN_FOR_MS)))?.key ?? null,
  );
  const recorder = new Recorder(store, { contextOf: async () => context() });
  watch = new RegularKeys(store, { now }, keys, recorder, {} as never, {} as never);
});

const signIn = (wallet = 'rOne') => watch.handle({ data: { wallet } } as never);
async function recorded(wallet = 'rOne') {
  const found: unknown[] = [];
  for await (const { data } of store.read(`wallet-${wallet}`)) found.push((data as { key: unknown }).key);
  return found;
}
const caseStatus = async () => (await load(store, caseFold('regular-key-disputed-rOne'))).state.status;

describe('a regular key', () => {
  it('that two operators name at a sign-in is recorded once, and counts for 30 days while one is away', async () => {
    named = ['rKey', 'rKey'];
    for (let times = 0; times < 2; times++) await signIn();
    expect(await recorded()).toEqual(['rKey']);
    named = ['away', 'rKey'];
    days = 29;
    expect(await keys.problem('rKey', 'rOne')).toBeNull();
    days = 31;
    await expect(keys.problem('rKey', 'rOne')).rejects.toThrow(LedgerUnavailable);
  });

  it('is recorded again after a week, replaced when both name another one, and ended when both name none', async () => {
    named = ['rKey', 'rKey'];
    await signIn();
    days = 8;
    await watch.lookAgain();
    named = ['rNew', 'rNew'];
    await watch.lookAgain();
    named = [null, null];
    for (let times = 0; times < 2; times++) await watch.lookAgain();
    expect(await recorded()).toEqual(['rKey', 'rKey', 'rNew', null]);
    expect(await caseStatus()).toBe('none');
  });

  it('leaves no trace where there is none, for the office, with one operator, or when one node alone names it', async () => {
    for (const [nodes, wallet] of [
      [[null, null], 'rOne'],
      [['rKey', 'rKey'], 'rAdmin'],
      [['rKey'], 'rOne'],
      [['rThief', null], 'rOne'],
      [['rThief', 'away'], 'rOne'],
    ] as const) {
      named = [...nodes];
      await signIn(wallet);
      expect([nodes, await recorded(wallet), await caseStatus()]).toEqual([nodes, [], 'none']);
    }
  });

  it('about which operators contradict each other for an hour is said in a case, until they agree', async () => {
    named = ['rKey', 'rKey'];
    await signIn();
    named = ['rThief', 'rKey'];
    await watch.lookAgain();
    expect(await caseStatus()).toBe('none');
    await watch.lookAgain();
    expect(await caseStatus()).toBe('open');
    expect(await keys.problem('rThief', 'rOne')).toMatch(/no authority/);
    named = ['rKey', 'rKey'];
    await watch.lookAgain();
    expect([await caseStatus(), await recorded()]).toEqual(['resolved', ['rKey']]);
  });
});
