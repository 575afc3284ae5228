import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { LedgerPacer } from '#platform/ledger/ledger-pacer.js';
import { XrplConnection } from '#platform/ledger/xrpl-connection.js';
import { later, WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { PaymentCollector } from './collecting/payment-collector.js';

interface Step {
  paymentId: string;
  prompted: boolean;
}

/** Advances each payment once at a time in this process, again whenever a ledger closes; or has a worker advance it. */
@Injectable()
export class PacedPayments extends LedgerPacer implements OnModuleInit, OnApplicationShutdown {
  constructor(
    collector: PaymentCollector,
    private readonly connection: XrplConnection,
    @Inject(CLOCK) clock: Clock,
    private readonly requests: WorkerRequests,
  ) {
    super('Payments', (paymentId, prompted) => collector.advance(paymentId, prompted), clock);
    requests.carryOut('advance-payment', async ({ paymentId, prompted }: Step) => {
      await super.advance(paymentId, prompted);
    });
  }

  onModuleInit(): void {
    this.follow(this.connection);
  }

  /** Advances the payment as far as possible. If workers do this, this process does not check again. */
  override async advance(paymentId: string, prompted = false): Promise<Date | null> {
    if (!this.requests.areRemote) return super.advance(paymentId, prompted);
    const step: Step = { paymentId, prompted };
    // The payment continues without an answer.
    await this.requests.ask('advance-payment', step, { lease: 'process:payment' }).catch(later);
    return null;
  }

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }
}
