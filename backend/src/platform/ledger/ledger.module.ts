import { Global, Module } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock/clock.js';
import { LEDGER_TIME, LedgerTime } from './ledger-time.js';
import { CONFIG, type Config } from '../config/config.js';
import { EVENT_STORE, type EventStore } from '../event-store/event-store.js';
import { crashingLedger, crashingWalletApp } from './crashing-ports.js';
import { APPROVALS_APP, WALLET_APP } from '../wallet-app/wallet-app-port.js';
import { RestrainedWalletApp } from '../wallet-app/restrained-wallet-app.js';
import { RequestBudgets } from '../wallet-app/request-budgets.js';
import { WalletQuestions } from '../wallet-app/wallet-questions.js';
import { XamanGateway } from '../wallet-app/xaman-gateway.js';
import { MayGoOn } from './accounts/account-gate.js';
import { HistoryGaps } from './history-gaps.js';
import { KeyAuthority } from './key-authority.js';
import { LEDGER } from './ledger-port.js';
import { OTHER_NODES, type OtherNodes } from './other-nodes.js';
import { SEEN_FOR_MS, seenKeyOf } from './seen-keys.js';
import { XrplConnection } from './xrpl-connection.js';
import { XrplGateway } from './xrpl-gateway.js';

function ledgerTime(connection: XrplConnection, clock: Clock): LedgerTime {
  const time = new LedgerTime(clock);
  connection.on('ledger', ({ closeTime, isNews }) => {
    if (closeTime !== undefined) time.hear(closeTime, isNews === true);
  });
  time.publish();
  return time;
}

function walletApp(
  { sandbox, xaman: { url }, xrpl }: Config,
  clock: Clock,
  { key, secret }: { key: string; secret: string },
): RestrainedWalletApp {
  const gateway = new XamanGateway({ url, key, secret }, xrpl.network);
  return crashingWalletApp(new RestrainedWalletApp(gateway, clock), sandbox);
}

/** The gateways to the ledger's node and to the wallet app. */
@Global()
@Module({
  providers: [
    { provide: XrplConnection, useFactory: (config: Config) => new XrplConnection(config.xrpl.urls), inject: [CONFIG] },
    {
      provide: LEDGER,
      useFactory: (connection: XrplConnection, { sandbox }: Config) =>
        crashingLedger(new XrplGateway(connection, sandbox ? 'sandbox' : 'network'), sandbox),
      inject: [XrplConnection, CONFIG],
    },
    {
      provide: KeyAuthority,
      useFactory: (connection: XrplConnection, { officeKeys, sandbox }: Config, store: EventStore, clock: Clock) =>
        new KeyAuthority(
          officeKeys,
          () => connection.ofEachOperator().map((one) => new XrplGateway(one, sandbox ? 'sandbox' : 'network')),
          async (wallet) =>
            (await seenKeyOf(store, wallet, new Date(clock.now().getTime() - SEEN_FOR_MS)))?.key ?? null,
        ),
      inject: [XrplConnection, CONFIG, EVENT_STORE, CLOCK],
    },
    {
      provide: OTHER_NODES,
      useFactory:
        (connection: XrplConnection, { sandbox }: Config): OtherNodes =>
        () =>
          connection
            .ofEachOperator()
            .slice(1)
            .map((one) => new XrplGateway(one, sandbox ? 'sandbox' : 'network')),
      inject: [XrplConnection, CONFIG],
    },
    HistoryGaps,
    MayGoOn,
    {
      provide: LEDGER_TIME,
      useFactory: (connection: XrplConnection, clock: Clock, config: Config) =>
        config.sandbox ? null : ledgerTime(connection, clock),
      inject: [XrplConnection, CLOCK, CONFIG],
    },
    {
      provide: WALLET_APP,
      useFactory: (config: Config, clock: Clock) => walletApp(config, clock, config.xaman),
      inject: [CONFIG, CLOCK],
    },
    {
      provide: APPROVALS_APP,
      useFactory: (config: Config, clock: Clock) =>
        config.xaman.approvals && walletApp(config, clock, config.xaman.approvals),
      inject: [CONFIG, CLOCK],
    },
    RequestBudgets,
    {
      provide: WalletQuestions,
      useFactory: (clock: Clock, budgets: RequestBudgets) => new WalletQuestions(clock, budgets),
      inject: [CLOCK, RequestBudgets],
    },
  ],
  exports: [
    XrplConnection,
    LEDGER,
    KeyAuthority,
    OTHER_NODES,
    LEDGER_TIME,
    HistoryGaps,
    MayGoOn,
    WALLET_APP,
    APPROVALS_APP,
    RequestBudgets,
    WalletQuestions,
  ],
})
export class LedgerModule {}
