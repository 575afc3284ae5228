import { Inject, Injectable } from '@nestjs/common';
import type { BusinessDate, BusinessDateAdvanced } from '@tknest/contracts/events';
import { dayAt } from '@tknest/contracts/money';
import { randomUUID } from 'node:crypto';
import { EVENT_STORE, type Actor, type EventStore } from '../event-store/event-store.js';
import { load } from '../event-store/folding.js';
import { CLOCK, type Clock } from '../clock/clock.js';
import { CONFIG, type Config } from '../config/config.js';
import type { LedgerPort } from '../ledger/ledger-port.js';
import { CLOCK_TOLERANCE_MS, LEDGER_TIME, type LedgerTime } from '../ledger/ledger-time.js';
import { dayOfLedger, type CalendarMove, type ClosedLedger } from './ledger-day.js';
import { workedDays } from './worked-days.js';

const STREAM = 'calendar-business';

/** The business day of a validated ledger, by its index. The result throws LedgerUnavailable. */
export const dayOfIndex =
  (calendar: Pick<BusinessCalendar, 'dayOf'>, ledger: Pick<LedgerPort, 'closedAt'>) =>
  async (ledgerIndex: number): Promise<BusinessDate> =>
    calendar.dayOf({ ledgerIndex, closedAt: await ledger.closedAt(ledgerIndex) });

/** The business day moves forward only. */
export class DateNotForward extends Error {
  constructor(
    readonly from: BusinessDate,
    readonly to: BusinessDate,
  ) {
    super(`The business date is ${from}. It can only move forward, not to ${to}.`);
    this.name = 'DateNotForward';
  }
}

/**
 * The day on which schedules and accruals are based, in New York. Its goal is the wall clock's day, or a later day to
 * which somebody moved it: a log that was moved to January stays in January until the real date has caught up. It gets
 * there one day after another, each once everything of that day is appended.
 *
 * Outside the sandbox it never passes the day on which the last validated ledger closed: what fell due cannot be taken
 * back, and a machine's clock can be wrong.
 *
 * In the sandbox it can begin in the past (`CALENDAR_FROM`), so that demo data has a history: until somebody has moved
 * it to the day on which they moved it, it does not follow the wall clock.
 */
@Injectable()
export class BusinessCalendar {
  private moved: BusinessDate | null = null;
  private readonly moves: CalendarMove[];
  private revision = -1;
  private follows: boolean;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LEDGER_TIME) private readonly ledgerTime: Pick<LedgerTime, 'closedAt'> | null,
    @Inject(CONFIG) private readonly config: Pick<Config, 'calendarFrom'> = { calendarFrom: null },
  ) {
    this.follows = config.calendarFrom === null;
    this.moves = config.calendarFrom === null ? [] : [{ to: config.calendarFrom, ledgerIndex: 0 }];
  }

  /** The last completed day; the goal if no day was ever processed. */
  async today(): Promise<BusinessDate> {
    const { completed } = (await load(this.store, workedDays)).state;
    // It never goes back: after a start, a node that is behind tells an earlier day, or none yet.
    if (completed !== null) return completed;
    const wanted = await this.wanted();
    return this.within(wanted) ?? wanted;
  }

  /** The day that is being processed, to which belongs what the platform pays on it meanwhile; otherwise today. */
  async underWay(): Promise<BusinessDate> {
    const { completed, begun } = (await load(this.store, workedDays)).state;
    const last = begun.at(-1)?.date;
    return completed !== null && last !== undefined && last > completed ? last : this.today();
  }

  /**
   * The day up to which days have to be processed: today, or an earlier day while days are still being processed. Null
   * until the ledger's day is known.
   */
  async goal(): Promise<BusinessDate | null> {
    return this.within(await this.wanted());
  }

  private within(wanted: BusinessDate): BusinessDate | null {
    if (!this.ledgerTime) return wanted;
    const { closedAt } = this.ledgerTime;
    if (!closedAt) return null;
    const latest = dayAt(closedAt);
    return wanted < latest ? wanted : latest;
  }

  /** The wall clock's day, or the later one that somebody moved the calendar to. */
  private async wanted(): Promise<BusinessDate> {
    await this.read();
    if (!this.follows) return this.before();
    const wall = dayAt(this.clock.now());
    return this.moved !== null && this.moved > wall ? this.moved : wall;
  }

  /** Outside the sandbox nobody moves it; a web process could write that somebody did. */
  private async read(): Promise<void> {
    if (this.ledgerTime) return;
    for await (const event of this.store.read(STREAM, { from: this.revision + 1 })) {
      // Another call may have read it in the meantime.
      if (event.revision <= this.revision) continue;
      const { to, ledgerIndex } = event.data as BusinessDateAdvanced['data'];
      this.moved = to;
      this.moves.push({ to, ledgerIndex });
      this.revision = event.revision;
      this.follows ||= to >= dayAt(new Date(event.at));
    }
  }

  /**
   * The business day of a validated ledger, which may be later than today while days are still being processed. The
   * sandbox's ledgers close by a clock of their own, so there the wall clock takes the place of the close time.
   */
  async dayOf(ledger: ClosedLedger): Promise<BusinessDate> {
    await this.read();
    const closedAt = this.ledgerTime || !this.follows ? ledger.closedAt : this.clock.now();
    return dayOfLedger({ ...ledger, closedAt }, this.moves);
  }

  /** The day of a calendar that began in the past; never before a day that was processed already. */
  private async before(): Promise<BusinessDate> {
    const { completed } = (await load(this.store, workedDays)).state;
    const known = [this.config.calendarFrom, this.moved, completed].filter((day) => day !== null);
    return known.reduce((a, b) => (a > b ? a : b));
  }

  /**
   * The current time by the business calendar: the wall clock's, or the beginning of a day that was moved ahead of it.
   * A wall clock that is ahead of the ledger by more than the tolerance is ignored.
   */
  async now(): Promise<Date> {
    const wall = this.believed();
    const day = new Date(`${await this.today()}T00:00:00Z`);
    return day > wall ? day : wall;
  }

  private believed(): Date {
    const [wall, closedAt] = [this.clock.now(), this.ledgerTime?.closedAt ?? null];
    // As long as the day is the same, an old ledger means that the node is unavailable, not that the clock is wrong.
    if (!closedAt || wall.getTime() <= closedAt.getTime() + CLOCK_TOLERANCE_MS) return wall;
    return dayAt(wall) > dayAt(closedAt) ? closedAt : wall;
  }

  /**
   * @param ledgerIndex the last validated ledger
   * @throws DateNotForward, WrongExpectedRevision if somebody else moved it at the same time
   */
  async advanceTo(to: BusinessDate, ledgerIndex: number, actor: Actor): Promise<void> {
    const from = await this.wanted();
    if (to <= from) throw new DateNotForward(from, to);
    const commandId = randomUUID();
    const metadata = { commandId, correlationId: commandId, causationId: commandId, actor, businessDate: to };
    await this.store.append(
      STREAM,
      this.revision < 0 ? 'none' : this.revision,
      [{ type: 'BusinessDateAdvanced', data: { from, to, ledgerIndex } }],
      { metadata },
    );
  }
}
