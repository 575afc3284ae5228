import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/clock/clock.js';
import { LedgerPacedRunner } from '../../platform/ledger/ledger-paced-runner.js';
import { XrplConnection } from '../../platform/ledger/xrpl-connection.js';
import { PaymentEngine } from './engine/payment-engine.js';

/** Runs the engine for one payment at a time in this process. */
@Injectable()
export class PaymentRunner extends LedgerPacedRunner implements OnModuleInit, OnApplicationShutdown {
  constructor(
    engine: PaymentEngine,
    private readonly connection: XrplConnection,
    @Inject(CLOCK) clock: Clock,
  ) {
    super('Payments', (paymentId, prompted) => engine.advance(paymentId, prompted), clock);
  }

  onModuleInit(): void {
    this.follow(this.connection);
  }

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }
}
