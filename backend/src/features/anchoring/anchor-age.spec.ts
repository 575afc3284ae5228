import { expect, it } from '@jest/globals';
import { holds } from '#test/support/alert-rules.js';
import { TestClock } from '#test/support/processes.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context, event } from '#test/event-store/adapter.js';
import { beforeScrape, metrics } from '#platform/telemetry/metrics.js';
import { AnchorAge } from './anchor-age.js';
import { AnchorBook } from './anchor-book.js';

const HOUR_MS = 3_600_000;

it('LogNotAnchored: the log grew, and no anchor came for more than four hours', async () => {
  const clock = new TestClock(Date.parse('2026-11-25T00:00:00Z'));
  const store = new MemoryEventStore(clock);
  const age = new AnchorAge(store, { anchorEveryMinutes: 60 }, clock, new AnchorBook(store));
  age.onModuleInit();
  const tell = async () => {
    for (const measure of beforeScrape) await measure();
    return metrics.metrics();
  };
  clock.advance(5 * HOUR_MS);
  expect(holds('LogNotAnchored', await tell())).toBe(false);
  await store.append('thing-1', 'none', [event()], context());
  clock.advance(4 * HOUR_MS);
  expect(holds('LogNotAnchored', await tell())).toBe(false);
  clock.advance(1_000);
  expect(holds('LogNotAnchored', await tell())).toBe(true);
  age.onApplicationShutdown();
});
