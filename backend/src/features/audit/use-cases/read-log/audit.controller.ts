import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LogQuery, type AuditPage, type ManifestView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access } from '#platform/http/access.js';
import { sendExport, departureOf } from '#platform/http/download.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { ExportEvents, ExportLog, ReadEvents } from './events.query.js';
import { MakeManifest } from './manifest.query.js';
import { partOf } from './verbatim.js';

/** The log exactly as stored, whatever the versions of its events. */
@Controller('api/audit')
@Access('admin', 'auditor')
export class AuditController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * The log itself, in order: `after` a position, streams that begin with `stream`, one `type`, by an `actor`, about a
   * `wallet`, `from` one time `to` another. If `more` is true, continue with `after=next`.
   */
  @Get('events')
  events(@Query() query: LogQuery): Promise<AuditPage> {
    return this.queries.execute(new ReadEvents(query));
  }

  /**
   * The log, one event per line, up to `through`, or a part of it, as `events`; `after` continues an interrupted
   * download.
   */
  @Get('events.jsonl')
  @RateLimited(LIMITS.exports)
  async export(@Query() query: LogQuery, @Res() response: Response): Promise<void> {
    const file = { name: 'events.jsonl', type: 'application/jsonl; charset=utf-8' };
    await sendExport(response, file, () => this.queries.execute(new ExportEvents(query)));
  }

  /**
   * The log word for word, one event a line with the bytes that were sealed: docs/log-format.md. Of streams that begin
   * with `stream`, of one `type`, by an `actor`, about a `wallet`, `from` a moment `to` another.
   */
  @Get('log.jsonl')
  @RateLimited(LIMITS.exports)
  async log(@Query() query: LogQuery, @Res() response: Response): Promise<void> {
    const file = { name: partOf(query) ? 'log-part.jsonl' : 'log.jsonl', type: 'application/jsonl; charset=utf-8' };
    await sendExport(response, file, () => this.queries.execute(new ExportLog(query)));
  }

  /** What `events.jsonl?through=…` must hold: counts, the head's seal, and the file's digest. */
  @Get('manifest.json')
  @RateLimited(LIMITS.exports)
  async manifest(@Query() query: LogQuery, @Res({ passthrough: true }) response: Response): Promise<ManifestView> {
    const made = await this.queries.execute(new MakeManifest(query, departureOf(response)));
    response.set({ 'Content-Disposition': 'attachment; filename="manifest.json"', 'Cache-Control': 'no-store' });
    return made;
  }
}
