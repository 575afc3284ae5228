import { eventStoreContract } from '#test/event-store/contract.js';
import { MemoryEventStore } from './memory-event-store.js';

eventStoreContract({
  name: 'memory',
  async open() {
    const store = new MemoryEventStore();
    return {
      store,
      another: async () => store,
      loseAfter: async (position) => store.loseAfter(position),
      close: async () => {},
    };
  },
});
