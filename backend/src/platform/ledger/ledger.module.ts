import { Global, Module } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock/clock.js';
import { CONFIG, type Config } from '../config/config.js';
import { WALLET_APP } from '../wallet-app/wallet-app-port.js';
import { RestrainedWalletApp } from '../wallet-app/restrained-wallet-app.js';
import { WalletQuestions } from '../wallet-app/wallet-questions.js';
import { XamanGateway } from '../wallet-app/xaman-gateway.js';
import { LEDGER } from './ledger-port.js';
import { XrplConnection } from './xrpl-connection.js';
import { XrplGateway } from './xrpl-gateway.js';

/** The gateways to the outside: the ledger's node and the wallet app. */
@Global()
@Module({
  providers: [
    { provide: XrplConnection, useFactory: (config: Config) => new XrplConnection(config.xrpl.url), inject: [CONFIG] },
    {
      provide: LEDGER,
      useFactory: (connection: XrplConnection) => new XrplGateway(connection),
      inject: [XrplConnection],
    },
    {
      provide: WALLET_APP,
      useFactory: (config: Config, clock: Clock) =>
        new RestrainedWalletApp(new XamanGateway(config.xaman, config.xrpl.network), clock),
      inject: [CONFIG, CLOCK],
    },
    { provide: WalletQuestions, useFactory: (clock: Clock) => new WalletQuestions(clock), inject: [CLOCK] },
  ],
  exports: [XrplConnection, LEDGER, WALLET_APP, WalletQuestions],
})
export class LedgerModule {}
