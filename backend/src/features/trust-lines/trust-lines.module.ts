import { Module, type OnModuleInit } from '@nestjs/common';
import { ProcessRegistry } from '../../platform/processes/process-registry.js';
import { TrustLineProcess } from './processes/trust-line/trust-line.process.js';
import { TrustLineEngine } from './trust-line.engine.js';
import { CreateTrustLineHandler } from './use-cases/create-trust-line/create-trust-line.command.js';
import { FollowTrustLineHandler } from './use-cases/create-trust-line/follow-trust-line.query.js';
import { TrustLineController } from './use-cases/create-trust-line/trust-line.controller.js';
import { ShowTrustStatusHandler } from './use-cases/show-status/show-status.query.js';
import { TrustStatusController } from './use-cases/show-status/trust-status.controller.js';
import { ValidateCapabilityHandler } from './use-cases/show-status/validate-capability.query.js';

/** RLUSD trust lines: how they stand, what they allow, and how their owners open them. */
@Module({
  controllers: [TrustStatusController, TrustLineController],
  providers: [
    TrustLineEngine,
    TrustLineProcess,
    ShowTrustStatusHandler,
    ValidateCapabilityHandler,
    CreateTrustLineHandler,
    FollowTrustLineHandler,
  ],
})
export class TrustLinesModule implements OnModuleInit {
  constructor(
    private readonly processes: ProcessRegistry,
    private readonly process: TrustLineProcess,
  ) {}

  onModuleInit(): void {
    this.processes.register(this.process);
  }
}
