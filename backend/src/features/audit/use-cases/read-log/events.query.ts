import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AuditPage, LogQuery } from '@tknest/contracts/api';
import { LISTS } from '@tknest/contracts/rules';
import { STORED_LOG } from '../../../../platform/event-store/stored-log.js';
import {
  START,
  type EventFilter,
  type EventStore,
  type Position,
} from '../../../../platform/event-store/event-store.js';
import { toPosition } from '../../../../platform/event-store/positions.js';
import type { StoredLog } from '../../../../platform/event-store/stored-log.js';
import { limitOf } from '../../../../platform/http/paging.js';
import { linesOf, pagesOf, throughOf, viewOf } from './log-lines.js';
import { partOf, verbatimLines } from './verbatim.js';

/** A page of the log exactly as stored, whatever the versions of its events. */
export class ReadEvents extends Query<AuditPage> {
  constructor(readonly asked: LogQuery) {
    super();
  }
}

@QueryHandler(ReadEvents)
export class ReadEventsHandler implements IQueryHandler<ReadEvents> {
  constructor(@Inject(STORED_LOG) private readonly store: EventStore) {}

  async execute({ asked }: ReadEvents): Promise<AuditPage> {
    const { events, next, end } = await this.store.readAll(afterOf(asked), {
      limit: limitOf(asked.limit, LISTS.auditMax, 100),
      filter: filterOf(asked),
    });
    return { events: events.map(viewOf), next: end && events.length === 0 ? null : next };
  }
}

/** The log's lines up to a position, or to its head, made while they are taken. */
export class ExportEvents extends Query<AsyncIterable<string>> {
  constructor(readonly asked: LogQuery) {
    super();
  }
}

@QueryHandler(ExportEvents)
export class ExportEventsHandler implements IQueryHandler<ExportEvents> {
  constructor(@Inject(STORED_LOG) private readonly store: EventStore) {}

  async execute({ asked }: ExportEvents): Promise<AsyncIterable<string>> {
    const through = await throughOf(asked, this.store);
    return linesOf(pagesOf(this.store, { after: afterOf(asked), through, filter: filterOf(asked) }));
  }
}

/** The log word for word up to a position, or to its head; or a part of it, which says that it is one. */
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

const afterOf = ({ after }: LogQuery): Position => (after ? toPosition(after) : START);

function filterOf({ stream, type }: LogQuery): EventFilter {
  return { ...(stream ? { streamPrefixes: [stream] } : {}), ...(type ? { types: [type] } : {}) };
}
