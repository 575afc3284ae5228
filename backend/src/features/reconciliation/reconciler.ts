import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PLATFORM_ACCOUNT_NAMES } from '@tknest/contracts/events';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { EVENT_STORE, START, type EventStore } from '#platform/event-store/event-store.js';
import { HistoryGaps } from '#platform/ledger/history-gaps.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { later, WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { paymentSeal } from '#features/payments/rules.public.js';
import { LedgerStartUp, PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { BalancesComparison } from './comparisons/balances.comparison.js';
import { PlatformAccountComparison } from './comparisons/platform-account.comparison.js';
import { PurchasesComparison } from './comparisons/purchases.comparison.js';
import { SettledComparison } from './comparisons/settled.comparison.js';
import { ContinuousComparison, type Reached } from './continuous-comparison.js';
import { Cursors } from './cursors.js';
import { Findings } from './findings.js';
import { FullComparison } from './full-comparison.js';
import { LedgerReader } from './ledger-reader.js';
import { LogReader } from './log-reader.js';

const EVERY_MS = 15_000;
const JOB = 'reconciliation';
/** The instance with this lease runs the comparison. */
export const RECONCILIATION_LEASE = `job:${JOB}`;
const PROGRESS_WITHIN_MS = 1_500;

/**
 * Compares ledger and log both ways: continuously, by one instance at a time, and in full on demand. Each difference
 * opens one case.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly balances: BalancesComparison;
  readonly full: FullComparison;
  private readonly continuous: ContinuousComparison;
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;
  private fullRun: { done: Promise<void>; stop: AbortController } | null = null;

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(LEDGER) ledger: LedgerPort,
    @Inject(DataSource) db: DataSource,
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) clock: Clock,
    reader: LedgerReader,
    private readonly books: LogReader,
    findings: Findings,
    cursors: Cursors,
    accounts: PlatformAccounts,
    private readonly startUp: LedgerStartUp,
    commands: CommandBus,
    private readonly jobs: Jobs,
    gaps: HistoryGaps,
    vault: VaultService,
    private readonly requests: WorkerRequests,
  ) {
    requests.carryOut('comparison-progress', async () => this.full.progress);
    const { rlusdIssuer } = config.xrpl;
    const comparisons = [
      ...PLATFORM_ACCOUNT_NAMES.map(
        (name) => new PlatformAccountComparison(name, accounts, reader, books, findings, commands, config.xrpFunders),
      ),
      new PurchasesComparison(rlusdIssuer, reader, books, findings, commands, () => clock.now(), paymentSeal(vault)),
    ];
    const settled = new SettledComparison(reader, books, findings, () => cursors.firstLedger());
    this.balances = new BalancesComparison(db, store, ledger, reader, accounts, rlusdIssuer);
    this.continuous = new ContinuousComparison(comparisons, settled, ledger, reader, books, findings, cursors, gaps);
    this.full = new FullComparison(
      comparisons,
      settled,
      this.balances,
      store,
      ledger,
      reader,
      books,
      findings,
      cursors,
      clock,
    );
  }

  onApplicationBootstrap(): void {
    this.startUp.every(EVERY_MS, JOB, () => this.run(), 'Books and ledger could not be compared; retrying', 'warn');
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.fullRun?.done.catch(() => undefined);
  }

  /** Compares what is new on both sides; a second call joins the first. @throws LedgerUnavailable */
  run(): Promise<void> {
    this.running ??= this.compareNew().finally(() => (this.running = null));
    return this.running;
  }

  /** Compares everything from the beginning; a second call joins the first. @throws LedgerUnavailable */
  runFull(): Promise<void> {
    if (this.fullRun) return this.fullRun.done;
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, this.stopping.signal]);
    this.fullRun = { stop, done: this.full.run(signal).finally(() => (this.fullRun = null)) };
    return this.fullRun.done;
  }

  /** Stops a full comparison in progress; its findings remain. */
  async stopFull(): Promise<void> {
    const run = this.fullRun;
    run?.stop.abort();
    await run?.done.catch(() => undefined);
  }

  /** Progress of a full comparison; null if none runs, or no worker answers. */
  async progress(): Promise<FullComparison['progress']> {
    const asking = { withinMs: PROGRESS_WITHIN_MS, lease: RECONCILIATION_LEASE };
    const progress = await this.requests
      .ask<FullComparison['progress']>('comparison-progress', {}, asking)
      .catch(later);
    return progress ?? null;
  }

  /** Waits until the read models contain the findings. */
  caughtUp(): Promise<void> {
    return this.books.shown();
  }

  /** When the last comparison on any instance completed, and how far it reached; null before the first. */
  async last(): Promise<{ at: Date; reached: Reached } | null> {
    const run = await this.jobs.last(JOB);
    return run && { at: run.at, reached: { ledgers: run.result.ledgers ?? {}, log: run.result.log ?? START } };
  }

  private async compareNew(): Promise<void> {
    await this.continuous.run();
    await this.jobs.note(JOB, this.continuous.reached);
  }
}
