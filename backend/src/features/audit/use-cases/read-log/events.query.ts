import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AuditPage, LogQuery } from '@tknest/contracts/api';
import { LISTS } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { STORED_LOG } from '#platform/event-store/stored-log.js';
import { START, type EventFilter, type Page, type Position } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import type { StoredLog } from '#platform/event-store/stored-log.js';
import { limitOf } from '#platform/http/paging.js';
import { BLOCK_EVENTS } from '../../read-models/parties/log-parties.projection.js';
import { minuteOf } from '../../read-models/timeline/log-minute.entity.js';
import { timelineProjection } from '../../read-models/timeline/timeline.projection.js';
import { linesOf, pagesOf, throughOf, viewOf } from './log-lines.js';
import { belongs, partOf, partPages, verbatimLines, verbatimReading, type VerbatimEvent } from './verbatim.js';
import { whereaboutsOf } from './whereabouts.js';

/** A page of the log exactly as stored, whatever the versions of its events. */
export class ReadEvents extends Query<AuditPage> {
  constructor(readonly asked: LogQuery) {
    super();
  }
}

@QueryHandler(ReadEvents)
export class ReadEventsHandler implements IQueryHandler<ReadEvents> {
  constructor(
    @Inject(STORED_LOG) private readonly log: StoredLog,
    @Inject(DataSource) private readonly db: DataSource,
  ) {}

  async execute({ asked }: ReadEvents): Promise<AuditPage> {
    const limit = limitOf(asked.limit, LISTS.auditMax, 100);
    const { events, next, end } = isSearch(asked)
      ? await this.search(asked, limit)
      : await this.log.readAll(afterOf(asked), { limit, filter: filterOf(asked) });
    return { events: events.map(viewOf), next: end && events.length === 0 ? null : next, more: !end };
  }

  /**
   * The log filters by stream and type itself. For wallets and times, a call reads a limited number of events, with the
   * help of an index.
   */
  private async search(asked: LogQuery, limit: number): Promise<Page> {
    const part = partOf(asked)!;
    const log = verbatimReading(this.log);
    const found: VerbatimEvent[] = [];
    let next = await this.beginning(asked);
    const skip = await whereaboutsOf(part, next, Math.ceil(LISTS.auditSearched / BLOCK_EVENTS) + 1, this.db);
    for (let searched = 0; searched < LISTS.auditSearched;) {
      const page = await log.readAll(skip(next));
      next = page.next;
      for (const event of page.events as VerbatimEvent[]) {
        next = event.position;
        if (!belongs(event.sealed, part)) continue;
        found.push(event);
        if (found.length === limit) return { events: found, next, end: next >= (await this.log.head()) };
      }
      searched += page.events.length;
      const last = page.events.at(-1);
      if (page.end || (asked.to && last && isPast(last.at, asked.to))) return { events: found, next, end: true };
    }
    return { events: found, next, end: false };
  }

  /** The timeline gives a position before which no event can be as late as `from`. */
  private async beginning(asked: LogQuery): Promise<Position> {
    const after = afterOf(asked);
    if (!asked.from) return after;
    const minute = minuteOf(new Date(Date.parse(asked.from) - CLOCKS_DIFFER_MS).toISOString());
    // If the log lost its end, the timeline is wrong until it is rebuilt, because it still contains the lost positions.
    const [before] = await this.db.query<{ position: Position }[]>(
      `select m.last_position as position
       from log_minutes m join platform.projection_checkpoints c on c.position >= m.last_position
       where m.minute < $1 and c.name = $2 and c.version = $3 order by m.minute desc limit 1`,
      [minute, timelineProjection.name, timelineProjection.version],
    );
    return before && before.position > after ? before.position : after;
  }
}

/** Instances have different clocks, so an event's time may differ this much from its neighbors' (milliseconds). */
const CLOCKS_DIFFER_MS = 3_600_000;
const isPast = (at: string, to: string): boolean => Date.parse(at) > Date.parse(to) + CLOCKS_DIFFER_MS;

/** The log's lines up to a position or to its head, generated as the client reads them. */
export class ExportEvents extends Query<AsyncIterable<string>> {
  constructor(readonly asked: LogQuery) {
    super();
  }
}

@QueryHandler(ExportEvents)
export class ExportEventsHandler implements IQueryHandler<ExportEvents> {
  constructor(@Inject(STORED_LOG) private readonly log: StoredLog) {}

  async execute({ asked }: ExportEvents): Promise<AsyncIterable<string>> {
    const [after, through] = [afterOf(asked), await throughOf(asked, this.log)];
    if (!isSearch(asked)) return linesOf(pagesOf(this.log, { after, through, filter: filterOf(asked) }));
    return linesOf(partPages(this.log, { after, through, part: partOf(asked) }));
  }
}

/** The log byte for byte up to a position or to its head, or a part of it, which is marked as a part. */
export class ExportLog extends Query<AsyncIterable<string>> {
  constructor(readonly asked: LogQuery) {
    super();
  }
}

@QueryHandler(ExportLog)
export class ExportLogHandler implements IQueryHandler<ExportLog> {
  constructor(@Inject(STORED_LOG) private readonly log: StoredLog) {}

  async execute({ asked }: ExportLog): Promise<AsyncIterable<string>> {
    const through = await throughOf(asked, this.log);
    return verbatimLines(this.log, { after: afterOf(asked), through, part: partOf(asked) });
  }
}

/** Whether the filter is by wallet or time, for which the log itself has no index. */
const isSearch = ({ actor, wallet, from, to }: LogQuery): boolean => Boolean(actor || wallet || from || to);

const afterOf = ({ after }: LogQuery): Position => (after ? toPosition(after) : START);

function filterOf({ stream, type }: LogQuery): EventFilter {
  return { ...(stream ? { streamPrefixes: [stream] } : {}), ...(type ? { types: [type] } : {}) };
}
