import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/clock/clock.js';
import { LedgerPacedRunner } from '../../platform/ledger/ledger-paced-runner.js';
import { XrplConnection } from '../../platform/ledger/xrpl-connection.js';
import { PaymentCollector } from './collecting/payment-collector.js';

/** Advances one payment at a time in this process, and wakes it with the ledger. */
@Injectable()
export class PacedPayments extends LedgerPacedRunner implements OnModuleInit, OnApplicationShutdown {
  constructor(
    collector: PaymentCollector,
    private readonly connection: XrplConnection,
    @Inject(CLOCK) clock: Clock,
  ) {
    super('Payments', (paymentId, prompted) => collector.advance(paymentId, prompted), clock);
  }

  onModuleInit(): void {
    this.follow(this.connection);
  }

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }
}
