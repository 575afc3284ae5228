import { EVENT_CATALOGUE } from '@tknest/contracts/events';
import type { Projection } from '#platform/projections/projection.js';
import { writeRows } from '#platform/projections/write-rows.js';
import { minuteOf } from './log-minute.entity.js';

/** A row of the table. */
interface Minute {
  minute: string;
  events: number;
  last_position: string;
}

/** Every minute in which something was recorded: how much, and the log's position at its end. */
export const timelineProjection: Projection = {
  name: 'timeline',
  version: 1,
  tables: ['log_minutes'],
  events: Object.keys(EVENT_CATALOGUE),
  onError: 'halt',
  async apply(events, tx) {
    const minutes = new Map<string, Minute>();
    for (const { at, position } of events) {
      const minute = minuteOf(at);
      const counted = minutes.get(minute)?.events ?? 0;
      minutes.set(minute, { minute, events: counted + 1, last_position: position });
    }
    await writeRows(
      tx,
      `insert into log_minutes as m (minute, events, last_position)
       select minute, events, last_position from jsonb_populate_recordset(null::log_minutes, $1)
       on conflict (minute) do update set events = m.events + excluded.events, last_position = excluded.last_position`,
      minutes.values(),
    );
  },
};
