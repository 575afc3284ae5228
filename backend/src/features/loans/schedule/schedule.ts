import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { addDays, type Day } from '@tknest/contracts/money';
import { DataSource, IsNull, LessThanOrEqual } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { LoanRow, Sale } from '../read-models/loans/loan.entities.js';
import { OpenLoan } from '../use-cases/open-loan/open-loan.command.js';
import { loadDays, workDays, type DayPorts } from './work-days.js';

const JOB = 'business-days';
const EVERY_MS = 1_000;
const LOOK_MS = 100;

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
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.every(
      EVERY_MS,
      JOB,
      () => this.run(),
      (error) => this.log.error({ err: error }, 'The business day could not be processed'),
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
    if (goal === null || (completed !== null && completed >= goal)) return;
    // The read model of loans must have caught up before it is queried.
    if (!(await this.readModels.waitFor(await this.store.head(), ['loans']))) return;
    await this.openMissing();
    const ports: DayPorts = {
      store: this.store,
      openLoans: () => this.openLoans(),
      salesToEnd: (day) => this.salesToEnd(day),
      listingOpenDays: this.config.listingOpenDays,
      isStopping: () => this.stopping,
      failed: (propertyId, error) =>
        this.log.error({ err: error, propertyId }, 'A property could not be processed for a business day'),
    };
    await workDays(ports, goal);
  }

  /** Opens loans of ended sales that are not open yet: each must open before the first day that concerns it. */
  private async openMissing(): Promise<void> {
    const ended = await this.db
      .getRepository(Sale)
      .createQueryBuilder('s')
      .leftJoin(LoanRow, 'l', 'l.propertyId = s.propertyId')
      .where("s.endedOn is not null and coalesce(l.status, 'none') = 'none'")
      .getMany();
    for (const { propertyId, endedOn } of ended) await this.commands.execute(new OpenLoan(propertyId, endedOn!));
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
