import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Pool } from 'pg';
import { POOL } from '../../platform/database/pool.js';
import { Access } from '../../platform/http/access.js';
import { XrplConnection } from '../../platform/ledger/xrpl-connection.js';
import { beforeScrape, metrics, validatedLedger } from '../../platform/telemetry/metrics.js';
import { PlatformHealth } from '../../platform/platform-health.js';
import { LedgerStartUp } from '../tokens/tokens.public.js';

@Controller()
export class HealthController {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
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

  /** Prometheus text. */
  @Get('metrics')
  @Access('public')
  @Header('Content-Type', metrics.contentType)
  async metrics(): Promise<string> {
    validatedLedger.set(this.connection.validatedIndex);
    // Where one cannot be measured the others are told all the same.
    await Promise.allSettled([this.platform.measure(), ...[...beforeScrape].map((measure) => measure())]);
    return metrics.metrics();
  }
}
