import { EVENT_CATALOGUE } from '@tknest/contracts/events';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import type { Projection } from '../../../../platform/projections/projection.js';
import { minuteOf } from './log-minute.entity.js';

/** Every minute in which something was recorded: how much, and the log's position at its end. */
export const timelineProjection: Projection = {
  name: 'timeline',
  version: 1,
  tables: ['log_minutes'],
  events: Object.keys(EVENT_CATALOGUE),
  onError: 'halt',
  async apply(events, tx) {
    const minutes = new Map<string, RecordedEvent[]>();
    for (const event of events) {
      const minute = minuteOf(event.at);
      const of = minutes.get(minute);
      if (of) of.push(event);
      else minutes.set(minute, [event]);
    }
    for (const [minute, of] of minutes) {
      await tx.query(
        `insert into log_minutes as m (minute, events, last_position) values ($1, $2, $3)
         on conflict (minute) do update set events = m.events + excluded.events, last_position = excluded.last_position`,
        [minute, of.length, of.at(-1)!.position],
      );
    }
  },
};
