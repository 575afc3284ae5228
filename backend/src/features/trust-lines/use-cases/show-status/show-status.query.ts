import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { TrustStatusView } from '@tknest/contracts/api';
import { parseLedgerValue, toNumber } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '#platform/config/config.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';

/** A wallet's RLUSD trust line, as of the last validated ledger. */
export class ShowTrustStatus extends Query<TrustStatusView> {
  constructor(readonly wallet: string) {
    super();
  }
}

@QueryHandler(ShowTrustStatus)
export class ShowTrustStatusHandler implements IQueryHandler<ShowTrustStatus> {
  constructor(
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws LedgerUnavailable */
  async execute({ wallet }: ShowTrustStatus): Promise<TrustStatusView> {
    const line = await this.ledger.line(wallet, this.config.xrpl.rlusdIssuer, CURRENCY.rlusd);
    if (!line) return { hasTrustLine: false, balance: 0, trustLimit: 0 };
    const number = (value: string) => toNumber(parseLedgerValue(value));
    return { hasTrustLine: true, balance: number(line.balance), trustLimit: number(line.limit) };
  }
}
