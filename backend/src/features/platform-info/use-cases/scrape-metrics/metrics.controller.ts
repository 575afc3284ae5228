import { Controller, Get, Header, Headers, Inject } from '@nestjs/common';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { Access } from '#platform/http/access.js';
import { XrplConnection } from '#platform/ledger/xrpl-connection.js';
import { PlatformHealth } from '#platform/platform-health.js';
import { knowsMetricsToken } from '../metrics-token.js';
import { beforeScrape, metrics, validatedLedger } from '#platform/telemetry/metrics.js';

@Controller('metrics')
export class MetricsController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly connection: XrplConnection,
    private readonly platform: PlatformHealth,
  ) {}

  /** Metrics in Prometheus text format; in production they require METRICS_TOKEN. */
  @Get()
  @Access('public')
  @Header('Content-Type', metrics.contentType)
  async scrape(@Headers('authorization') authorization = ''): Promise<string> {
    this.mustMayMeasure(authorization);
    validatedLedger.set(this.connection.validatedIndex);
    // If one metric cannot be measured, the others are still reported.
    await Promise.allSettled([this.platform.measure(), ...[...beforeScrape].map((measure) => measure())]);
    return metrics.metrics();
  }

  /** Metrics reveal business figures, so they require the token in production, and whenever one is set. */
  private mustMayMeasure(authorization: string): void {
    const { metricsToken, production } = this.config;
    if (metricsToken === null && !production) return;
    if (!knowsMetricsToken(this.config, authorization))
      throw new Refused('unauthenticated', 'Metrics require the bearer token METRICS_TOKEN');
  }
}
