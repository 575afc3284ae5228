import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { FullReconciliation, ReconciliationView } from '@tknest/contracts/api';
import type { ReconciliationEvent } from '@tknest/contracts/events';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock/clock.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { EVENT_STORE, START, type EventStore, type Position } from '../../platform/event-store/event-store.js';
import { LEDGER, LedgerUnavailable, type LedgerPort } from '../../platform/ledger/ledger-port.js';
import { Payments } from '../payments/payments.public.js';
import { ACCOUNT_NAMES, LedgerStartUp, PlatformAccounts } from '../tokens/tokens.public.js';
import { BalancesComparison } from './comparisons/balances.comparison.js';
import { Tally, type LedgerComparison } from './comparisons/comparison.js';
import { PlatformAccountComparison } from './comparisons/platform-account.comparison.js';
import { PurchasesComparison } from './comparisons/purchases.comparison.js';
import { SettledComparison } from './comparisons/settled.comparison.js';
import { Findings } from './findings.js';
import { LedgerReader } from './ledger-reader.js';
import { LogReader } from './log-reader.js';
import { reconciled } from './metrics.js';

const EVERY_MS = 15_000;
/** The newest ledgers are left to the next look: the payments that they hold may not have been concluded yet. */
const LEDGERS_BEHIND = 3;
/** At most this many ledgers in one stretch, so that a long absence is made good in steps. */
const LEDGERS_AT_ONCE = 5_000;
const LOG = 'reconciliation-log';
const FULL = 'reconciliation-full';
/**
 * A balance is called different where it is so at every one of these looks: the books follow the ledger within a
 * moment.
 */
const BALANCE_LOOKS = { times: 4, everyMs: 1_500 };

/**
 * Compares ledger and log both ways: continuously, from cursors that are themselves facts, and in full on demand, from
 * the first ledger that the log knows. What one side has and the other has not opens a case, once.
 */
