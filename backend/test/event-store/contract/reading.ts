import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { START, type EventFilter, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import { distance, toPosition } from '#platform/event-store/positions.js';
import { collect, context, event, readWhole, streamName } from '../adapter.js';

export function readingContract(store: () => EventStore): void {
  const revisions = (events: RecordedEvent[]) => events.map(({ revision }) => revision);

  it('a stream that does not exist reads as empty', async () => {
    expect(await collect(store().read(streamName()))).toEqual([]);
    expect(await collect(store().read(streamName(), { backwards: true }))).toEqual([]);
  });

  it('a stream is read from a place, up to a number, and backwards', async () => {
    const stream = streamName();
    for (const count of [700, 503])
      await store().append(
        stream,
        'any',
        Array.from({ length: count }, () => event()),
        context(),
      );
    const read = (options: Parameters<EventStore['read']>[1]) => collect(store().read(stream, options)).then(revisions);
    const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
    expect(await read({})).toEqual(range(0, 1203));
    expect(await read({ from: 1200 })).toEqual([1200, 1201, 1202]);
    expect(await read({ from: 3, limit: 2 })).toEqual([3, 4]);
    expect(await read({ limit: 700 })).toEqual(range(0, 700));
    expect(await read({ backwards: true, limit: 2 })).toEqual([1202, 1201]);
    expect(await read({ backwards: true, from: 2 })).toEqual([2, 1, 0]);
    expect(await read({ backwards: true })).toEqual(range(0, 1203).reverse());
    expect(await read({ limit: 0 })).toEqual([]);
  });

  it('positions are 1, 2, 3 … without gaps, in one width, and the head is the last of them', async () => {
    await store().append(streamName(), 'none', [event(), event()], context());
    const { position } = await store().append(streamName(), 'none', [event()], context());
    await expect(store().append(streamName(), 'exists', [event()], context())).rejects.toThrow();
    const positions = (await readWhole(store())).map((recorded) => recorded.position);
    expect(positions).toEqual(positions.map((_, index) => toPosition(index + 1)));
    expect(distance(START, positions.at(-1)!)).toBe(positions.length);
    expect(positions.at(-1)).toBe(position);
    expect(await store().head()).toBe(position);
  });

  it('pages go on where the last one ended and say when nothing more is there', async () => {
    const category = `paged${Date.now()}`;
    const after = await store().head();
    for (let n = 0; n < 7; n++) await store().append(streamName(category), 'none', [event({ n })], context());
    const first = await store().readAll(after, { limit: 5 });
    expect(first).toMatchObject({ end: false, next: first.events[4]!.position });
    const second = await store().readAll(first.next, { limit: 5 });
    expect(second).toMatchObject({ end: true });
    expect([...first.events, ...second.events].map(({ data }) => data.n)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const exact = await store().readAll(after, { limit: 7 });
    expect(exact.end).toBe(true);
    expect(await store().readAll(exact.next)).toEqual({ events: [], next: exact.next, end: true });
  });

  it('a filtered page moves past what it left out', async () => {
    const [listing, payment] = [streamName('listing'), streamName('payment')];
    const after = await store().head();
    await store().append(listing, 'none', [event({}, 'ListingCreated'), event({}, 'ListingClosed')], context());
    const { position } = await store().append(payment, 'none', [event({}, 'PaymentStarted')], context());
    const types = async (filter: EventFilter) => {
      const page = await store().readAll(after, { filter });
      expect(page).toMatchObject({ next: position, end: true });
      return page.events.map(({ type }) => type);
    };
    expect(await types({ types: ['ListingClosed', 'PaymentStarted'] })).toEqual(['ListingClosed', 'PaymentStarted']);
    expect(await types({ streamPrefixes: ['listing-'] })).toEqual(['ListingCreated', 'ListingClosed']);
    expect(
      await types({ streamPrefixes: ['listing-', 'payment-'], types: ['ListingCreated', 'PaymentStarted'] }),
    ).toEqual(['ListingCreated', 'PaymentStarted']);
    expect(await types({ streamPrefixes: ['list_ng-', '%'] })).toEqual([]);
    expect(await types({ types: [] })).toEqual([]);
  });

  it('a filter and any page size leave out exactly what does not match', async () => {
    const whole = await readWhole(store());
    const [types, prefixes] = [
      [...new Set(whole.map(({ type }) => type))],
      ['thing-', 'listing-', 'payment-', 'paged', 'nothing'],
    ];
    const filters = fc.record({
      types: fc.option(fc.subarray(types), { nil: undefined }),
      streamPrefixes: fc.option(fc.subarray(prefixes), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 50, max: 1000 }), async (filter, limit) => {
        const wanted = whole.filter(
          ({ type, stream }) =>
            (filter.types?.includes(type) ?? true) &&
            (filter.streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true),
        );
        expect((await readWhole(store(), filter, limit)).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
      }),
      { numRuns: 15 },
    );
  });

  describe('what goes in comes out', () => {
    it.each<[string, object]>([
      ['unicode, quotes and control characters', { text: 'Größe 東京 🏠 "\\\'\n\t\u0000\u2028', '\u00e9': 'é' }],
      ['a lone surrogate', { text: 'a\ud800b' }],
      ['a bigint as text', { microRlusd: (2n ** 100n).toString() }],
      ['numbers at the edge', { n: [0, 1e21, 1e-7, Number.MAX_SAFE_INTEGER, -1.5] }],
      ['nothing at all', {}],
      ['deep nesting', { a: [[{ b: [null, true, { c: [] }] }]] }],
      ['nearly all that a commit takes', { text: 'x"\\'.repeat(100 << 10) + 'yyyy'.repeat(90 << 10) }],
    ])('%s', async (_, data) => {
      const stream = streamName();
      await store().append(stream, 'none', [event(data)], context());
      expect((await collect(store().read(stream)))[0]!.data).toEqual(data);
    });

    it('what is too large for one commit is refused, and nobody else with it', async () => {
      const [huge, many, good] = [streamName(), streamName(), streamName()];
      const results = await Promise.allSettled([
        store().append(huge, 'none', [event({ text: 'x'.repeat(1 << 20) })], context()),
        store().append(
          many,
          'none',
          Array.from({ length: 10 }, () => event({ text: 'x'.repeat(100 << 10) })),
          context(),
        ),
        store().append(good, 'none', [event()], context()),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
      expect(results[0]).toMatchObject({ reason: { name: 'CommandTooLarge' } });
      expect(await collect(store().read(many))).toEqual([]);
    });

    it('types and streams that begin with $ are refused', async () => {
      await expect(store().append(streamName(), 'none', [event({}, '$metadata')], context())).rejects.toThrow(/\$/);
      await expect(store().append('$settings', 'any', [event()], context())).rejects.toThrow(/\$/);
    });

    it('any JSON', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(
            fc.string().filter((key) => key !== '__proto__'),
            fc.jsonValue(),
            { noNullPrototype: true },
          ),
          async (data) => {
            const stream = streamName();
            await store().append(stream, 'none', [event(data)], context());
            expect((await collect(store().read(stream)))[0]!.data).toEqual(JSON.parse(JSON.stringify(data)));
          },
        ),
        { numRuns: 50 },
      );
    });

    it('all metadata, the version, and an empty value of each', async () => {
      const stream = streamName();
      const metadata = {
        commandId: crypto.randomUUID(),
        correlationId: '',
        causationId: '',
        actor: { wallet: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH', role: 'investor' as const },
        businessDate: '2026-11-20' as const,
      };
      await store().append(stream, 'none', [{ type: 'SomethingHappened', version: 7, data: {} }], { metadata });
      const [recorded] = await collect(store().read(stream));
      expect(recorded).toMatchObject({ metadata, version: 7, stream, revision: 0, type: 'SomethingHappened' });
      expect(recorded!.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(recorded!.hash).toMatch(/^[0-9a-f]{64}$/);
    });

    it.each<[string, object]>([
      ['a bigint', { n: 1n }],
      ['not-a-number', { n: NaN }],
      ['a date', { at: new Date(0) }],
      ['a function', { f: () => 1 }],
      ['a map', { m: new Map() }],
    ])('%s is refused, and nobody else with it', async (_, data) => {
      const [bad, good] = [streamName(), streamName()];
      const results = await Promise.allSettled([
        store().append(bad, 'none', [event(data)], context()),
        store().append(good, 'none', [event()], context()),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
      expect(await collect(store().read(bad))).toEqual([]);
    });
  });
}
