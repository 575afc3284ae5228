import { Controller, Get, Header, Headers, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { POOL } from '../../platform/database/pool.js';
import { Refused } from '../../platform/domain/refused.js';
import { Access } from '../../platform/http/access.js';
import { XrplConnection } from '../../platform/ledger/xrpl-connection.js';
import { beforeScrape, metrics, validatedLedger } from '../../platform/telemetry/metrics.js';
import { PlatformHealth } from '../../platform/platform-health.js';
import { LedgerStartUp } from '../tokens/tokens.public.js';

@Controller()
export class HealthController {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    private readonly startUp: LedgerStartUp,
    private readonly connection: XrplConnection,
    private readonly platform: PlatformHealth,
  ) {}

  /** The process serves. */
  @Get('api/health/live')
  @Access('public')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Ready for people: database, ledger accounts set up, read models caught up once. */
  @Get('api/health/ready')
  @Access('public')
  async ready(@Res({ passthrough: true }) response: Response) {
    const database = await this.pool.query('select 1').then(
      () => true,
      () => false,
    );
    const runners = await this.platform.report();
    const ready = database && this.startUp.ready && runners.started;
    response.status(ready ? 200 : 503);
    return {
      status: ready ? 'ready' : 'starting',
      database,
      ledger: {
        connected: this.connection.connected,
        validated: this.connection.validatedIndex,
        accounts: this.startUp.ready,
      },
      readModels: runners.readModels,
      processes: runners.processes,
    };
  }

  /** Prometheus text, behind METRICS_TOKEN where production. */
  @Get('metrics')
  @Access('public')
  @Header('Content-Type', metrics.contentType)
  async metrics(@Headers('authorization') authorization = ''): Promise<string> {
    this.mustMayMeasure(authorization);
    validatedLedger.set(this.connection.validatedIndex);
    // Where one cannot be measured the others are told all the same.
    await Promise.allSettled([this.platform.measure(), ...[...beforeScrape].map((measure) => measure())]);
    return metrics.metrics();
  }

  /** Figures tell how business goes: in production, and wherever a token is set, they are for who knows it. */
  private mustMayMeasure(authorization: string): void {
    const { metricsToken, production } = this.config;
    if (metricsToken === null && !production) return;
    const digest = (text: string) => createHash('sha256').update(text).digest();
    if (metricsToken === null || !timingSafeEqual(digest(authorization), digest(`Bearer ${metricsToken}`)))
      throw new Refused('unauthenticated', 'These figures ask for the bearer token METRICS_TOKEN');
  }
}
