import { Module } from '@nestjs/common';
import { ListKeeper } from './list/list-keeper.js';
import { ListedWallets } from './listed-wallets.js';
import { PersonScreening } from './person/person-screening.js';
import { WalletScreening } from './person/wallet-screening.js';
import { Screening } from './screening.js';
import { RefreshListHandler } from './use-cases/sanctions-list/refresh-list.command.js';
import { SanctionsListController } from './use-cases/sanctions-list/sanctions-list.controller.js';
import { ShowListHandler } from './use-cases/sanctions-list/show-list.query.js';

/** Possible matches of people with sanctions lists, and the decisions on them. */
@Module({
  controllers: [SanctionsListController],
  providers: [
    ListKeeper,
    Screening,
    ListedWallets,
    PersonScreening,
    WalletScreening,
    ShowListHandler,
    RefreshListHandler,
  ],
  exports: [ListKeeper, Screening, ListedWallets, PersonScreening, WalletScreening],
})
export class ScreeningModule {}
