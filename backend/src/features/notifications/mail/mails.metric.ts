import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { beforeScrape, metrics } from '#platform/telemetry/metrics.js';
import { MailBox, MAIL_STATES } from './mail-box.js';

const mails = new Gauge({
  name: 'notification_mails',
  help: 'Mails about notifications by state; every instance reports the same value',
  labelNames: ['state'] as const,
  registers: [metrics],
});

/** The number of mails that wait, were sent, or were given up, for monitoring. */
@Injectable()
export class MailsMetric implements OnModuleInit, OnApplicationShutdown {
  private readonly measuring = () => this.measure();

  constructor(private readonly box: MailBox) {}

  onModuleInit(): void {
    beforeScrape.add(this.measuring);
  }

  onApplicationShutdown(): void {
    beforeScrape.delete(this.measuring);
  }

  async measure(): Promise<void> {
    const tally = await this.box.tally();
    for (const state of MAIL_STATES) mails.set({ state }, tally[state] ?? 0);
  }
}
