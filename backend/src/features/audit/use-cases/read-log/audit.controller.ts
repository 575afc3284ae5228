import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LogQuery, type AuditPage, type ManifestView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access } from '#platform/http/access.js';
import { sendExport } from '#platform/http/download.js';
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
   * The log itself, in order, filtered by `after` (a position), `stream` (a prefix), `type`, `actor`, `wallet`, and
   * `from` and `to` (times). If `more` is true, continue with `after=next`.
   */
  @Get('events')
  events(@Query() query: LogQuery): Promise<AuditPage> {
    return this.queries.execute(new ReadEvents(query));
  }

  /**
   * The log, one event per line, up to `through`, or a part of it with the filters of `events`; `after` continues an
   * interrupted download.
   */
  @Get('events.jsonl')
  @RateLimited(LIMITS.exports)
  async export(@Query() query: LogQuery, @Res() response: Response): Promise<void> {
    const file = { name: 'events.jsonl', type: 'application/jsonl; charset=utf-8' };
    await sendExport(response, file, () => this.queries.execute(new ExportEvents(query)));
  }

  /**
   * The log byte for byte as it was sealed, one event per line: docs/log-format.md. Filters: `stream` (a prefix),
   * `type`, `actor`, `wallet`, `from` and `to` (times).
   */
  @Get('log.jsonl')
  @RateLimited(LIMITS.exports)
  async log(@Query() query: LogQuery, @Res() response: Response): Promise<void> {
    const file = { name: partOf(query) ? 'log-part.jsonl' : 'log.jsonl', type: 'application/jsonl; charset=utf-8' };
    await sendExport(response, file, () => this.queries.execute(new ExportLog(query)));
  }

  /** What `events.jsonl?through=…` must contain: counts, the head's seal, and the file's digest. */
  @Get('manifest.json')
  @RateLimited(LIMITS.exports)
  async manifest(@Query() query: LogQuery, @Res({ passthrough: true }) response: Response): Promise<ManifestView> {
    const made = await this.queries.execute(new MakeManifest(query));
    response.set({ 'Content-Disposition': 'attachment; filename="manifest.json"', 'Cache-Control': 'no-store' });
    return made;
  }
}
