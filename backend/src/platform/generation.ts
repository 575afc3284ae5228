import { dayAt } from '@tknest/contracts/money';
import { EVENT_CATALOGUE, UPCASTERS, type ProgramGeneration } from '@tknest/contracts/events';
import type { Config } from './config/config.js';
import { checkpointsFit } from './consumers/checkpoints-fit.js';
import { acceptLog, cutIndex, mustBeAccepted } from './consumers/log-refusals.js';
import type { EventStoreSettings } from './config/log-settings.js';
import { isBeforeBaseline } from './database/data-source.js';
import { createPool } from './database/pool.js';
import { CataloguedEventStore } from './event-store/catalogued-event-store.js';
import type { Source } from './event-store/copying/copy-log.js';
import type { EventStore, Position } from './event-store/event-store.js';
import { uuidv5 } from './event-store/ids.js';
import { openLog } from './event-store/open-log.js';
import { toPosition } from './event-store/positions.js';
import type { StoredEvent } from './event-store/seal.js';
import type { KeyRing } from './vault/key-ring.js';
import { macsOf } from './vault/ring-macs.js';

const STREAM = 'program-generation';

/**
 * The log format that this program understands. Incremented when the program begins to write events that an older
 * program would misread. Versions before 1.0 had 1 to 5.
 */
export const GENERATION = 6;
/** The lowest generation that this program continues. */
const LOWEST = 6;

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

/** The data was written before the baseline: no program from 1.0 on can read it. */
export class BeforeFirstRelease extends Error {
  constructor() {
    super('This data was written by a version before 1.0, which no version from 1.0 on can continue.');
    this.name = 'BeforeFirstRelease';
  }
}

/** Whether the data was written by a program of another generation. */
export const isOtherGeneration = (error: unknown): boolean =>
  error instanceof NewerGeneration || error instanceof BeforeFirstRelease;

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
 * A log begins with the generation of the program that began it. @param first its first event as stored
 * @throws BeforeFirstRelease
 */
function refuseOlder(first: Pick<StoredEvent, 'type' | 'data'> | undefined): void {
  if (!first) return;
  const isGeneration = first.type === 'ProgramGeneration';
  if (!isGeneration || (JSON.parse(first.data) as ProgramGeneration['data']).generation < LOWEST)
    throw new BeforeFirstRelease();
}

/** The same for a log outside of the program's database. @throws BeforeFirstRelease */
export const refuseOlderLog = async (log: Pick<Source, 'read'>): Promise<void> =>
  refuseOlder((await log.read(0, 1))[0]);

/**
 * Checks the generation of a database, and of a log on EventStoreDB that it does not know yet, before anything is
 * changed. Every entry begins with it. @throws NewerGeneration, BeforeFirstRelease, StoreUnavailable, LogRefused
 */
export async function refuseOtherGenerations(
  databaseUrl: string,
  eventStore: EventStoreSettings | null = null,
): Promise<void> {
  const isIndexed = await refuseOtherDatabase(databaseUrl);
  if (!eventStore || isIndexed) return;
  // Loaded only if it is used, because loading it takes a fifteenth of the start-up time.
  const { EventStoreDbEnd } = await import('./event-store/copying/event-store-db-end.js');
  const end = new EventStoreDbEnd(eventStore);
  try {
    await refuseOlderLog(end);
  } finally {
    await end.wire.close();
  }
}

/** @returns whether it has an index of a log on EventStoreDB */
async function refuseOtherDatabase(databaseUrl: string): Promise<boolean> {
  const pool = createPool(databaseUrl, 1);
  const rowsOf = async <Row extends object>(table: string, rest: string): Promise<Row[]> => {
    const { rows: there } = await pool.query('select to_regclass($1) is not null as is_there', [table]);
    return there[0].is_there ? (await pool.query<Row>(rest.replace('$table', table))).rows : [];
  };
  try {
    const ran = await rowsOf<{ name: string }>('platform.migrations', 'select name from $table');
    if (isBeforeBaseline(ran.map(({ name }) => name))) throw new BeforeFirstRelease();
    const firsts = [];
    for (const table of ['eventstore.events', 'log_index.events']) {
      const newest = `select type, data from $table where stream = '${STREAM}' order by revision desc limit 1`;
      for (const { data } of await rowsOf<StoredEvent>(table, newest)) {
        const written = JSON.parse(data) as ProgramGeneration['data'];
        if (written.generation > GENERATION) throw new NewerGeneration(written, GENERATION);
      }
      const [first] = await rowsOf<StoredEvent>(table, 'select type, data from $table order by position limit 1');
      refuseOlder(first);
      firsts.push(first);
    }
    return firsts[1] !== undefined;
  } finally {
    await pool.end();
  }
}

/**
 * Claims the generation at start-up, after verifying that this is the log that read models and processes followed.
 * @param acceptAt position at which an operator continues with a log that lost its end
 * @param ring opened once the check for a newer program has passed
 * @throws NewerGeneration, BeforeFirstRelease, LogRefused, StoreUnavailable, WrongMasterKey, RingLost
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
      refuseOlder((await log.stored(toPosition(0), 1))[0]);
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
