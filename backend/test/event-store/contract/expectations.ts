import { expect, it } from '@jest/globals';
import {
  WrongExpectedRevision,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
} from '#platform/event-store/event-store.js';
import { collect, context, event, readWhole, streamName } from '../adapter.js';
import { inFull } from '#test/support/how-much.js';

const KINDS: ExpectedRevision[] = ['none', 'exists', 'any', 0, 1];

/** What an append with each expectation does to a stream with so many events. Contract items 1–3. */
const ALLOWED: Record<number, ExpectedRevision[]> = {
  0: ['none', 'any'],
  1: ['exists', 'any', 0],
  2: ['exists', 'any', 1],
};

export function expectationsContract(store: () => EventStore, another: () => Promise<EventStore>): void {
  async function streamOf(count: number): Promise<string> {
    const stream = streamName();
    if (count > 0)
      await store().append(
        stream,
        'none',
        Array.from({ length: count }, () => event()),
        context(),
      );
    return stream;
  }

  for (const [count, allowed] of Object.entries(ALLOWED)) {
    for (const expected of KINDS) {
      const verdict = allowed.includes(expected) ? 'is taken' : 'is refused';
      it(`an append that expects ${JSON.stringify(expected)} of a stream with ${count} events ${verdict}`, async () => {
        const stream = await streamOf(Number(count));
        const append = store().append(stream, expected, [event()], context());
        if (allowed.includes(expected)) {
          expect(await append).toMatchObject({ revisions: { [stream]: Number(count) }, duplicate: false });
        } else {
          await expect(append).rejects.toMatchObject({
            name: 'WrongExpectedRevision',
            stream,
            expected,
            actual: Number(count) - 1,
          });
        }
        expect(await collect(store().read(stream))).toHaveLength(Number(count) + (allowed.includes(expected) ? 1 : 0));
      });
    }
  }

  it('a stream that a refused append left empty still does not exist', async () => {
    const stream = streamName();
    await expect(store().append(stream, 'exists', [event()], context())).rejects.toThrow(WrongExpectedRevision);
    await expect(store().append(stream, 0, [event()], context())).rejects.toMatchObject({ actual: -1 });
    expect(await store().append(stream, 'none', [event()], context())).toMatchObject({ revisions: { [stream]: 0 } });
  });

  it('of two concurrent creates exactly one wins, every time', async () => {
    const other = await another();
    for (let round = 0; round < inFull(50, 200); round++) {
      const stream = streamName();
      const results = await Promise.allSettled([
        store().append(stream, 'none', [event({ by: 1 })], context()),
        other.append(stream, 'none', [event({ by: 2 })], context()),
        store().append(stream, 'none', [event({ by: 3 })], context()),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(WrongExpectedRevision);
    }
  });

  it('of concurrent appends to one revision exactly one wins, and the revisions stay without gaps', async () => {
    const stream = await streamOf(1);
    const stores = [store(), await another()];
    for (let revision = 0; revision < 20; revision++) {
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) => stores[n % 2]!.append(stream, revision, [event({ n })], context())),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect((await collect(store().read(stream))).map(({ revision }) => revision)).toEqual(
      Array.from({ length: 21 }, (_, n) => n),
    );
  });

  it('concurrent unchecked appends all succeed', async () => {
    const stream = streamName();
    const stores = [store(), await another()];
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => stores[n % 2]!.append(stream, 'any', [event({ n })], context())),
    );
    const events = await collect(store().read(stream));
    expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(new Set(events.map(({ data }) => data.n)).size).toBe(100);
  });

  it('a conflict fails nobody but its own append', async () => {
    const taken = await streamOf(1);
    const streams = Array.from({ length: 20 }, () => streamName());
    const results = await Promise.allSettled(
      streams.flatMap((stream) => [
        store().append(stream, 'none', [event()], context()),
        store().append(taken, 'none', [event()], context()),
      ]),
    );
    expect(results.map(({ status }) => status)).toEqual(streams.flatMap(() => ['fulfilled', 'rejected']));
    for (const result of results) if (result.status === 'fulfilled') expect(result.value.duplicate).toBe(false);
  });

  it('a write to several streams happens whole or not at all', async () => {
    const [one, two] = [streamName(), streamName()];
    await store().append(two, 'none', [event()], context());
    const write = (expectedOfTwo: ExpectedRevision) =>
      store().appendMany(
        [
          { stream: one, expected: 'none', events: [event(), event()] },
          { stream: two, expected: expectedOfTwo, events: [event()] },
        ],
        context(),
      );

    await expect(write('none')).rejects.toMatchObject({ stream: two, actual: 0 });
    expect(await collect(store().read(one))).toHaveLength(0);
    const before = await store().head();
    expect(await write(0)).toMatchObject({ revisions: { [one]: 1, [two]: 1 } });
    const written = await readWhole(store(), undefined, undefined, before);
    expect(written.map(({ stream, revision }) => [stream, revision])).toEqual([
      [one, 0],
      [one, 1],
      [two, 1],
    ]);
  });

  it('a stream without events in a write is checked and not touched', async () => {
    const [seen, written] = [await streamOf(1), streamName()];
    const write = (expected: ExpectedRevision) =>
      store().appendMany(
        [
          { stream: seen, expected, events: [] },
          { stream: written, expected: 'any', events: [event()] },
        ],
        context(),
      );
    await expect(write(1)).rejects.toMatchObject({ stream: seen, actual: 0 });
    expect((await write(0)).revisions).toEqual({ [written]: 0 });
  });

  it.each<[string, ExpectedRevision, Partial<NewEvent>]>([
    ['an expected revision that four bytes do not hold', 2 ** 31, {}],
    ['an expected revision below zero', -2, {}],
    ['a version that four bytes do not hold', 'any', { version: 2 ** 31 }],
    ['a version of zero', 'any', { version: 0 }],
  ])('%s is refused, and nobody else with it', async (_, expected, odd) => {
    const results = await Promise.allSettled([
      store().append(streamName(), expected, [{ ...event(), ...odd }], context()),
      store().append(streamName(), 'none', [event()], context()),
    ]);
    expect(results).toMatchObject([{ status: 'rejected', reason: expect.any(TypeError) }, { status: 'fulfilled' }]);
  });
}
