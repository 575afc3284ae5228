import type { DataSource, EntityManager } from 'typeorm';
import { systemClock } from '#platform/clock/clock.js';
import { LeaseKeeper } from '#platform/consumers/leases.js';
import { LogTail } from '#platform/consumers/log-tail.js';
import { createDataSource } from '#platform/database/data-source.js';
import { createPool } from '#platform/database/pool.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { PostgresEventStore } from '#platform/event-store/postgres/postgres-event-store.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import type { Projection } from '#platform/projections/projection.js';
import { ReadModels } from '#platform/projections/read-models.js';

/**
 * Sums per stream: the smallest read model that shows whether an event was applied twice, left out, or applied out of
 * order.
 */
export const TOTALS_TABLE = `
create table read_models.totals (
  stream   text primary key,
  events   integer not null,
  total    bigint not null,
  last     integer not null
);
create index totals_by_total on read_models.totals (total desc) where total > 0;`;

export interface TotalsOptions {
  name?: string;
  version?: number;
  onError?: Projection['onError'];
  /** Runs inside the transaction, before each event is applied. */
  before?: (event: RecordedEvent, tx: EntityManager) => Promise<void> | void;
  /** Multiplies each amount, to fold the same events differently. */
  factor?: number;
}

export function totals({
  name = 'totals',
  version = 1,
  onError = 'halt-stream',
  before,
  factor = 1,
}: TotalsOptions = {}): Projection {
  return {
    name,
    version,
    tables: ['totals'],
    events: ['Counted'],
    onError,
    async apply(events, tx) {
      for (const event of events) {
        await before?.(event, tx);
        await tx.query(
          `insert into totals (stream, events, total, last) values ($1, 1, $2, $3)
           on conflict (stream) do update set events = totals.events + 1, total = totals.total + excluded.total, last = excluded.last`,
          [event.stream, event.data.amount * factor, event.revision],
        );
      }
    },
  };
}

export interface Instance {
  models: ReadModels;
  store: PostgresEventStore;
  dataSource: DataSource;
  leases: LeaseKeeper;
  stop(): Promise<void>;
}

const asStored = (stored: RecordedEvent): RecordedEvent => stored;

/** Starts the read models of one instance of the program, without the rest of the program. */
export async function startInstance(
  url: string,
  projections: readonly Projection[],
  { leaseMs = 1500, beatMs = 100, entities = [] as (new () => object)[], today = asStored, takes = true } = {},
): Promise<Instance> {
  const pool = createPool(url, 5);
  const store = new PostgresEventStore(pool);
  const dataSource = await createDataSource(url, entities).initialize();
  const leases = new LeaseKeeper({ connectionString: url }, { ttlMs: leaseMs, beatMs }, takes);
  const registry = new ProjectionRegistry();
  projections.forEach((projection) => registry.register(projection));
  const models = new ReadModels(registry, dataSource, store, systemClock, leases, new LogTail(store, today));
  models.onApplicationBootstrap();
  return {
    models,
    store,
    dataSource,
    leases,
    async stop() {
      await models.onApplicationShutdown();
      await store.close();
      await dataSource.destroy();
      await pool.end();
    },
  };
}
