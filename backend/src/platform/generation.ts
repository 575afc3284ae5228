import { dayAt } from '@tknest/contracts/money';
import { EVENT_CATALOGUE, UPCASTERS, type ProgramGeneration } from '@tknest/contracts/events';
import type { Config } from './config/config.js';
import { checkpointsFit } from './consumers/checkpoints-fit.js';
import { acceptLog, cutIndex, mustBeAccepted } from './consumers/log-refusals.js';
import { createPool } from './database/pool.js';
import { CataloguedEventStore } from './event-store/catalogued-event-store.js';
import type { EventStore, Position } from './event-store/event-store.js';
import { uuidv5 } from './event-store/ids.js';
import { openLog } from './event-store/open-log.js';
import type { KeyRing } from './vault/key-ring.js';
import { macsOf } from './vault/ring-macs.js';

const STREAM = 'program-generation';

/**
 * The log format that this program understands. Incremented when the program begins to write events that an older
 * program would misread: 2, tickets are assigned in the commit that signs with them, and burned or released; 3, a
 * transaction whose ticket somebody else used is concluded as held, where an older program would sign it again (of a
 * payment: `LegHeld`); a sale closes while purchases are in flight, and a payment whose tokens cannot be issued is owed
 * back, which an older program would continue; 4, keys are kept in a key ring, and the master key wraps only that; 5,
 * every event has a MAC.
 */
export const GENERATION = 5;

/** The log was written by a newer program: this one would misread it. */
export class NewerGeneration extends Error {
  constructor({ generation, program }: ProgramGeneration['data'], known: number) {
    super(
      `This log was written by a newer program (${program}, generation ${generation}); this one knows generation ` +
        `${known}. Start the newer program again: there is no way back.`,
    );
    this.name = 'NewerGeneration';
  }
}

/** Records in the log that this program writes to it, once per generation. @throws NewerGeneration */
export async function claimGeneration(store: EventStore, program: string, generation = GENERATION): Promise<void> {
  if ((await refuseNewer(store, generation)) === generation) return;
  const commandId = uuidv5(`${STREAM}/${generation}`);
  await store.append(STREAM, 'any', [{ type: 'ProgramGeneration', data: { generation, program } }], {
    metadata: {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: { wallet: null, role: 'system' },
      businessDate: dayAt(new Date()),
    },
  });
}

/**
 * Checks the same from the database alone, before anything is changed: an older program must not restore its own schema
 * under a newer one. @throws NewerGeneration
 */
export async function refuseNewerDatabase(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, 1);
  try {
    for (const table of ['eventstore.events', 'log_index.events']) {
      const { rows: there } = await pool.query('select to_regclass($1) is not null as is_there', [table]);
      if (!there[0].is_there) continue;
      const newest = `select data from ${table} where stream = $1 order by revision desc limit 1`;
      const { rows } = await pool.query<{ data: string }>(newest, [STREAM]);
      const written = rows[0] && (JSON.parse(rows[0].data) as ProgramGeneration['data']);
      if (written && written.generation > GENERATION) throw new NewerGeneration(written, GENERATION);
    }
  } finally {
    await pool.end();
  }
}

/** @returns the generation of the program that wrote to the log last; 0 if none is recorded @throws NewerGeneration */
async function refuseNewer(store: EventStore, generation = GENERATION): Promise<number> {
  for await (const event of store.read(STREAM, { backwards: true, limit: 1 })) {
    const written = event.data as ProgramGeneration['data'];
    if (written.generation > generation) throw new NewerGeneration(written, generation);
    return written.generation;
  }
  return 0;
}

/**
 * Claims the generation at start-up, after verifying that this is the log that read models and processes followed.
 * @param acceptAt position at which an operator continues with a log that lost its end
 * @param ring opened once the check for a newer program has passed
 * @throws NewerGeneration, LogRefused, StoreUnavailable, WrongMasterKey, RingLost
 */
export async function claimLog(
  { databaseUrl, eventStore }: Pick<Config, 'databaseUrl' | 'eventStore'>,
  program: string,
  acceptAt: Position | null = null,
  ring?: KeyRing,
): Promise<void> {
  const pool = createPool(databaseUrl, 2);
  try {
    if (acceptAt !== null) await cutIndex(pool, acceptAt);
    const log = await openLog(pool, eventStore, undefined, ring && macsOf(ring));
    try {
      if (acceptAt !== null) await acceptLog(pool, log, acceptAt);
      else await mustBeAccepted(pool);
      await checkpointsFit(pool, log);
      const store = new CataloguedEventStore(log, EVENT_CATALOGUE, UPCASTERS);
      await refuseNewer(store);
      await ring?.open(pool, log);
      await claimGeneration(store, program);
    } finally {
      await log.close();
    }
  } finally {
    await pool.end();
  }
}
