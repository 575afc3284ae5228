import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LedgerPacedRunner } from '../../platform/ledger/ledger-paced-runner.js';
import { XrplConnection } from '../../platform/ledger/xrpl-connection.js';
import type { PayoutPorts } from './engine/ports.js';
import { RunEngine } from './engine/run-engine.js';
import { PAYOUT_PORTS } from './payouts.tokens.js';

/** Runs the engine for one payout run at a time in this process. */
@Injectable()
export class PayoutRunner extends LedgerPacedRunner implements OnModuleInit, OnApplicationShutdown {
  constructor(
    engine: RunEngine,
    private readonly connection: XrplConnection,
    @Inject(PAYOUT_PORTS) { clock }: PayoutPorts,
  ) {
    super('Payouts', (runId) => engine.advance(runId), clock);
  }

  onModuleInit(): void {
    this.follow(this.connection);
  }

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }
}
