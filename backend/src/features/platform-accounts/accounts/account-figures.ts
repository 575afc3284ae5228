import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { PLATFORM_ACCOUNT_NAMES } from '@tknest/contracts/events';
import { Gauge } from 'prom-client';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { beforeScrape, metrics } from '#platform/telemetry/metrics.js';
import { TICKETS } from './account-plan.js';
import { PlatformAccounts } from './platform-accounts.js';

const DROPS = 1_000_000;
const figure = (name: string, help: string) =>
  new Gauge({ name, help, labelNames: ['account'] as const, registers: [metrics] });

const spare = figure('account_spare_xrp', 'XRP above the reserves of a platform account');
const free = figure('account_tickets_free', 'Tickets that a platform account can use at once');
const held = figure('account_tickets_held', 'Tickets of a platform account that transactions under way hold');
const low = figure('account_tickets_low', 'Below this number a platform account makes new tickets');
const fee = new Gauge({
  name: 'network_fee_drops',
  help: 'What a transaction costs on the ledger now, drops',
  registers: [metrics],
});

/** Metrics on whether the platform's accounts can keep signing: spare XRP, tickets and the network's fee. */
@Injectable()
export class AccountFigures implements OnModuleInit, OnApplicationShutdown {
  private readonly measuring = () => this.measure();

  constructor(
    @Inject(LEDGER) private readonly ledger: Pick<LedgerPort, 'account' | 'reserves' | 'fee'>,
    private readonly accounts: PlatformAccounts,
  ) {}

  onModuleInit(): void {
    beforeScrape.add(this.measuring);
  }

  onApplicationShutdown(): void {
    beforeScrape.delete(this.measuring);
  }

  /** @throws LedgerUnavailable; the metrics then keep their last values */
  async measure(): Promise<void> {
    for (const account of PLATFORM_ACCOUNT_NAMES) {
      const state = await this.accounts.record(account).state();
      free.set({ account }, state.free.length);
      held.set({ account }, state.assigned.size);
      low.set({ account }, TICKETS[account].low);
    }
    fee.set(Number(await this.ledger.fee()));
    const { base, increment } = await this.ledger.reserves();
    for (const account of PLATFORM_ACCOUNT_NAMES) {
      const { address } = await this.accounts.record(account).state();
      const facts = address && (await this.ledger.account(address));
      if (facts) spare.set({ account }, Number(facts.balance - base - increment * BigInt(facts.ownerCount)) / DROPS);
    }
  }
}
