import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { AuditEventView, AuditPage } from '@tknest/contracts/api';
import { LISTS } from '@tknest/contracts/rules';
import type { Request, Response } from 'express';
import { EVENT_STORE, START, type EventFilter, type EventStore, type RecordedEvent } from '../../../../platform/event-store/event-store.js';
import { Access, CurrentSession, type Session } from '../../../../platform/http/access.js';
import { limitOf } from '../../../../platform/http/paging.js';
import { Refused } from '../../../../platform/http/refused.js';
import { LIMITS, RateLimiter } from '../../../../platform/sessions/rate-limiter.js';

const EXPORT_PAGE = 1_000;

@Controller('api/audit')
@Access('admin', 'auditor')
export class AuditController {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly limiter: RateLimiter,
  ) {}

  /** The log itself, in order: `after` a position, of streams that begin with `stream`, of one `type`. */
  @Get('events')
  async events(@Query() query: Record<string, string>): Promise<AuditPage> {
    const { events, next, end } = await this.store.readAll(afterOf(query.after), { limit: limitOf(query.limit, LISTS.auditMax, 100), filter: filterOf(query) });
    return { events: events.map(viewOf), next: end && events.length === 0 ? null : next };
  }

  /** The whole log, one event a line; `after` goes on where a download broke off. */
  @Get('events.jsonl')
  async export(@CurrentSession() session: Session, @Query() query: Record<string, string>, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.limiter.take(LIMITS.exports, session.wallet);
    response.set({ 'Content-Type': 'application/jsonl; charset=utf-8', 'Content-Disposition': 'attachment; filename="events.jsonl"', 'Cache-Control': 'no-store' });
    let after = afterOf(query.after);
    for (let gone = false; !gone; ) {
      request.once('close', () => (gone = true));
      const page = await this.store.readAll(after, { limit: EXPORT_PAGE, filter: filterOf(query) });
      const text = page.events.map((event) => `${JSON.stringify(viewOf(event))}\n`).join('');
      if (text && !response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
      if (page.end) break;
      after = page.next;
    }
    response.end();
  }
}

function afterOf(after: string | undefined): string {
  if (!after) return START;
  if (!/^\d{1,20}$/.test(after)) throw new Refused('invalid', 'after must be a position as this call gives it');
  return after.padStart(START.length, '0');
}

function filterOf({ stream, type }: Record<string, string>): EventFilter {
  return { ...(stream ? { streamPrefixes: [stream] } : {}), ...(type ? { types: [type] } : {}) };
}

function viewOf(event: RecordedEvent): AuditEventView {
  const { position, stream, revision, type, version, at, data, metadata, hash } = event;
  return { position, stream, revision, type, version, at, actor: metadata.actor, data, metadata: { ...metadata, eventId: event.id }, hash };
}
