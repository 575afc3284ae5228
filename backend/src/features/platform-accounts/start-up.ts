import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { XrplConnection } from '#platform/ledger/xrpl-connection.js';
import { AccountSetup } from './accounts/account-setup.js';
import { AnotherLedger, LedgerIdentity } from './accounts/ledger-identity.js';

/** The exit code if the program must not continue: the launcher shows the message and stops all processes. */
const EXIT_ANOTHER_LEDGER = 78;

/** How often tickets whose purposes have ended are searched for. */
const SWEEP_MS = 60_000;
const JOB = 'tickets';

/**
 * Waits for the ledger, checks that it is the right one, and sets up the platform's accounts. The program is ready once
 * this is done.
 */
@Injectable()
export class LedgerStartUp implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Ledger');
  private readonly stop = new AbortController();
  ready = false;

  constructor(
    private readonly connection: XrplConnection,
    private readonly identity: LedgerIdentity,
    private readonly setup: AccountSetup,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** XRP that each account lacks for its reserves, by account. */
  get lacksXrp(): Record<string, number> {
    const short = [...this.setup.shortOf].filter(([, drops]) => drops > 0n);
    return Object.fromEntries(short.map(([name, drops]) => [name, Number(drops) / 1e6]));
  }

  /** What it waits for, each as a sentence for people; empty once it is ready. */
  waitsFor(): string[] {
    if (this.ready) return [];
    return this.connection.connected ? this.setup.waitsFor() : ['Waiting for a node of the ledger to answer.'];
  }

  /** Sets the courier for the accounts' transactions. */
  carriedBy(courier: Parameters<AccountSetup['carriedBy']>[0]): void {
    this.setup.carriedBy(courier);
  }

  /**
   * Like `Jobs.every`, but only after the setup. A failure is logged under the job's name with this complaint; an
   * unavailable ledger is not, because readiness reports it.
   */
  every(
    everyMs: number,
    name: string,
    work: () => Promise<unknown>,
    complaint: string,
    level: 'error' | 'warn' = 'error',
  ): void {
    const log = new Logger(name);
    this.jobs.every(
      everyMs,
      name,
      async () => this.ready && (await work()),
      (error) => error instanceof LedgerUnavailable || log[level]({ err: error }, complaint),
    );
  }

  onApplicationBootstrap(): void {
    this.jobs.enlist(JOB);
    this.connection.start();
    void this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.connection.stop();
  }

  private async run(): Promise<void> {
    while (!this.stop.signal.aborted) {
      try {
        await this.identity.check();
        await this.setup.run(this.stop.signal);
        this.ready = true;
        return;
      } catch (error) {
        if (error instanceof AnotherLedger) {
          this.log.fatal(error.message);
          process.exitCode = EXIT_ANOTHER_LEDGER;
          process.kill(process.pid, 'SIGTERM');
          return;
        }
        if (!(error instanceof LedgerUnavailable))
          this.log.error({ err: error }, 'The accounts could not be set up yet');
        await this.clock.sleep(100, this.stop.signal);
      }
    }
  }

  @Interval(2_000)
  async refill(): Promise<void> {
    await this.asOne(() => this.setup.refillTickets(), 'topped up');
  }

  @Interval(SWEEP_MS)
  async sweep(): Promise<void> {
    await this.asOne(() => this.setup.sweepTickets(), 'swept');
  }

  /** On one instance at a time; a failed round is repeated at the next interval. */
  private async asOne(work: () => Promise<unknown>, what: string): Promise<void> {
    if (!this.ready) return;
    await this.jobs.once(JOB, work).catch((error: unknown) => this.complain(error, what));
  }

  private complain(error: unknown, what: string): void {
    if (!(error instanceof LedgerUnavailable)) this.log.error({ err: error }, `Tickets could not be ${what}`);
  }
}
