import { afterAll, beforeAll, describe } from '@jest/globals';
import type { EventStore } from '../event-store.js';
import type { Adapter, OpenAdapter } from './adapter.js';
import { chainContract } from './contract/chain.js';
import { expectationsContract } from './contract/expectations.js';
import { followingContract } from './contract/following.js';
import { idempotencyContract } from './contract/idempotency.js';
import { orderingContract } from './contract/ordering.js';
import { readingContract } from './contract/reading.js';

/** Which parts an adapter need not keep, and why. EventStoreDB orders and seals by other means. */
const LEFT_OUT: Partial<Record<Adapter['name'], readonly string[]>> = { eventstoredb: ['sealing'] };

/** What every adapter promises: contract items 1–7 and 19. What only one of them can promise is tested beside it. */
export function eventStoreContract(adapter: Adapter): void {
  describe(`event store on ${adapter.name}`, () => {
    let open: OpenAdapter;
    const store = (): EventStore => open.store;
    const another = (): Promise<EventStore> => open.another();
    beforeAll(async () => {
      open = await adapter.open();
    });
    afterAll(() => open.close());

    const part = (name: string, define: () => void) =>
      LEFT_OUT[adapter.name]?.includes(name) ? undefined : describe(name, define);
    part('expected revisions', () => expectationsContract(store, another));
    part('idempotency', () => idempotencyContract(store, another));
    part('reading', () => readingContract(store));
    part('order', () => orderingContract(store, another));
    part('following', () => followingContract(store, another));
    part('sealing', () => chainContract(store));
  });
}
