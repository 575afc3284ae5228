import { Inject, Injectable } from '@nestjs/common';
import type { TimelineBar, TimelineView } from '@tknest/contracts/api';
import { DataSource, LessThan } from 'typeorm';
import {
  EVENT_STORE,
  START,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '#platform/event-store/event-store.js';
import { LogMinute } from '../../read-models/timeline/log-minute.entity.js';
import { pagesOf } from '../read-log/log-lines.js';

/** A log up to this size is counted event by event, so that a young log has bars shorter than a minute. */
const COUNTED_ONE_BY_ONE = 3_000;
const MINUTE_MS = 60_000;

interface Moment {
  /** Milliseconds since 1970. */
  at: number;
  events: number;
  position: Position;
}

/** How many events were recorded when. */
@Injectable()
export class Timeline {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
  ) {}

  async read(bars: number): Promise<TimelineView> {
    const head = await this.store.head();
    const moments = (await this.count()) <= COUNTED_ONE_BY_ONE ? await this.facts(head) : await this.minutes();
    const [first, last] = [moments[0], moments.at(-1)];
    if (!first || !last) return { first: null, last: null, head, bars: [] };
    return {
      first: new Date(first.at).toISOString(),
      last: new Date(last.at).toISOString(),
      head,
      bars: barsOf(moments, bars),
    };
  }

  /** The last events up to a position, newest first. The log can only be read forward; the timeline says from where. */
  async latest(position: Position, count: number): Promise<RecordedEvent[]> {
    const rows = await this.db.getRepository(LogMinute).find({
      where: { lastPosition: LessThan(position) },
      order: { minute: 'DESC' },
      take: count + 1,
    });
    let [after, behind] = [START, 0];
    for (const { events, lastPosition } of rows) {
      if (behind >= count) {
        after = lastPosition;
        break;
      }
      behind += events;
    }
    let latest: RecordedEvent[] = [];
    for await (const events of pagesOf(this.store, { after, through: position }))
      latest = [...latest, ...events].slice(-count);
    return latest.reverse();
  }

  private async count(): Promise<number> {
    return (await this.db.getRepository(LogMinute).sum('events')) ?? 0;
  }

  private async facts(head: Position): Promise<Moment[]> {
    const moments: Moment[] = [];
    for await (const events of pagesOf(this.store, { through: head }))
      moments.push(...events.map(({ at, position }) => ({ at: Date.parse(at), events: 1, position })));
    return moments;
  }

  private async minutes(): Promise<Moment[]> {
    const rows = await this.db.getRepository(LogMinute).find({ order: { minute: 'ASC' } });
    return rows.map(({ minute, events, lastPosition: position }) => ({
      at: Date.parse(`${minute}:00Z`) + MINUTE_MS - 1,
      events,
      position,
    }));
  }
}

/** Intervals of equal length from the first event to the last; an empty one has the position of the one before it. */
export function barsOf(moments: readonly Moment[], count: number): TimelineBar[] {
  const first = moments[0]!.at;
  const width = Math.max(1, Math.ceil((moments.at(-1)!.at - first + 1) / count));
  let position = START;
  const all = moments.values();
  let next = all.next();
  return Array.from({ length: count }, (_, index) => {
    const end = first + (index + 1) * width;
    let events = 0;
    for (; !next.done && next.value.at < end; next = all.next()) {
      events += next.value.events;
      ({ position } = next.value);
    }
    return { from: new Date(end - width).toISOString(), to: new Date(end).toISOString(), events, position };
  });
}
