import { Module, type OnModuleInit } from '@nestjs/common';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { CourierService, PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { xrpReturnOwner } from './order.js';
import { XrpReturnProcess } from './xrp-return.process.js';

/** Sends XRP of strangers back from the platform's accounts. */
@Module({
  imports: [PlatformAccountsModule],
  providers: [XrpReturnProcess],
})
export class XrpReturnsModule implements OnModuleInit {
  constructor(
    private readonly processes: ProcessRegistry,
    private readonly process: XrpReturnProcess,
    private readonly courier: CourierService,
  ) {}

  onModuleInit(): void {
    this.courier.carry(xrpReturnOwner);
    this.processes.register(this.process);
  }
}
