import { describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from './event-store/memory/memory-event-store.js';
import { collect } from './event-store/testing/adapter.js';
import { claimGeneration, GENERATION, NewerGeneration } from './generation.js';

const written = async (store: MemoryEventStore) =>
  (await collect(store.read('program-generation'))).map(({ data }) => data);

describe('the generation of programs that write to a log', () => {
  it('is said once, however many instances start', async () => {
    const store = new MemoryEventStore();
    await Promise.all([claimGeneration(store, '0.2.0'), claimGeneration(store, '0.2.0')]);
    await claimGeneration(store, '0.2.1');
    expect(await written(store)).toEqual([{ generation: GENERATION, program: '0.2.0' }]);
  });
  it('rises with a newer program, and an older one refuses to start, by name', async () => {
    const store = new MemoryEventStore();
    await claimGeneration(store, '0.2.0');
    await claimGeneration(store, '0.3.0', GENERATION + 1);
    await expect(claimGeneration(store, '0.2.0')).rejects.toThrow(NewerGeneration);
    await expect(claimGeneration(store, '0.2.0')).rejects.toThrow(/newer program \(0\.3\.0, generation 6\)/);
    expect(await written(store)).toHaveLength(2);
  });
});
