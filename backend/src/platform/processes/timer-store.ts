import type { Pool } from 'pg';
import type { Timer } from './process-manager.js';

export interface DueTimer extends Timer {
  /** Changes with every schedule. */
  token: string;
  /** How often it failed already. */
  attempts: number;
}

/** The timers of one process manager. They stay until they are settled, so a crash fires them again. */
export class TimerStore {
  constructor(
    private readonly pool: Pool,
    private readonly process: string,
  ) {}

  /** Sets a timer, in place of one with the same key, also while that one is being handled. */
  async schedule({ key, dueAt, payload }: Timer): Promise<void> {
    await this.pool.query(
      `insert into platform.timers (process, key, due_at, payload) values ($1, $2, $3, $4)
       on conflict (process, key) do update
       set due_at = excluded.due_at, payload = excluded.payload, token = gen_random_uuid(), attempts = 0, claimed_until = null`,
      [this.process, key, dueAt, payload ? JSON.stringify(payload) : null],
    );
  }

  async cancel(key: string): Promise<void> {
    await this.pool.query('delete from platform.timers where process = $1 and key = $2', [this.process, key]);
  }

  /** Takes timers that are due, soonest first, for so long; two takers never get the same one. */
  async claim(now: Date, limit: number, forMs: number): Promise<DueTimer[]> {
    const { rows } = await this.pool.query(
      `with due as (
         select key from platform.timers where process = $1 and due_at <= $2 and coalesce(claimed_until <= $2, true)
         order by due_at limit $3 for update skip locked
       )
       update platform.timers t set claimed_until = $4 from due where t.process = $1 and t.key = due.key
       returning t.key, t.due_at, t.payload, t.token, t.attempts`,
      [this.process, now, limit, new Date(now.getTime() + forMs)],
    );
    const timers = rows.map(({ due_at: dueAt, payload, ...row }): DueTimer => ({
      ...row,
      dueAt,
      payload: payload ?? undefined,
    }));
    return timers.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  }

  /** Makes free what an earlier holder of the lease had taken. */
  async releaseClaims(): Promise<void> {
    await this.pool.query(
      'update platform.timers set claimed_until = null where process = $1 and claimed_until is not null',
      [this.process],
    );
  }

  /** When the next timer that nobody has taken is due; null where there is none. */
  async nextDue(now: Date): Promise<Date | null> {
    const { rows } = await this.pool.query<{ next: Date | null }>(
      'select min(greatest(due_at, coalesce(claimed_until, due_at))) as next from platform.timers where process = $1 and coalesce(claimed_until <= $2, true)',
      [this.process, now],
    );
    return rows[0]?.next ?? null;
  }

  /** Handled: gone, unless it was scheduled anew meanwhile. */
  async settle({ key, token }: DueTimer): Promise<void> {
    await this.pool.query('delete from platform.timers where process = $1 and key = $2 and token = $3', [
      this.process,
      key,
      token,
    ]);
  }

  /** Failed: due again later, unless it was scheduled anew meanwhile. */
  async postpone({ key, token }: DueTimer, until: Date): Promise<void> {
    await this.pool.query(
      'update platform.timers set due_at = $4, attempts = attempts + 1, claimed_until = null where process = $1 and key = $2 and token = $3',
      [this.process, key, token, until],
    );
  }
}