@Injectable()
export class Reconciler {
  private readonly log = new Logger('Reconciliation');
  private readonly comparisons: readonly LedgerComparison[];
  private readonly settled: SettledComparison;
  readonly balances: BalancesComparison;
  /** How far each cursor came in this process: a stretch in which nothing happened is not a fact worth keeping. */
  private readonly reached = new Map<string, number>();
  private reachedInLog: Position = START;
  private running: Promise<void> | null = null;
  private fullRun: Promise<void> | null = null;
  progress: ReconciliationView['running'] = null;
  lastRunAt: Date | null = null;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(DataSource) db: DataSource,
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly reader: LedgerReader,
    private readonly books: LogReader,
    private readonly findings: Findings,
    accounts: PlatformAccounts,
    private readonly startUp: LedgerStartUp,
    payments: Payments,
  ) {
    const { rlusdIssuer } = config.xrpl;
    this.comparisons = [
      ...ACCOUNT_NAMES.map((name) => new PlatformAccountComparison(name, accounts, reader, books, findings)),
      new PurchasesComparison(rlusdIssuer, reader, books, findings, payments, () => clock.now()),
    ];
    this.settled = new SettledComparison(reader, books, findings, () => this.firstLedger());
    this.balances = new BalancesComparison(db, ledger, reader, accounts, rlusdIssuer);
  }

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    if (this.startUp.ready) await this.run().catch((error: unknown) => this.complain(error));
  }

  /** Compares what is new on either side; a second call joins the first. @throws LedgerUnavailable */
  run(): Promise<void> {
    this.running ??= this.compareNew().finally(() => (this.running = null));
    return this.running;
  }

  /** Compares everything from the beginning; a second call joins the first. @throws LedgerUnavailable */
  runFull(): Promise<void> {
    this.fullRun ??= this.compareEverything().finally(() => {
      this.fullRun = null;
      this.progress = null;
    });
    return this.fullRun;
  }

  /** Waits until what was found can be read. */
  caughtUp(): Promise<void> {
    return this.books.shown();
  }

  /** Last ledger that was compared, by cursor. */
  comparedTo(name: string, stored = 0): number {
    return Math.max(this.reached.get(name) ?? 0, stored);
  }

  /** The last comparison of everything, null before the first. */
  async lastFull(): Promise<FullReconciliation | null> {
    for await (const event of this.store.read(FULL, { backwards: true, limit: 1 })) {
      const { toPosition: _, ...result } = event.data as Extract<
        ReconciliationEvent,
        { type: 'EverythingReconciled' }
      >['data'];
      return { at: event.at, ...result };
    }
    return null;
  }

  private async compareNew(): Promise<void> {
    await this.books.catchUp();
    for (const comparison of this.comparisons) while (await this.compareStretch(comparison));
    while (await this.comparePage());
    this.lastRunAt = this.clock.now();
  }

  /** One stretch of the ledger against the log. @returns true where there is more to compare */
  private async compareStretch(comparison: LedgerComparison): Promise<boolean> {
    const { name } = comparison;
    const stream = `reconciliation-${name}`;
    const { cursor: stored, revision } = await this.cursor(stream);
    const from = this.comparedTo(name, stored) + 1;
    const newest = await this.settledLedger();
    const to = Math.min(newest, from - 1 + LEDGERS_AT_ONCE);
    if (to < from) return false;
    // What a node with a gap does not tell of may have happened all the same: the cursor waits until the gap is filled.
    if (!(await this.reader.holds(from, to)))
      throw new LedgerUnavailable(`The node does not hold every ledger from ${from} to ${to}`);
    await this.books.catchUp();
    const outcome = await comparison.compare(from, to, false);
    const until = outcome.heldAt === null ? to : outcome.heldAt - 1;
    // What lies beyond a payment under way is compared again, and counted then.
    const counted = until === to ? outcome : until < from ? new Tally() : await comparison.compare(from, until, false);
    reconciled.inc({ what: name }, counted.transactions);
    if (until >= from && (counted.transactions > 0 || until - stored >= LEDGERS_AT_ONCE)) {
      const data = {
        account: name,
        fromLedger: stored + 1,
        toLedger: until,
        transactions: counted.transactions,
        matched: counted.matched,
        findings: counted.findings,
      };
      await this.findings.note(stream, revision, { type: 'LedgerReconciled', data });
    }
    this.reached.set(name, until);
    return until === to && to < newest;
  }

  /** One page of the log against the ledger. @returns true where there is more to compare */
  private async comparePage(): Promise<boolean> {
    let stored: Position = START;
    let revision = -1;
    for await (const event of this.store.read(LOG, { backwards: true, limit: 1 }))
      [stored, revision] = [(event.data as { toPosition: Position }).toPosition, event.revision];
    const after = this.reachedInLog > stored ? this.reachedInLog : stored;
    await this.books.catchUp();
    const outcome = await this.settled.compare(after, await this.ledger.validatedIndex(), true);
    reconciled.inc({ what: 'log' }, outcome.settled);
    if (outcome.settled > 0) {
      const data = {
        fromPosition: stored,
        toPosition: outcome.next,
        settled: outcome.settled,
        matched: outcome.matched,
        findings: outcome.findings,
      };
      await this.findings.note(LOG, revision, { type: 'LogReconciled', data });
    }
    this.reachedInLog = outcome.next;
    return !outcome.end;
  }

  private async compareEverything(): Promise<void> {
    await this.books.catchUp();
    const [fromLedger, toLedger, toPosition] = [
      await this.firstLedger(),
      await this.settledLedger(),
      await this.books.head(),
    ];
    const complete = await this.reader.holds(fromLedger, toLedger);
    const sum = { transactions: 0, settled: 0, matched: 0, findings: 0, unproved: 0 };
    for (const comparison of this.comparisons) {
      for (let from = fromLedger; from <= toLedger; from += LEDGERS_AT_ONCE) {
        this.progress = { step: comparison.name, done: from - fromLedger, total: toLedger - fromLedger };
        const { transactions, matched, findings } = await comparison.compare(
          from,
          Math.min(toLedger, from + LEDGERS_AT_ONCE - 1),
          true,
        );
        add(sum, { transactions, matched, findings });
      }
    }
    for (let after = START, end = false; !end && after < toPosition;) {
      this.progress = { step: 'log', done: Number(after), total: Number(toPosition) };
      const page = await this.settled.compare(after, await this.ledger.validatedIndex(), false);
      const { settled, matched, findings, unproved } = page;
      add(sum, { settled, matched, findings, unproved });
      ({ next: after, end } = page);
    }
    this.progress = { step: 'balances', done: 0, total: 1 };
    sum.findings += await this.compareBalances();
    await this.noteFull({ fromLedger, toLedger, toPosition, complete, ...sum });
  }

  /** Holders whose tokens differ although nothing is under way, at every one of several looks. */
  private async compareBalances(): Promise<number> {
    const differing = async () =>
      new Map(
        (await this.balances.compare()).rows
          .filter(({ what, verdict }) => what === 'tokens held' && verdict === 'differs')
          .map((row) => [`${row.subject}-${row.books}-${row.ledger}`, row]),
      );
    let standing = await differing();
    for (let look = 1; look < BALANCE_LOOKS.times && standing.size > 0; look++) {
      await this.clock.sleep(BALANCE_LOOKS.everyMs);
      const again = await differing();
      standing = new Map([...standing].filter(([key]) => again.has(key)));
    }
    for (const [subject, { subject: wallet, books, ledger }] of standing) {
      await this.findings.report(
        {
          kind: 'books-differ',
          summary: `A holder has ${ledger} tokens on the ledger and ${books} in the register.`,
          details: { books, ledger },
        },
        { subject, wallet },
      );
    }
    return standing.size;
  }

  private async noteFull(data: Extract<ReconciliationEvent, { type: 'EverythingReconciled' }>['data']): Promise<void> {
    for (;;) {
      let revision = -1;
      for await (const event of this.store.read(FULL, { backwards: true, limit: 1 })) revision = event.revision;
      if (await this.findings.note(FULL, revision, { type: 'EverythingReconciled', data })) return;
    }
  }

  private async settledLedger(): Promise<number> {
    return (await this.ledger.validatedIndex()) - LEDGERS_BEHIND;
  }

  private async cursor(stream: string): Promise<{ cursor: number; revision: number }> {
    for await (const event of this.store.read(stream, { backwards: true, limit: 1 }))
      return { cursor: (event.data as { toLedger: number }).toLedger, revision: event.revision };
    return { cursor: (await this.firstLedger()) - 1, revision: -1 };
  }

  /** The ledger that the log was pinned to at first sight. */
  private async firstLedger(): Promise<number> {
    for await (const event of this.store.read('ledger-identity', { limit: 1 }))
      return (event.data as { ledgerIndex: number }).ledgerIndex;
    return this.ledger.validatedIndex();
  }

  private complain(error: unknown): void {
    if (!(error instanceof LedgerUnavailable))
      this.log.warn({ err: error }, 'Books and ledger could not be compared; it is tried again');
  }
}

function add<Sum extends Record<string, number>>(sum: Sum, part: Partial<Sum>): void {
  for (const [key, value] of Object.entries(part)) (sum as Record<string, number>)[key]! += value as number;
}
