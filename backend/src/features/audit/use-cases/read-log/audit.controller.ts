import { createHash } from 'node:crypto';
import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { LogQuery, type AuditPage, type ManifestView } from '@tknest/contracts/api';
import { LISTS, LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import { STORED_LOG } from '../../../../platform/event-store/catalogued-event-store.js';
import {
  START,
  type EventFilter,
  type EventStore,
  type Position,
} from '../../../../platform/event-store/event-store.js';
import { Access, CurrentSession, type Session } from '../../../../platform/http/access.js';
import { sendWhileMaking } from '../../../../platform/http/download.js';
import { limitOf } from '../../../../platform/http/paging.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { lineOf, linesOf, pagesOf, positionOf, viewOf } from './log-lines.js';

/** The log exactly as stored, whatever the versions of its events. */
@Controller('api/audit')
@Access('admin', 'auditor')
export class AuditController {
  constructor(
    @Inject(STORED_LOG) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly limiter: RateLimiter,
  ) {}

  /** The log itself, in order: `after` a position, of streams that begin with `stream`, of one `type`. */
  @Get('events')
  async events(@Query() query: LogQuery): Promise<AuditPage> {
    const { events, next, end } = await this.store.readAll(afterOf(query), {
      limit: limitOf(query.limit, LISTS.auditMax, 100),
      filter: filterOf(query),
    });
    return { events: events.map(viewOf), next: end && events.length === 0 ? null : next };
  }

  /** The whole log, one event a line, up to `through`; `after` goes on where a download broke off. */
  @Get('events.jsonl')
  async export(@CurrentSession() session: Session, @Query() query: LogQuery, @Res() response: Response): Promise<void> {
    await this.limiter.take(LIMITS.exports, session.wallet);
    const pages = pagesOf(this.store, {
      after: afterOf(query),
      through: await this.throughOf(query),
      filter: filterOf(query),
    });
    await sendWhileMaking(response, { name: 'events.jsonl', type: 'application/jsonl; charset=utf-8' }, linesOf(pages));
  }

  /**
   * What `events.jsonl?through=…` must hold: counts, the head's seal, and the file's digest, all from one pass over the
   * log.
   */
  @Get('manifest.json')
  async manifest(
    @CurrentSession() session: Session,
    @Query() query: LogQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ManifestView> {
    await this.limiter.take(LIMITS.exports, session.wallet);
    const manifest: ManifestView = {
      generatedAt: this.clock.now().toISOString(),
      events: 0,
      firstPosition: null,
      lastPosition: null,
      firstAt: null,
      lastAt: null,
      headHash: null,
      streams: 0,
      types: {},
      file: { name: 'events.jsonl', bytes: 0, sha256: '' },
    };
    const streams = new Set<string>();
    const digest = createHash('sha256');
    for await (const events of pagesOf(this.store, { through: await this.throughOf(query) })) {
      for (const event of events) {
        const { position, stream, type, at, hash } = event;
        const line = lineOf(event);
        digest.update(line);
        streams.add(stream);
        manifest.file.bytes += Buffer.byteLength(line);
        manifest.types[type] = (manifest.types[type] ?? 0) + 1;
        manifest.events++;
        manifest.firstPosition ??= position;
        manifest.firstAt ??= at;
        Object.assign(manifest, { lastPosition: position, lastAt: at, headHash: hash });
      }
    }
    response.set({ 'Content-Disposition': 'attachment; filename="manifest.json"', 'Cache-Control': 'no-store' });
    manifest.file.sha256 = digest.digest('hex');
    return { ...manifest, streams: streams.size };
  }

  private async throughOf({ through }: LogQuery): Promise<Position> {
    return through ? positionOf('through', through) : this.store.head();
  }
}

const afterOf = ({ after }: LogQuery): Position => (after ? positionOf('after', after) : START);

function filterOf({ stream, type }: LogQuery): EventFilter {
  return { ...(stream ? { streamPrefixes: [stream] } : {}), ...(type ? { types: [type] } : {}) };
}
