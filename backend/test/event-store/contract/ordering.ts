import { expect, it } from '@jest/globals';
import { START, type EventStore, type Position } from '#platform/event-store/event-store.js';
import type { StoredLog } from '#platform/event-store/stored-log.js';
import { context, event, pause, readWhole, streamName } from '../adapter.js';
import { inFull } from '#test/support/how-much.js';

export interface OrderReport {
  written: number;
  /** Events that the log has and the reader, going forward from position to position, never saw. */
  missed: number;
  /** Streams whose revisions the reader did not see as 0, 1, 2, … */
  disordered: number;
}

/** As many appends as tell something, also where a machine is so slow that they take longer than was asked for. */
const APPENDS_MIN = 100;
const LONGER_MS = 40_000;

/**
 * The stress test for the promise that a reader going forward sees everything: writers append at once, in turns and in
 * several processes' way, while a reader only ever moves on from the last position it saw. Contract item 6; the report
 * lets a test prove that an unsafe store fails it.
 */
export async function stressOrder(
  writers: readonly EventStore[],
  reader: EventStore,
  forMs: number,
): Promise<OrderReport> {
  const streams = Array.from({ length: writers.length * 2 }, () => streamName('stress'));
  const filter = { streamPrefixes: ['stress-'] };
  const until = Date.now() + forMs;
  let writing = true;
  let position: Position = await reader.head();
  const before = position;
  const next = new Map<string, number>();
  const report: OrderReport = { written: 0, missed: 0, disordered: 0 };
  let [seen, appended] = [0, 0];

  const reading = (async () => {
    for (;;) {
      const last = !writing;
      const page = await reader.readAll(position, { filter });
      for (const { stream, revision } of page.events) {
        if (revision !== (next.get(stream) ?? 0)) report.disordered++;
        next.set(stream, revision + 1);
        seen++;
      }
      position = page.next;
      if (last && page.end) return;
      if (page.end) await pause(1);
    }
  })();
  await Promise.all(
    writers.map(async (writer, index) => {
      for (let turn = 0; Date.now() < until || (appended < APPENDS_MIN && Date.now() < until + LONGER_MS); turn++) {
        const stream = streams[(index + turn) % streams.length]!;
        await writer
          .append(
            stream,
            'any',
            Array.from({ length: 1 + (turn % 3) }, () => event({ index, turn })),
            context(),
          )
          .then(
            () => appended++,
            () => {},
          );
      }
    }),
  );
  writing = false;
  await reading;
  report.written = (await readWhole(reader, filter, undefined, before)).length;
  report.missed = report.written - seen;
  return report;
}

export function orderingContract(store: () => EventStore, another: () => Promise<StoredLog>): void {
  it('a reader that only goes forward misses nothing while sixteen writers append', async () => {
    const writers = await Promise.all(Array.from({ length: 16 }, another));
    const report = await stressOrder(writers, store(), inFull(1000, 10_000));
    await Promise.all(writers.map((writer) => writer.close()));
    expect(report).toMatchObject({ missed: 0, disordered: 0 });
    expect(report.written).toBeGreaterThan(100);
  });

  it('a commit that touches two streams keeps the order of each around other commits', async () => {
    const stores = [store(), await another()];
    const [one, two] = [streamName('crossed'), streamName('crossed')];
    await Promise.all(
      stores.map(async (writer, index) => {
        for (let n = 0; n < inFull(15, 50); n++) {
          const order = (n + index) % 2 ? [one, two] : [two, one];
          await writer.appendMany(
            order.map((stream) => ({ stream, expected: 'any' as const, events: [event({ n })] })),
            context(),
          );
          await writer.append(order[0]!, 'any', [event({ n })], context());
        }
      }),
    );
    for (const stream of [one, two]) {
      const seen = (await readWhole(store(), { streamPrefixes: [stream] })).map(({ revision }) => revision);
      expect(seen).toEqual(seen.map((_, index) => index));
    }
  });

  it('times and hashes run along the positions', async () => {
    const events = await readWhole(store(), undefined, undefined, START);
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    expect(new Set(events.map(({ hash }) => hash)).size).toBe(events.length);
  });
}
