import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `2026-11-20T14:02`: the minute of an event, UTC; it sorts as time does. */
export const minuteOf = (at: string): string => at.slice(0, 16);

/** A minute in which something was recorded. */
@Entity({ name: 'log_minutes' })
export class LogMinute {
  @PrimaryColumn('text') minute!: string;
  @Column('integer') events!: number;
  /** The log's position at its end. */
  @Column('text', { name: 'last_position' }) lastPosition!: string;
}
