import type { DataSource } from 'typeorm';
import type { Clock } from '../clock/clock.js';
import { Nudge } from '../consumers/nudge.js';
import type { Position } from '../event-store/event-store.js';

export interface WatchedReadModel {
  name: string;
  version: number;
  position: Position;
  changed: Position;
  failed: number;
  /** Why the first failed event could not be applied. */
  firstError: string | null;
  rebuild: { position: Position; target: Position } | null;
}

/**
 * How often to poll: rarely if everything runs here, often if another instance does the work, immediately if somebody
 * waits for it.
 */
const POLL_MS = { here: 1000, elsewhere: 250, awaited: 25 };

export type Interest = keyof typeof POLL_MS;

/** Reads from the database the state of read models that other instances maintain. */
export class CheckpointWatch {
  readonly known = new Map<string, WatchedReadModel>();
  private readonly news = new Nudge();

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly interest: () => Interest,
    private readonly onSeen: (now: WatchedReadModel, before: WatchedReadModel | undefined) => void,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.look().catch(() => {});
      await this.news.pause(this.clock, POLL_MS[this.interest()], signal);
    }
  }

  /** Polls now, and from then on at the interval for the current interest. */
  hurry(): void {
    this.news.now();
  }

  private async look(): Promise<void> {
    const rows: (Omit<WatchedReadModel, 'rebuild' | 'failed' | 'firstError'> & {
      failed: string;
      first_error: string | null;
      rebuild_position: string | null;
      rebuild_target: string;
    })[] = await this.db.query(LOOK);
    for (const { rebuild_position, rebuild_target, failed, first_error: firstError, ...row } of rows) {
      const before = this.known.get(row.name);
      const now = {
        ...row,
        failed: Number(failed),
        firstError,
        rebuild: rebuild_position === null ? null : { position: rebuild_position, target: rebuild_target },
      };
      this.known.set(row.name, now);
      this.onSeen(now, before);
    }
  }
}

const LOOK = `
select c.name, c.version, c.position, c.changed, r.position as rebuild_position, r.target as rebuild_target,
  (select count(*) from platform.failed_events p where p.consumer = 'read-model:' || c.name) as failed,
  (select split_part(error, E'\\n', 1) from platform.failed_events p where p.consumer = 'read-model:' || c.name order by position limit 1) as first_error
from platform.projection_checkpoints c
left join platform.projection_rebuilds r on r.name = c.name and r.beat_at > now() - interval '10 seconds'`;
