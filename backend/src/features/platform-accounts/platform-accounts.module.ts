import { Module } from '@nestjs/common';
import { AccountKeys } from './accounts/account-keys.js';
import { AccountFigures } from './accounts/account-figures.js';
import { AccountNeeds } from './accounts/account-needs.js';
import { AccountSetup } from './accounts/account-setup.js';
import { GateKeeper } from './accounts/gate-keeper.js';
import { KeyChange } from './accounts/key-change.js';
import { LedgerIdentity } from './accounts/ledger-identity.js';
import { PlatformAccounts } from './accounts/platform-accounts.js';
import { CourierService } from './courier.service.js';
import { OfficeKeysWatch } from './office-keys-watch.js';
import { RegularKeys } from './regular-keys.js';
import { RlusdWatch } from './rlusd-watch.js';
import { NetworkFeeWatch } from './network-fee-watch.js';
import { SecondNode } from './second-node.js';
import { SecondNodeWatch } from './second-node-watch.js';
import { LedgerStartUp } from './start-up.js';

@Module({
  providers: [
    PlatformAccounts,
    AccountKeys,
    AccountNeeds,
    AccountSetup,
    AccountFigures,
    GateKeeper,
    KeyChange,
    LedgerIdentity,
    LedgerStartUp,
    CourierService,
    NetworkFeeWatch,
    OfficeKeysWatch,
    RegularKeys,
    RlusdWatch,
    SecondNode,
    SecondNodeWatch,
  ],
  exports: [PlatformAccounts, LedgerStartUp, CourierService],
})
export class PlatformAccountsModule {}
