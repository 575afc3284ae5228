import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Gauge } from 'prom-client';
import { beforeScrape, metrics } from '#platform/telemetry/metrics.js';
import { CountOpenCases } from './count-open-cases.query.js';

const openCases = new Gauge({
  name: 'open_cases',
  help: 'Open operational cases by kind; every instance reports the same value',
  labelNames: ['kind'] as const,
  registers: [metrics],
});

/**
 * The number of cases that wait for a person, for monitoring. Kinds without cases are reported as 0, so that alerts
 * end.
 */
@Injectable()
export class OpenCasesMetric implements OnModuleInit, OnApplicationShutdown {
  private readonly measuring = () => this.measure();

  constructor(private readonly queries: QueryBus) {}

  onModuleInit(): void {
    beforeScrape.add(this.measuring);
  }

  onApplicationShutdown(): void {
    beforeScrape.delete(this.measuring);
  }

  async measure(): Promise<void> {
    for (const [kind, open] of Object.entries(await this.queries.execute(new CountOpenCases())))
      openCases.set({ kind }, open);
  }
}
