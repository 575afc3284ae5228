import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { addDays, type Day } from '@tknest/contracts/money';
import { DataSource, IsNull, LessThanOrEqual } from 'typeorm';
import { BusinessCalendar } from '../../../platform/clock/business-calendar.js';
import { CLOCK, type Clock } from '../../../platform/clock/clock.js';
import { recordPositionOf, workedDays, type WorkedDays } from '../../../platform/clock/worked-days.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { Jobs } from '../../../platform/consumers/jobs.js';
import { EVENT_STORE, type EventStore, type NewEvent } from '../../../platform/event-store/event-store.js';
import { expectedOf, load } from '../../../platform/event-store/folding.js';
import { uuidv5 } from '../../../platform/event-store/ids.js';
import { ReadModels } from '../../../platform/projections/read-models.js';
import { LoanRow, Sale } from '../read-models/loans/loan.entities.js';
import { OpenLoan } from '../use-cases/open-loan/open-loan.command.js';
import { bringsAnything, endSale, loadProperty, workThrough, type PropertyOnDay } from './day.js';

const JOB = 'business-days';
const EVERY_MS = 1_000;
const LOOK_MS = 100;

/**
 * Takes the business calendar one day at a time. Everything that a day brings is appended before the next begins, also
 * where days were missed or jumped over. One instance does it; another one that did it too would append nothing twice.
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
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.enlist(JOB);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    await this.jobs
      .once(JOB, () => this.run())
      .catch((error: unknown) => this.log.error({ err: error }, 'The business day could not be worked through'));
  }

  /** Waits until everything of a day is done. @returns false where it is not within the time */
  async reached(day: Day, withinMs: number): Promise<boolean> {
    const deadline = this.clock.now().getTime() + withinMs;
    while (((await this.days()).completed ?? '') < day) {
      if (this.stopping || this.clock.now().getTime() > deadline) return false;
      await this.clock.sleep(LOOK_MS);
    }
    return true;
  }

  /** Works through the days up to the calendar's goal. A second call joins the first. */
  private run(): Promise<void> {
    this.running ??= this.catchUp().finally(() => (this.running = null));
    return this.running;
  }

  private days = async (): Promise<WorkedDays> => (await load(this.store, workedDays)).state;

  private async catchUp(): Promise<void> {
    const [goal, { completed }] = await Promise.all([this.calendar.goal(), this.days()]);
    if (completed !== null && completed >= goal) return;
    // Who is asked which loans there are must know what was written before.
    if (!(await this.readModels.waitFor(await this.store.head(), ['loans']))) return;
    await this.openMissing();
    const loans = await this.openLoans();
    // Before the first day nothing can have been missed: loans bring what fell due before with them.
    for (let day = completed ? addDays(completed, 1) : goal; day <= goal; day = addDays(day, 1)) {
      if (this.stopping) return;
      const due = [...loans].filter(([, property]) => bringsAnything(day, property)).map(([id]) => id);
      const ending = await this.salesToEnd(day);
      if (due.length + ending.length > 0) await this.work(day, due, ending, loans);
      if (due.length + ending.length > 0 || day === goal) await this.write(day, 'end', { date: day });
    }
  }

  private async work(day: Day, due: number[], ending: number[], loans: Map<number, PropertyOnDay>): Promise<void> {
    await this.write(day, 'begin', { date: day, recordPosition: await this.store.head() });
    const days = await this.days();
    for (const propertyId of due)
      await this.orElse(propertyId, () =>
        workThrough(this.store, propertyId, day, (dueDate) => recordPositionOf(days, dueDate)),
      );
    for (const propertyId of ending)
      await this.orElse(propertyId, () => endSale(this.store, propertyId, day, this.config.listingOpenDays));
    for (const propertyId of [...due, ...ending]) loans.set(propertyId, await loadProperty(this.store, propertyId));
  }

  /** What fails for one property holds up no other: its next day makes it good, with the dates that it has. */
  private async orElse(propertyId: number, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.log.error({ err: error, propertyId }, 'A day of a property failed'));
  }

  /** A day is begun and completed once, whoever does it. */
  private async write(day: Day, what: 'begin' | 'end', data: object): Promise<void> {
    const loaded = await load(this.store, workedDays);
    const { completed, begun } = loaded.state;
    if ((completed ?? '') >= day || (what === 'begin' && begun.at(-1)?.date === day)) return;
    const events: NewEvent[] = [{ type: what === 'begin' ? 'BusinessDayBegun' : 'BusinessDayCompleted', data }];
    const commandId = uuidv5(`schedule/${day}/${what}`);
    const actor = { wallet: null, role: 'system' as const };
    const metadata = { commandId, correlationId: commandId, causationId: commandId, actor, businessDate: day };
    await this.store.append(loaded.stream, expectedOf(loaded), events, { metadata });
  }

  /** Sales that have ended and whose loan nobody has opened yet: none may begin after a day that it should see. */
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

  private async openLoans(): Promise<Map<number, PropertyOnDay>> {
    const rows = await this.db.getRepository(LoanRow).find({ select: { propertyId: true }, where: { status: 'open' } });
    const loaded = rows.map(
      async ({ propertyId }) => [propertyId, await loadProperty(this.store, propertyId)] as const,
    );
    return new Map(await Promise.all(loaded));
  }

  private async salesToEnd(day: Day): Promise<number[]> {
    const firstSoldOn = LessThanOrEqual(addDays(day, -this.config.listingOpenDays));
    const sales = await this.db.getRepository(Sale).findBy({ endedOn: IsNull(), firstSoldOn });
    return sales.map(({ propertyId }) => propertyId);
  }
}
