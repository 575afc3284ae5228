import { EVENT_WRITERS } from '@tknest/contracts/events';
import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { LogRefused } from '../event-store/event-store.js';
import { EventMacs } from '../event-store/macs.js';
import { toPosition } from '../event-store/positions.js';
import { fits, GENESIS } from '../event-store/seal.js';
import type { StoredLog } from '../event-store/stored-log.js';
import { macKeyBytes } from './ring-macs.js';
import type { OpenedRow } from './ring-rows.js';

const PAGE_EVENTS = 2_000;

/** The parts of a log that are read at first. */
export type OldLog = Pick<StoredLog, 'stored'>;

/**
 * Creates the keys of events. Every existing event gets its MAC in a separate table, while the whole chain is verified.
 * @throws LogRefused if the chain is broken
 */
export async function beginMacs(client: Pick<ClientBase, 'query'>, log: OldLog): Promise<OpenedRow[]> {
  const [logId, web, worker] = [randomBytes(16), randomBytes(32), randomBytes(32)];
  const keys = { web: [{ id: 1, key: web, endsAt: null }], worker: [{ id: 1, key: worker, endsAt: null }] };
  const macs = new EventMacs({ logId: logId.toString('hex'), of: (writer) => keys[writer] }, EVENT_WRITERS);
  let [position, previous] = [0, GENESIS];
  for (;;) {
    const events = await log.stored(toPosition(position), PAGE_EVENTS);
    if (events.length === 0) break;
    for (const event of events) {
      if (event.position !== ++position || !fits(previous, event))
        throw new LogRefused(`the event at ${toPosition(position)} does not fit its bytes and the one before it`);
      previous = event.hash;
    }
    await client.query('insert into eventstore.old_macs (id, mac) select * from unnest($1::uuid[], $2::bytea[])', [
      events.map(({ id }) => id),
      events.map((event) => macs.of(event, event.metadata)),
    ]);
  }
  return [
    { purpose: 'log', id: 1, key: logId },
    { purpose: 'mac/web', id: 1, key: macKeyBytes(web, 0) },
    { purpose: 'mac/worker', id: 1, key: macKeyBytes(worker, 0) },
  ];
}
