import { Inject, Injectable } from '@nestjs/common';
import type { Day } from '@tknest/contracts/money';
import { BusinessCalendar, dayOfIndex } from '#platform/calendar/business-calendar.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { isFollowedTo } from './followed-to.js';

/** The business day that the escrow's follower has reached: what arrived on the days before is in the books. */
@Injectable()
export class FollowedDay {
  /** Whether the follower has passed the first ledger of a day. @throws LedgerUnavailable */
  readonly hasReached: (day: Day) => Promise<boolean>;

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(LEDGER) ledger: Pick<LedgerPort, 'closedAt'>,
    @Inject(BusinessCalendar) private readonly calendar: Pick<BusinessCalendar, 'dayOf' | 'goal'>,
  ) {
    this.hasReached = isFollowedTo(store, dayOfIndex(calendar, ledger));
  }

  /**
   * Whether the calendar goes to a day that the cursor has not reached: then it is recorded at once. Loans wait for
   * that day, and so do repayments, none of which counts on a later one.
   */
  async isBehind(): Promise<boolean> {
    const goal = await this.calendar.goal();
    return goal !== null && !(await this.hasReached(goal));
  }
}
