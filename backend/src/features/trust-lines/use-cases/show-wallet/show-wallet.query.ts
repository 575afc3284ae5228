import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { WalletInfoView } from '@tknest/contracts/api';
import { parseLedgerValue, toNumber } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '#platform/config/config.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';

const DROPS_PER_XRP = 1_000_000;

/** A wallet as of the last validated ledger: only public data of the ledger, nothing that the platform knows. */
export class ShowWallet extends Query<WalletInfoView> {
  constructor(readonly wallet: string) {
    super();
  }
}

@QueryHandler(ShowWallet)
export class ShowWalletHandler implements IQueryHandler<ShowWallet> {
  constructor(
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws LedgerUnavailable */
  async execute({ wallet }: ShowWallet): Promise<WalletInfoView> {
    const [account, line] = await Promise.all([
      this.ledger.account(wallet),
      this.ledger.line(wallet, this.config.xrpl.rlusdIssuer, CURRENCY.rlusd),
    ]);
    const number = (value: string | undefined) => (value === undefined ? 0 : toNumber(parseLedgerValue(value)));
    return {
      address: wallet,
      activated: account !== null,
      balance: Number(account?.balance ?? 0n) / DROPS_PER_XRP,
      trustlineStatus: line ? 'active' : 'none',
      trustLimit: number(line?.limit),
      rlusdBalance: number(line?.balance),
    };
  }
}
