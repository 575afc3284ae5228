import { Module, type OnModuleInit } from '@nestjs/common';
import { ProcessRegistry } from '#platform/processes/process-registry.js';
import { IdentityModule, ToldStanding } from '#features/identity/module.public.js';
import { CourierService, PlatformAccountsModule } from '#features/platform-accounts/module.public.js';
import { xrpReturnOwner } from './order.js';
import { XrpReturnProcess } from './xrp-return.process.js';

/** Sends XRP of strangers back from the platform's accounts. */
@Module({
  imports: [IdentityModule, PlatformAccountsModule],
  providers: [XrpReturnProcess],
})
export class XrpReturnsModule implements OnModuleInit {
  constructor(
    private readonly processes: ProcessRegistry,
    private readonly process: XrpReturnProcess,
    private readonly courier: CourierService,
    private readonly standing: ToldStanding,
  ) {}

  onModuleInit(): void {
    const paidTo: ToldStanding['paidTo'] = (wallet, paying) => this.standing.paidTo(wallet, paying);
    this.courier.carry((ports) => xrpReturnOwner({ ...ports, paidTo }));
    this.processes.register(this.process);
  }
}
