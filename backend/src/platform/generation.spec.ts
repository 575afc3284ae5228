import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MemoryEventStore } from './event-store/memory/memory-event-store.js';
import { collect } from '#test/event-store/adapter.js';
import { BeforeFirstRelease, claimGeneration, GENERATION, NewerGeneration, refuseOlderLog } from './generation.js';

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
    await expect(claimGeneration(store, '0.2.0')).rejects.toThrow(/newer program \(0\.3\.0, generation 7\)/);
    expect(await written(store)).toHaveLength(2);
  });
});

it('a log whose first event is not a generation of 1.0 or later is not continued', async () => {
  const first = (type: string, data: object) => ({ read: async () => [{ type, data: JSON.stringify(data) }] }) as never;
  await expect(refuseOlderLog(first('ProgramGeneration', { generation: 6 }))).resolves.toBeUndefined();
  await expect(refuseOlderLog({ read: async () => [] })).resolves.toBeUndefined();
  for (const older of [first('ProgramGeneration', { generation: 5 }), first('SomethingHappened', {})])
    await expect(refuseOlderLog(older)).rejects.toThrow(BeforeFirstRelease);
});

describe('the page on upgrades', () => {
  const page = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../..', name), 'utf8');
  const releases = [...page('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d/gm)].map(([, version]) => version);

  it('says what may be done with each release, and which generation the newest program is', () => {
    const rows = [...page('docs/operations.md').matchAll(/^\| (\d\S*) → (\S+) \| (.*) \|$/gm)];
    const steps = ['next', ...releases].slice(0, -1).map((to, at) => [releases[at], to]);
    expect(rows.map(([, from, to]) => [from, to])).toEqual(steps);
    const raised = rows.map(([, , , what]) => /a new generation, (\d+)/.exec(what!)?.[1]).filter(Boolean);
    const [, first] = /1\.0\.0 began with generation (\d+)/.exec(page('docs/operations.md')) ?? [];
    expect(Number(raised[0] ?? first)).toBe(GENERATION);
  });
});
