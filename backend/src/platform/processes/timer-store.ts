import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { RowMacs } from '../keys/row-macs.js';
import { timerParts } from '../vault/mac-rows.js';
import type { Ring } from '../keys/ring.js';
import type { Timer } from './process-manager.js';

export interface DueTimer extends Timer {
  /** Changes with every schedule. */
  token: string;
  /** How often it failed already. */
  attempts: number;
}

/** The timers of one process manager. They stay until they are settled, so a crash fires them again. */
export class TimerStore {
  private readonly log = new Logger('Timers');
  private readonly macs: RowMacs;
  private readonly told = new Set<string>();

  constructor(
    private readonly pool: Pool,
    private readonly process: string,
    ring: Pick<Ring, 'current' | 'reload'>,
  ) {
    this.macs = new RowMacs(ring, 'rows/worker', 'timers');
  }

  /** Sets a timer, replacing one with the same key, even while that one is being handled. */
  async schedule({ key, dueAt, payload }: Timer): Promise<void> {
    const [token, text] = [randomUUID(), payload ? JSON.stringify(payload) : null];
    await this.pool.query(
      `insert into platform.timers (process, key, due_at, payload, token, mac) values ($1, $2, $3, $4, $5, $6)
       on conflict (process, key) do update set due_at = excluded.due_at, payload = excluded.payload,
         token = excluded.token, mac = excluded.mac, attempts = 0, claimed_until = null`,
      [
        this.process,
        key,
        dueAt,
        text,
        token,
        this.macs.of(...timerParts(this.process, { key, dueAt, payload, token })),
      ],
    );
  }

  async cancel(key: string): Promise<void> {
    await this.pool.query('delete from platform.timers where process = $1 and key = $2', [this.process, key]);
  }

  /** Claims due timers for a limited time, earliest first; no two instances claim the same one. */
  async claim(now: Date, limit: number, forMs: number): Promise<DueTimer[]> {
    const { rows } = await this.pool.query(
      `with due as (
         select key from platform.timers where process = $1 and due_at <= $2 and coalesce(claimed_until <= $2, true)
         order by due_at limit $3 for update skip locked
       )
       update platform.timers t set claimed_until = $4 from due where t.process = $1 and t.key = due.key
       returning t.key, t.due_at, t.payload, t.token, t.attempts, t.mac`,
      [this.process, now, limit, new Date(now.getTime() + forMs)],
    );
    const timers = rows.flatMap(({ due_at: dueAt, payload, mac, ...row }): DueTimer[] => {
      const timer = { ...row, dueAt, payload: payload ?? undefined };
      return this.isGenuine(timer, mac) ? [timer] : [];
    });
    return timers.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  }

  /** Releases timers claimed by an earlier holder of the lease. */
  async releaseClaims(): Promise<void> {
    await this.pool.query(
      'update platform.timers set claimed_until = null where process = $1 and claimed_until is not null',
      [this.process],
    );
  }

  /** When the next unclaimed timer is due; null if there is none. */
  async nextDue(now: Date): Promise<Date | null> {
    const { rows } = await this.pool.query<{ next: Date | null }>(
      'select min(greatest(due_at, coalesce(claimed_until, due_at))) as next from platform.timers where process = $1 and coalesce(claimed_until <= $2, true)',
      [this.process, now],
    );
    return rows[0]?.next ?? null;
  }

  /** Handled: deleted, unless it was scheduled again in the meantime. */
  async settle({ key, token }: DueTimer): Promise<void> {
    await this.pool.query('delete from platform.timers where process = $1 and key = $2 and token = $3', [
      this.process,
      key,
      token,
    ]);
  }

  /** Failed: due again later, unless it was scheduled again in the meantime. */
  async postpone(timer: DueTimer, until: Date): Promise<void> {
    const { key, token } = timer;
    await this.pool.query(
      'update platform.timers set due_at = $4, mac = $5, attempts = attempts + 1, claimed_until = null where process = $1 and key = $2 and token = $3',
      [this.process, key, token, until, this.macs.of(...timerParts(this.process, { ...timer, dueAt: until }))],
    );
  }

  /** A timer that this program did not set like this is left in the table and does not fire. */
  private isGenuine(timer: DueTimer, mac: Buffer | null): boolean {
    if (this.macs.fits(mac, ...timerParts(this.process, timer))) return true;
    if (!this.told.has(timer.key))
      this.log.error(`The timer ${timer.key} of ${this.process} is not genuine, and does not fire`);
    this.told.add(timer.key);
    return false;
  }
}
