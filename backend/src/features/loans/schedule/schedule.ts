import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { addDays, type Day } from '@tknest/contracts/money';
import { DataSource, IsNull, LessThanOrEqual } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { EVENT_STORE, type EventStore, type StreamWrite } from '#platform/event-store/event-store.js';
import { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import { LEDGER, LedgerUnavailable, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { PreventionWatch } from '../processes/prevention-watch.js';
import { LoanRow, Sale } from '../read-models/loans/loan.entities.js';
import { OpenLoan } from '../use-cases/open-loan/open-loan.command.js';
import { openSubjects } from '#features/operations-cases/readers.public.js';
import { closing, opening } from '#features/operations-cases/rules.public.js';
import { FollowedDay } from '#features/payouts/module.public.js';
import { leftToPay } from '#features/payouts/rules.public.js';
import { nextOnCalendar } from '../account/loan.decider.js';
import { loadProperty, onDay } from './day.js';
import { ESCROW_FOLLOWER, hasSent, LOST_COLLECTION, waitsFor, type GatePorts } from './gate.js';
import { loadDays, workDays, workProperty, type DayPorts } from './work-days.js';

const JOB = 'business-days';
const EVERY_MS = 1_000;
const LOOK_MS = 100;
/** After this time a payment whose result is unknown is a case for a person. */
const LONG_MS = 2 * 3_600_000;

/** How long a calendar that was moved waits for payouts that make no progress. */
const PAYING_MS = 15_000;

/** How long the calendar waits for the escrow's follower to reach a new day. After that, only loans wait for it. */
const FOLLOWER_MS = 30_000;

const LONG_UNKNOWN =
  'The result of a repayment or deposit has been unknown for two hours. Until it is known, nothing falls due or into ' +
  'arrears for this property. Check the ledger node.';
const LONG_BEHIND =
  'What reached the payout escrow has not been booked for two hours. Until it is, nothing falls due or into arrears. ' +
  'Check the ledger node.';

interface Waiting {
  /** A payment, `ESCROW_FOLLOWER` or `LOST_COLLECTION`. */
  what: string;
  since: number;
}

/**
 * Processes the business calendar one day at a time. All of a day's events are appended before the next day starts,
 * even if days were missed or skipped. One instance does it; the work is idempotent, so a second one would append
 * nothing twice.
 */
@Injectable()
export class Schedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Schedule');
  private running: Promise<void> | null = null;
  private stopping = false;
  /** Since when the calendar has waited for the escrow's follower to reach a day. */
  private expected: { day: Day; since: number } | null = null;
  private paying = { left: 0n, since: 0 };
  /** Properties whose day waits. Null until a start has looked for them. */
  private waiting: Map<number, Waiting> | null = null;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly calendar: BusinessCalendar,
    private readonly readModels: ReadModels,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
    private readonly mayGoOn: MayGoOn,
    private readonly prevention: PreventionWatch,
    private readonly followed: FollowedDay,
    @Inject(LEDGER) private readonly ledger: Pick<LedgerPort, 'account' | 'history'>,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.every(
      EVERY_MS,
      JOB,
      () => this.run(),
      (error) =>
        error instanceof LedgerUnavailable || this.log.error({ err: error }, 'The business day could not be processed'),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  /** Waits until a day is fully processed. @returns false on timeout */
  async reached(day: Day, withinMs: number): Promise<boolean> {
    const deadline = this.clock.now().getTime() + withinMs;
    while (((await loadDays(this.store)).completed ?? '') < day) {
      if (this.stopping || this.clock.now().getTime() > deadline) return false;
      await this.clock.sleep(LOOK_MS);
    }
    return true;
  }

  /** Processes the days up to the calendar's goal. A second call joins the first. */
  private run(): Promise<void> {
    this.running ??= this.catchUp().finally(() => (this.running = null));
    return this.running;
  }

  private async catchUp(): Promise<void> {
    // A restored log may lack events of these days.
    if (!this.mayGoOn.now()) return;
    const [goal, { completed }] = await Promise.all([this.calendar.goal(), loadDays(this.store)]);
    const isReached = goal === null || (completed !== null && completed >= goal);
    if (isReached && this.waiting?.size === 0) return;
    // The read model of loans must have caught up before it is queried.
    if (!(await this.readModels.waitFor(await this.store.head(), ['loans']))) return;
    const now = this.clock.now().getTime();
    if (!isReached && (await this.isExpected(goal, now))) return;
    const waiting = (this.waiting ??= await this.leftWaiting(now));
    const ports: DayPorts = {
      openLoans: () => this.openLoans(),
      salesToEnd: (day) => this.salesToEnd(day),
      listingOpenDays: this.config.listingOpenDays,
      isStopping: () => this.stopping,
      ...(this.config.sandbox && { paid: () => this.paid() }),
      ...this.gate,
      waits: (propertyId, what) => {
        const since = waiting.get(propertyId)?.since ?? now;
        waiting.set(propertyId, { what, since });
      },
      failed: (propertyId, error) =>
        this.log.error({ err: error, propertyId }, 'A property could not be processed for a business day'),
    };
    if (!isReached) {
      // What prevents repayments is known before anything falls into arrears.
      await this.prevention.look();
      await this.openMissing();
      await workDays(ports, goal);
    }
    await this.goOn(ports, waiting);
  }

  /** Whether the follower has yet to reach a day, and has not had its time. Most calendars move without a loan. */
  private async isExpected(day: Day, now: number): Promise<boolean> {
    if ((await this.openLoans()).length === 0 || (await this.isFollowed(day))) return false;
    if (this.expected?.day !== day) this.expected = { day, since: now };
    return now - this.expected.since < FOLLOWER_MS;
  }

  /** Only in the sandbox do days pass within seconds. What makes no progress is waited for once. */
  private async paid(): Promise<void> {
    for (;;) {
      const left = await leftToPay(this.store);
      const now = this.clock.now().getTime();
      if (left !== this.paying.left) this.paying = { left, since: now };
      if (left === 0n || this.stopping || now - this.paying.since >= PAYING_MS) return;
      await this.clock.sleep(LOOK_MS);
    }
  }

  private get gate(): GatePorts {
    const { store, ledger } = this;
    return {
      store,
      isFollowed: (day) => this.isFollowed(day),
      hasSent: (...asked) => hasSent({ store, ledger }, ...asked).catch(whereUnavailable(true)),
    };
  }

  private isFollowed(day: Day): Promise<boolean> {
    return this.followed.hasReached(day).catch(whereUnavailable(false));
  }

  /** Catches up on properties that need not wait any longer. */
  private async goOn(ports: DayPorts, waiting: Map<number, Waiting>): Promise<void> {
    const days = await loadDays(this.store);
    const { completed } = days;
    if (completed === null) return;
    const before = new Map(waiting);
    waiting.clear();
    const now = this.clock.now().getTime();
    for (const [id, { what, since }] of before) {
      const waits = (_: number, of: string) => void waiting.set(id, { what: of, since: of === what ? since : now });
      await workProperty({ ...ports, waits }, id, completed, days).catch((error: unknown) => ports.failed(id, error));
    }
    await this.tell(completed, waiting, now);
  }

  /**
   * Opens cases about what days have waited for long, and closes those about what no day waits for any more. The
   * escrow's follower has one for all properties; a lost collection has its own.
   */
  private async tell(day: Day, waiting: ReadonlyMap<number, Waiting>, now: number): Promise<void> {
    const kind = 'loan-day-waits' as const;
    const writes: StreamWrite[] = [];
    const awaited = new Map([...waiting].reverse().map(([id, { what, since }]) => [what, { id, since }]));
    for (const [subject, { id, since }] of awaited) {
      if (subject === LOST_COLLECTION || now - since <= LONG_MS) continue;
      const ofPayment = { propertyId: id, paymentId: subject, summary: LONG_UNKNOWN };
      const about = subject === ESCROW_FOLLOWER ? { summary: LONG_BEHIND } : ofPayment;
      writes.push(...(await opening(this.store, { kind, subject, ...about })));
    }
    for (const { subject } of await openSubjects(kind, this.db)) {
      if (awaited.has(subject)) continue;
      const ended = { resolution: 'corrected', note: 'Nothing waits for it any more.' } as const;
      writes.push(...(await closing(this.store, { kind, subject }, ended)));
    }
    const places = writes.map(({ stream, expected }) => `${stream}@${expected}`).join();
    if (writes.length > 0) await this.store.appendMany(writes, onDay(day, 0, places));
  }

  /** Properties that an earlier process left waiting. */
  private async leftWaiting(now: number): Promise<Map<number, Waiting>> {
    const { completed } = await loadDays(this.store);
    const left = new Map<number, Waiting>();
    for (const id of completed === null ? [] : await this.openLoans()) {
      const { loan } = await loadProperty(this.gate, id);
      const missed = loan.status === 'none' ? null : nextOnCalendar(loan);
      if (missed === null || missed > completed!) continue;
      const what = await waitsFor(this.gate, loan, missed);
      left.set(id, { what: what ?? '', since: now });
    }
    return left;
  }

  /** Opens loans of ended sales that are not open yet: each must open before the first day that concerns it. */
  private async openMissing(): Promise<void> {
    const ended = await this.db
      .getRepository(Sale)
      .createQueryBuilder('s')
      .leftJoin(LoanRow, 'l', 'l.propertyId = s.propertyId')
      .where("s.endedOn is not null and coalesce(l.status, 'none') = 'none'")
      .getMany();
    for (const { propertyId } of ended) await this.commands.execute(new OpenLoan(propertyId));
    if (ended.length > 0) await this.readModels.waitFor(await this.store.head(), ['loans']);
  }

  private async openLoans(): Promise<number[]> {
    const rows = await this.db.getRepository(LoanRow).find({ select: { propertyId: true }, where: { status: 'open' } });
    return rows.map(({ propertyId }) => propertyId);
  }

  private async salesToEnd(day: Day): Promise<number[]> {
    const firstSoldOn = LessThanOrEqual(addDays(day, -this.config.listingOpenDays));
    const sales = await this.db.getRepository(Sale).findBy({ endedOn: IsNull(), firstSoldOn });
    return sales.map(({ propertyId }) => propertyId);
  }
}

/** What is believed where no node answers. */
const whereUnavailable = (believed: boolean) => (error: unknown) => {
  if (error instanceof LedgerUnavailable) return believed;
  throw error;
};
