import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/clock/clock.js';
import { MayGoOn } from '../../platform/ledger/accounts/account-gate.js';
import { LedgerPacedRunner } from '../../platform/ledger/ledger-paced-runner.js';
import { XrplConnection } from '../../platform/ledger/xrpl-connection.js';
import { PaymentEngine } from './engine/payment-engine.js';

/** How soon a payment is looked at again while the platform signs nothing. */
const GATE_MS = 1_000;

/** Runs the engine for one payment at a time in this process. */
@Injectable()
export class PaymentRunner extends LedgerPacedRunner implements OnModuleInit, OnApplicationShutdown {
  constructor(
    engine: PaymentEngine,
    private readonly connection: XrplConnection,
    @Inject(CLOCK) clock: Clock,
    @Inject(MayGoOn) mayGoOn: Pick<MayGoOn, 'now'> = { now: () => true },
  ) {
    // While an account's gate is shut nothing expires, is cancelled or ends otherwise: the ledger may know better.
    const later = () => ({ at: new Date(clock.now().getTime() + GATE_MS), withLedger: true });
    const advance = (paymentId: string, prompted: boolean) =>
      mayGoOn.now() ? engine.advance(paymentId, prompted) : Promise.resolve(later());
    super('Payments', advance, clock);
  }

  onModuleInit(): void {
    this.follow(this.connection);
  }

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }
}
