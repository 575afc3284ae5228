import { FreshLog } from '#test/support/eventstoredb/fresh-log.js';
import { EventStoreStandIn } from '#test/support/eventstoredb/stand-in.js';
import { toSequence } from '../positions.js';
import { eventStoreContract } from '#test/event-store/contract.js';

/** `npm run test:eventstore` uses a real server; otherwise a stand-in is used over the same protocol. */
const REAL = process.env.EVENTSTORE_URL;

eventStoreContract({
  name: REAL ? 'eventstoredb' : 'eventstoredb stand-in',
  async open() {
    const standIn = REAL ? null : await new EventStoreStandIn().start();
    const log = await FreshLog.on(REAL ?? standIn!.url);
    return {
      store: await log.open(),
      another: () => log.open(),
      ...(standIn && {
        loseAfter: async (position: string) =>
          standIn.streams.rewrite(log.stream, (events) => events.slice(0, toSequence(position))),
      }),
      async close() {
        await log.close();
        standIn?.stop();
      },
    };
  },
});
