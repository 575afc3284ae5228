import { describe, expect, it } from '@jest/globals';
import { freshDatabase } from '#test/support/database.js';
import { FreshLog, indexEqualsLog } from '#test/support/eventstoredb/fresh-log.js';
import { EventStoreStandIn, type Fault } from '#test/support/eventstoredb/stand-in.js';
import { context, event, readWhole } from '#test/event-store/adapter.js';
import { inFull } from '#test/support/how-much.js';

const FAULTS: Fault[] = ['lost', 'lost', 'lost', 'silent-done', 'silent', 'away'];

/** Several writers on one stream for a while, with faults, mainly lost answers: 30 s with `npm run test:full`. */
describe('writers under faults', () => {
  it.each([2, 16])(
    '%s writers: no event is lost or doubled, the chain is whole, the index equals the log, nobody starves',
    async (count) => {
      const server = await new EventStoreStandIn().start();
      const log = await FreshLog.on(server.url);
      // Half of them use another database, so that the turns on one database have no effect there.
      const other = await freshDatabase();
      let calls = 0;
      const opening = Array.from({ length: count }, (_, n) =>
        log.open({ callMs: 200, ...(n % 2 ? { database: other.url } : {}) }),
      );
      const writers = await Promise.all(opening);
      server.fault = (call) => (call === 'append' && ++calls % 10 === 0 ? FAULTS[(calls / 10) % FAULTS.length]! : null);
      const dropping = setInterval(() => server.dropSubscriptions(), 700);
      const until = Date.now() + inFull(1_200, 30_000);
      const written = writers.map(() => new Set<string>());
      try {
        await Promise.all(
          writers.map(async (writer, index) => {
            for (let turn = 0; Date.now() < until; turn++) {
              const id = crypto.randomUUID();
              const write = () =>
                writer.append(`busy-${turn % 3}`, 'any', [event({ index, turn }), event({ index, turn })], context(id));
              await write().catch(() => write());
              written[index]!.add(id);
            }
          }),
        );
      } finally {
        clearInterval(dropping);
        server.fault = () => null;
      }
      const events = await readWhole(writers[0]!);
      const commands = events.map(({ metadata }) => metadata.commandId);
      expect(events).toHaveLength(2 * written.reduce((sum, { size }) => sum + size, 0));
      expect(new Set(commands)).toEqual(new Set(written.flatMap((ids) => [...ids])));
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      await indexEqualsLog(writers[0]!);
      await indexEqualsLog(writers[1]!);
      const counts = written.map(({ size }) => size);
      expect(Math.min(...counts)).toBeGreaterThan(Math.max(...counts) / 20);
      await log.close();
      await other.drop();
      server.stop();
    },
  );
});
