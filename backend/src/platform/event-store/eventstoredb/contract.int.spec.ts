import { FreshLog } from '../../../../test/support/eventstoredb/fresh-log.js';
import { EventStoreStandIn } from '../../../../test/support/eventstoredb/stand-in.js';
import { eventStoreContract } from '../testing/contract.js';

/** `npm run test:eventstore` names a real server; without one it is spoken to over the wire all the same. */
const REAL = process.env.EVENTSTORE_URL;

eventStoreContract({
  name: REAL ? 'eventstoredb' : 'eventstoredb stand-in',
  async open() {
    const standIn = REAL ? null : await new EventStoreStandIn().start();
    const log = await FreshLog.on(REAL ?? standIn!.url);
    return {
      store: await log.open(),
      another: () => log.open(),
      async close() {
        await log.close();
        standIn?.stop();
      },
    };
  },
});
