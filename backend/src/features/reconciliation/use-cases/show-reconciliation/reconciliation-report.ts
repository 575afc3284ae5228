import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { ReconciliationView } from '@tknest/contracts/api';
import { PLATFORM_ACCOUNT_NAMES } from '@tknest/contracts/events';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { operatorOf } from '#platform/ledger/xrpl-connection.js';
import { START } from '#platform/event-store/event-store.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { beforeScrape } from '#platform/telemetry/metrics.js';
import { CountOpenCases } from '#features/operations-cases/module.public.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { reconciliationAge, reconciliationFindings, reconciliationLag } from '../../metrics.js';
import { Reconciled, ReconciledLog } from '../../read-models/leg-hashes/leg-hashes.entities.js';
import { Reconciler } from '../../reconciler.js';
import { Snapshot } from '../../snapshot.js';

/**
 * The cost of reading all holdings grows with the number of holders, so they are read at most this often, in
 * milliseconds.
 */
const BALANCES_AGE_MS = 2_000;
/** How many holders are shown, those with differences first. */
const ROWS_MAX = 202;

/** The state of the comparison of books and ledger, for the page and for monitoring. */
@Injectable()
export class ReconciliationReport implements OnModuleInit, OnApplicationShutdown {
  private readonly measuring = () => this.measure();
  private readonly balances = new Snapshot(() => this.reconciler.balances.compare(), BALANCES_AGE_MS);

  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'xrpl'>,
    private readonly accounts: PlatformAccounts,
    private readonly reconciler: Reconciler,
    private readonly queries: QueryBus,
  ) {}

  onModuleInit(): void {
    beforeScrape.add(this.measuring);
  }

  onApplicationShutdown(): void {
    beforeScrape.delete(this.measuring);
  }

  /** @param fresh whether balances must be read now; otherwise recent ones are enough */
  async view(fresh: boolean): Promise<ReconciliationView> {
    const [{ rows, underWay }, followed, log, openByKind, lastFull, last, running] = await Promise.all([
      fresh ? this.balances.fresh() : this.balances.recent(),
      this.followed(),
      this.db.getRepository(ReconciledLog).findOneBy({ id: 'log' }),
      this.queries.execute(new CountOpenCases()),
      this.reconciler.full.last(),
      this.reconciler.last(),
      this.reconciler.progress(),
    ]);
    const sum = (of: 'transactions' | 'findings') => followed.reduce((total, account) => total + account[of], 0);
    return {
      comparedTo: Math.min(...followed.map(({ comparedTo }) => comparedTo)),
      validatedLedger: await this.ledger.validatedIndex(),
      nodeOperators: new Set(this.config.xrpl.urls.map(operatorOf)).size,
      transactions: sum('transactions'),
      settled: log?.settled ?? 0,
      findings: sum('findings') + (log?.findings ?? 0),
      log: { comparedTo: log?.toPosition ?? START, settled: log?.settled ?? 0, findings: log?.findings ?? 0 },
      accounts: followed,
      underWay,
      rows: rows.slice(0, ROWS_MAX),
      openCases: Object.values(openByKind).reduce((sum, open) => sum + open, 0),
      openFindings: Object.fromEntries(Object.entries(openByKind).filter(([, open]) => open > 0)),
      lastRunAt: last?.at.toISOString() ?? null,
      lastFull,
      running,
    };
  }

  private async followed(): Promise<ReconciliationView['accounts']> {
    const [rows, last] = await Promise.all([this.db.getRepository(Reconciled).find(), this.reconciler.last()]);
    const of = new Map(rows.map((row) => [row.account, row]));
    return Promise.all(
      [...PLATFORM_ACCOUNT_NAMES, 'purchases' as const].map(async (name) => {
        const row = of.get(name);
        return {
          name,
          address: name === 'purchases' ? null : await this.accounts.address(name),
          comparedTo: Math.max(row?.toLedger ?? 0, last?.reached.ledgers[name] ?? 0),
          transactions: row?.transactions ?? 0,
          findings: row?.findings ?? 0,
        };
      }),
    );
  }

  private async measure(): Promise<void> {
    for (const [kind, open] of Object.entries(await this.queries.execute(new CountOpenCases())))
      reconciliationFindings.set({ kind }, open);
    const validated = await this.ledger.validatedIndex();
    for (const { name, comparedTo } of await this.followed())
      if (comparedTo > 0) reconciliationLag.set({ account: name }, Math.max(0, validated - comparedTo));
    const last = await this.reconciler.last();
    if (last) reconciliationAge.set((this.clock.now().getTime() - last.at.getTime()) / 1_000);
  }
}
