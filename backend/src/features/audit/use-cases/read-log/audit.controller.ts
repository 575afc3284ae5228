import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LogQuery, type AuditPage, type ManifestView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { sendExport, departureOf } from '#platform/http/download.js';
import { RateLimiter } from '#platform/sessions/rate-limiter.js';
import { ExportEvents, ExportLog, ReadEvents } from './events.query.js';
import { MakeManifest } from './manifest.query.js';
import { partOf } from './verbatim.js';

/** The log exactly as stored, whatever the versions of its events. */
@Controller('api/audit')
@Access('admin', 'auditor')
export class AuditController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * The log itself, in order: `after` a position, of streams that begin with `stream`, of one `type`, by an `actor`,
   * about a `wallet`, `from` a moment `to` another. `more` says whether to go on from `next`.
   */
  @Get('events')
  events(@Query() query: LogQuery): Promise<AuditPage> {
    return this.queries.execute(new ReadEvents(query));
  }

  /** The whole log, one event a line, up to `through`; `after` goes on where a download broke off. */
  @Get('events.jsonl')
  async export(@CurrentSession() session: Session, @Query() query: LogQuery, @Res() response: Response): Promise<void> {
    const file = { name: 'events.jsonl', type: 'application/jsonl; charset=utf-8' };
    await sendExport({ response, session, limiter: this.limiter }, file, () =>
      this.queries.execute(new ExportEvents(query)),
    );
  }

  /**
   * The log word for word, one event a line with the bytes that were sealed: docs/log-format.md. Of streams that begin
   * with `stream`, of one `type`, by an `actor`, about a `wallet`, `from` a moment `to` another.
   */
  @Get('log.jsonl')
  async log(@CurrentSession() session: Session, @Query() query: LogQuery, @Res() response: Response): Promise<void> {
    const file = { name: partOf(query) ? 'log-part.jsonl' : 'log.jsonl', type: 'application/jsonl; charset=utf-8' };
    await sendExport({ response, session, limiter: this.limiter }, file, () =>
      this.queries.execute(new ExportLog(query)),
    );
  }

  /** What `events.jsonl?through=…` must hold: counts, the head's seal, and the file's digest. */
  @Get('manifest.json')
  async manifest(
    @CurrentSession() session: Session,
    @Query() query: LogQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ManifestView> {
    await this.limiter.take(LIMITS.exports, session.wallet);
    const made = await this.queries.execute(new MakeManifest(query, departureOf(response)));
    response.set({ 'Content-Disposition': 'attachment; filename="manifest.json"', 'Cache-Control': 'no-store' });
    return made;
  }
}
