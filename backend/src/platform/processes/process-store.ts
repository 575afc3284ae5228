import type { Pool } from 'pg';
import { START, type Position } from '../event-store/event-store.js';
import type { Timer } from './process-manager.js';

export interface DueTimer extends Timer {
  token: string;
  attempts: number;
}

/** What a process manager's runner keeps in PostgreSQL. */
export class ProcessStore {
  constructor(
    private readonly pool: Pool,
    readonly process: string,
  ) {}

  async checkpoint(): Promise<Position> {
    const { rows } = await this.pool.query<{ position: string }>('select position from platform.process_checkpoints where process = $1', [this.process]);
    return rows[0]?.position ?? START;
  }

  async saveCheckpoint(position: Position): Promise<void> {
    await this.pool.query(
      'insert into platform.process_checkpoints (process, position) values ($1, $2) on conflict (process) do update set position = excluded.position where process_checkpoints.position < excluded.position',
      [this.process, position],
    );
  }

  async schedule({ key, dueAt, payload }: Timer): Promise<void> {
    await this.pool.query(
      `insert into platform.timers (process, key, due_at, payload) values ($1, $2, $3, $4)
       on conflict (process, key) do update set due_at = excluded.due_at, payload = excluded.payload, token = gen_random_uuid(), attempts = 0`,
      [this.process, key, dueAt, payload ? JSON.stringify(payload) : null],
    );
  }

  async cancel(key: string): Promise<void> {
    await this.pool.query('delete from platform.timers where process = $1 and key = $2', [this.process, key]);
  }

  /** Timers that are due, soonest first. They stay until they are settled, so a crash fires them again. */
  async due(now: Date, limit: number): Promise<DueTimer[]> {
    const { rows } = await this.pool.query('select key, due_at, payload, token, attempts from platform.timers where process = $1 and due_at <= $2 order by due_at limit $3', [this.process, now, limit]);
    return rows.map((row) => ({ key: row.key, dueAt: row.due_at, payload: row.payload ?? undefined, token: row.token, attempts: row.attempts }));
  }

  /** When the next timer is due, null where there is none. */
  async nextDue(): Promise<Date | null> {
    const { rows } = await this.pool.query<{ due_at: Date }>('select min(due_at) as due_at from platform.timers where process = $1', [this.process]);
    return rows[0]?.due_at ?? null;
  }

  /** Handled: gone, unless it was scheduled anew meanwhile. */
  async settle(timer: DueTimer): Promise<void> {
    await this.pool.query('delete from platform.timers where process = $1 and key = $2 and token = $3', [this.process, timer.key, timer.token]);
  }

  async postpone(timer: DueTimer, until: Date): Promise<void> {
    await this.pool.query('update platform.timers set due_at = $4, attempts = attempts + 1 where process = $1 and key = $2 and token = $3', [this.process, timer.key, timer.token, until]);
  }

  async park(lane: string, position: Position, error: string): Promise<void> {
    await this.pool.query('insert into platform.parked_events (process, lane, position, error) values ($1, $2, $3, $4) on conflict do nothing', [this.process, lane, position, error.slice(0, 2000)]);
  }

  async parkedLanes(): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ lane: string }>('select distinct lane from platform.parked_events where process = $1', [this.process]);
    return new Set(rows.map(({ lane }) => lane));
  }

  /** Takes or renews the right to run this process. @returns false while another instance has it */
  async holdLease(holder: string, ms: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `insert into platform.process_leases (process, holder, until) values ($1, $2, now() + $3 * interval '1 millisecond')
       on conflict (process) do update set holder = excluded.holder, until = excluded.until where process_leases.holder = excluded.holder or process_leases.until < now()`,
      [this.process, holder, ms],
    );
    return rowCount === 1;
  }

  async giveUpLease(holder: string): Promise<void> {
    await this.pool.query('delete from platform.process_leases where process = $1 and holder = $2', [this.process, holder]);
  }
}
