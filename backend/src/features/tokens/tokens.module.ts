import { Module } from '@nestjs/common';
import { AccountSetup } from './accounts/account-setup.js';
import { LedgerIdentity } from './accounts/ledger-identity.js';
import { PlatformAccounts } from './accounts/platform-accounts.js';
import { TicketPurposes } from './accounts/ticket-purposes.js';
import { CourierService } from './courier.service.js';
import { NetworkFeeWatch } from './network-fee-watch.js';
import { LedgerStartUp } from './start-up.js';

@Module({
  providers: [
    PlatformAccounts,
    TicketPurposes,
    AccountSetup,
    LedgerIdentity,
    LedgerStartUp,
    CourierService,
    NetworkFeeWatch,
  ],
  exports: [PlatformAccounts, TicketPurposes, LedgerStartUp, CourierService],
})
export class TokensModule {}
