import type { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import type { Random } from '#platform/seeded-random.js';
import type { SimLedger } from './sim-ledger.js';

/** What happened in a story, as one line: the same seed plays the same story, down to the next random number. */
export const digestOf = async ({ store, ledger, random }: Told): Promise<string> =>
  `${await store.head()}/${ledger.index}/${ledger.applied.size}/${random.next()}`;

interface Told {
  store: MemoryEventStore;
  ledger: SimLedger;
  random: Random;
}
