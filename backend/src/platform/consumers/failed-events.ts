import type { EventStore, Position, RecordedEvent } from '../event-store/event-store.js';

/** Runs SQL and returns rows, on a pool or in an open transaction. */
export type Sql = (text: string, values: unknown[]) => Promise<any[]>;

export interface FailedEvent {
  lane: string;
  position: Position;
  stream: string;
  revision: number;
  error: string;
  failedAt: Date;
}

const ERROR_CHARS_MAX = 2000;

/** The message first, then the stack; limited in length. */
export const errorText = (error: unknown): string => String((error as Error)?.stack ?? error).slice(0, ERROR_CHARS_MAX);

/** The reason recorded for failed events that were never tried. */
export const BEHIND_FAILED = 'an earlier event of this lane has failed';

/**
 * Events that a read model or a process failed to process, and later ones of the same lane, which must not overtake
 * them. Nothing is lost: they are processed again when somebody retries them.
 */
export const failedEvents = {
  async add(
    sql: Sql,
    consumer: string,
    lane: string,
    { position, stream, revision }: RecordedEvent,
    error: string,
  ): Promise<void> {
    await sql(
      `insert into platform.failed_events (consumer, lane, position, stream, revision, error) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [consumer, lane, position, stream, revision, error],
    );
  },

  async lanes(sql: Sql, consumer: string): Promise<Set<string>> {
    const rows = await sql('select distinct lane from platform.failed_events where consumer = $1', [consumer]);
    return new Set(rows.map(({ lane }) => lane));
  },

  /** In log order. */
  async list(sql: Sql, consumer: string): Promise<FailedEvent[]> {
    const rows = await sql(
      'select lane, position, stream, revision, error, failed_at from platform.failed_events where consumer = $1 order by position',
      [consumer],
    );
    return rows.map(({ failed_at: failedAt, ...row }) => ({ ...row, failedAt }));
  },

  async release(sql: Sql, consumer: string, position: Position): Promise<void> {
    await sql('delete from platform.failed_events where consumer = $1 and position = $2', [consumer, position]);
  },
};

/** The event itself, from the log. */
export async function failedEvent(store: EventStore, { stream, revision }: FailedEvent): Promise<RecordedEvent> {
  for await (const event of store.read(stream, { from: revision, limit: 1 })) return event;
  throw new Error(`There is no event ${revision} in ${stream}`);
}
