import { Controller, Get, Headers, Inject, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Access, MaybeSession } from '#platform/http/access.js';
import { isOffice, type Session } from '#platform/sessions/session.js';
import { knowsMetricsToken } from '../metrics-token.js';
import { AskReadiness, type Readiness } from './ask-readiness.query.js';

/** What strangers get in production: only what every page shows about the ledger, and the page of a start. */
interface PublicReadiness extends Pick<Readiness, 'status' | 'waitsFor'> {
  ledger: Pick<Readiness['ledger'], 'connected' | 'validated'>;
}

@Controller('api/health')
@Access('public')
export class HealthController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(CONFIG) private readonly config: Pick<Config, 'production' | 'metricsToken'>,
  ) {}

  /** Liveness: the process answers. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * Readiness: 200 if users can be served, otherwise 503. The details are public, except in production, where only the
   * office and callers with METRICS_TOKEN get them.
   */
  @Get('ready')
  async ready(
    @MaybeSession() session: Session | null,
    @Res({ passthrough: true }) response: Response,
    @Headers('authorization') authorization = '',
  ): Promise<Readiness | PublicReadiness> {
    const readiness = await this.queries.execute(new AskReadiness());
    response.status(readiness.status === 'ready' ? 200 : 503);
    const mayKnow = !this.config.production || isOffice(session) || knowsMetricsToken(this.config, authorization);
    if (mayKnow) return readiness;
    const { status, waitsFor, ledger } = readiness;
    const { connected, validated } = ledger;
    return { status, waitsFor, ledger: { connected, validated } };
  }
}
