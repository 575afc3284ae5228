import { expect, it } from '@jest/globals';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { collect, context } from '#test/event-store/adapter.js';
import { closing, opening } from './case-writes.js';

it('the platform closes no case by an answer that takes two people: a worker would refuse it', async () => {
  const store = new MemoryEventStore();
  const found = { kind: 'unknown-ledger-payment', subject: 'PAID', summary: 'x' } as const;
  await store.appendMany(await opening(store, found), context());
  await expect(closing(store, found, { resolution: 'no-action', note: 'x' })).rejects.toThrow(/two people/);
  await store.appendMany(await closing(store, found, { resolution: 'corrected', note: 'x' }), context());
  expect((await collect(store.read('case-unknown-ledger-payment-PAID'))).at(-1)!.type).toBe('CaseResolved');
});
