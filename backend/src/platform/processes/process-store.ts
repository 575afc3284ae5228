import type { Pool } from 'pg';
import { inTransaction } from '../database/pool.js';
import { START, type Position, type RecordedEvent } from '../event-store/event-store.js';
import { BEHIND_FAILED, failedEvents, type FailedEvent, type Sql } from '../consumers/failed-events.js';

/** A process manager's checkpoint and failed events in PostgreSQL. */
export class ProcessStore {
  private readonly consumer: string;
  private readonly sql: Sql;

  constructor(
    readonly pool: Pool,
    readonly process: string,
  ) {
    this.consumer = `process:${process}`;
    this.sql = async (text, values) => (await pool.query(text, values)).rows;
  }

  async checkpoint(): Promise<Position> {
    const rows = await this.sql('select position from platform.process_checkpoints where process = $1', [this.process]);
    return rows[0]?.position ?? START;
  }

  /** Forward only, so that an instance that lost its lease without knowing cannot move the checkpoint back. */
  async saveCheckpoint(position: Position): Promise<void> {
    await this.sql(
      `insert into platform.process_checkpoints as c (process, position) values ($1, $2)
       on conflict (process) do update set position = excluded.position where c.position < excluded.position`,
      [this.process, position],
    );
  }

  fail(lane: string, event: RecordedEvent, error: string): Promise<void> {
    return this.locked((sql) => failedEvents.add(sql, this.consumer, lane, event, error));
  }

  /** Makes an event a failed event if an earlier one of its lane is. @returns false if none is left: handle it then */
  parkBehind(lane: string, event: RecordedEvent): Promise<boolean> {
    return this.locked(async (sql) => {
      if (!(await failedEvents.lanes(sql, this.consumer)).has(lane)) return false;
      await failedEvents.add(sql, this.consumer, lane, event, BEHIND_FAILED);
      return true;
    });
  }

  release(position: Position): Promise<void> {
    return this.locked((sql) => failedEvents.release(sql, this.consumer, position));
  }

  failedLanes(): Promise<Set<string>> {
    return failedEvents.lanes(this.sql, this.consumer);
  }

  failed(): Promise<FailedEvent[]> {
    return failedEvents.list(this.sql, this.consumer);
  }

  /** Adding and retrying failed events exclude each other: no event is added behind one that is being retried. */
  private locked<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`failed ${this.consumer}`]);
      return work(async (text, values) => (await client.query(text, values)).rows);
    });
  }
}
