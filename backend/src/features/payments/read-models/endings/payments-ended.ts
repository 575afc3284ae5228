import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { beforeScrape, metrics } from '#platform/telemetry/metrics.js';
import { OUTCOMES, PaymentEnding } from './endings.projection.js';

const paymentsEnded = new Counter({
  name: 'payments_ended_total',
  help: 'Ended payments by outcome, counted from the event log; every instance reports the same value',
  labelNames: ['outcome'] as const,
  registers: [metrics],
});

/** How payments ended, for monitoring. */
@Injectable()
export class PaymentsEnded implements OnModuleInit, OnApplicationShutdown {
  private readonly measuring = () => this.measure();

  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  onModuleInit(): void {
    beforeScrape.add(this.measuring);
  }

  onApplicationShutdown(): void {
    beforeScrape.delete(this.measuring);
  }

  async measure(): Promise<void> {
    const rows = await this.db.getRepository(PaymentEnding).find();
    paymentsEnded.reset();
    for (const outcome of Object.values(OUTCOMES))
      paymentsEnded.inc({ outcome }, Number(rows.find((row) => row.outcome === outcome)?.payments ?? 0));
  }
}
