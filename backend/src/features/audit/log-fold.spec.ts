import { describe, expect, it } from '@jest/globals';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import { LogFold } from './log-fold.js';

const EVENTS = 100_000;

/** A long log that counts how much of it was read, and may be slow. */
function longLog(slowMs = 0) {
  const log = { read: 0, store: null as unknown as EventStore };
  log.store = {
    async readAll(after: string, { limit }: { limit: number }) {
      if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
      const from = Number(after);
      const count = Math.min(limit, EVENTS - from);
      log.read += count;
      const events = Array.from({ length: count }, (_, n) => ({ position: toPosition(from + n + 1) }) as RecordedEvent);
      return { events, next: toPosition(from + count), end: from + count >= EVENTS };
    },
  } as unknown as EventStore;
  return log;
}
const counting = (store: EventStore) =>
  new LogFold({ store, initial: () => ({ n: 0 }), record: (state) => state.n++, copy: (state) => ({ ...state }) });

describe('a computation over the log', () => {
  it('does work for what is new, not for the whole log, whatever moment is asked for', async () => {
    const counted = longLog();
    const fold = counting(counted.store);
    expect(await fold.at(toPosition(EVENTS), ({ n }) => n)).toBe(EVENTS);
    expect(counted.read).toBe(EVENTS);
    for (const moment of [EVENTS, EVENTS - 1, 50_001, 50_002, 99_999, 12_345, EVENTS]) {
      const before = counted.read;
      expect(await fold.at(toPosition(moment), ({ n }) => n)).toBe(moment);
      expect(counted.read - before).toBeLessThanOrEqual(EVENTS / 4);
    }
    const before = counted.read;
    for (let n = 0; n < 50; n++) await fold.at(toPosition(EVENTS), () => undefined);
    expect(counted.read - before).toBe(0);
  });

  it('ends with its caller, and what it has folded is not lost', async () => {
    const log = longLog(1);
    const fold = counting(log.store);
    const leaving = new AbortController();
    const left = fold.at(toPosition(EVENTS), ({ n }) => n, leaving.signal);
    setTimeout(() => leaving.abort(), 20);
    await expect(left).rejects.toMatchObject({ reason: 'invalid' });
    expect(log.read).toBeLessThan(EVENTS);
    const before = log.read;
    expect(await fold.at(toPosition(EVENTS), ({ n }) => n)).toBe(EVENTS);
    expect(log.read - before).toBe(EVENTS - before);
  });

  it('waits its turn with a bounded number of others', async () => {
    const fold = counting(longLog().store);
    const asked = Array.from({ length: 40 }, () => fold.at(toPosition(EVENTS), ({ n }) => n));
    const answers = await Promise.allSettled(asked);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
    expect(answers.filter((one) => one.status === 'rejected' && one.reason.reason === 'too-many')).toHaveLength(24);
  });
});
