import { afterAll, beforeAll, describe } from '@jest/globals';
import type { StoredLog } from '#platform/event-store/stored-log.js';
import type { Adapter, OpenAdapter } from './adapter.js';
import { chainContract } from './contract/chain.js';
import { expectationsContract } from './contract/expectations.js';
import { goingBackContract } from './contract/going-back.js';
import { followingContract } from './contract/following.js';
import { idempotencyContract } from './contract/idempotency.js';
import { orderingContract } from './contract/ordering.js';
import { readingContract } from './contract/reading.js';

/** What every adapter promises, nothing left out. What only one of them can promise is tested beside it. */
export function eventStoreContract(adapter: Adapter): void {
  describe(`event store on ${adapter.name}`, () => {
    let open: OpenAdapter;
    const store = (): StoredLog => open.store;
    const another = (): Promise<StoredLog> => open.another();
    beforeAll(async () => {
      open = await adapter.open();
    });
    afterAll(() => open.close());

    describe('expected revisions', () => expectationsContract(store, another));
    describe('idempotency', () => idempotencyContract(store, another));
    describe('reading', () => readingContract(store));
    describe('order', () => orderingContract(store, another));
    describe('following', () => followingContract(store, another));
    describe('sealing', () => chainContract(store));
    describe('a log that goes back', () => goingBackContract(adapter));
  });
}
