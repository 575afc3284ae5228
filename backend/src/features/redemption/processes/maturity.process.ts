import { Inject, Injectable } from '@nestjs/common';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import type { ProcessContext, ProcessManager, Timer } from '#platform/processes/process-manager.js';
import { holdersOfRecord } from '#features/listings/rules.public.js';
import { loanFold } from '#features/loans/rules.public.js';
import { isPayingOut } from '#features/payouts/rules.public.js';
import { orderRedemption, redemptionFold, redemptionIdOf } from '../redemption.decider.js';

/** How many holders' tokens are redeemed at the same time, so that tickets of the issuer are left for purchases. */
const REDEMPTIONS_AT_ONCE = 40;
const LOOK_EVERY_MS = { moving: 3_000, resting: 15_000 };

/**
 * The end of a property's tokens: the loan is paid off, and every payout run has paid its money or recorded it as
 * unclaimed. Then exactly the register's tokens are clawed back from each holder.
 */
@Injectable()
export class MaturityProcess implements ProcessManager {
  readonly name = 'maturity';
  readonly events = ['LoanPaidOff', 'PayoutRunCompleted'];

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly calendar: BusinessCalendar,
  ) {}

  lane(event: RecordedEvent): string {
    return String(event.data.propertyId);
  }

  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    const propertyId = event.data.propertyId as number | null;
    if (propertyId !== null) await this.end(propertyId, context);
  }

  async onTimer(timer: Timer, context: ProcessContext): Promise<void> {
    await this.end(Number(timer.key), context);
  }

  private async end(propertyId: number, context: ProcessContext): Promise<void> {
    const { state: loan } = await load(this.store, loanFold(propertyId));
    // A run that is still paying will complete, and its completion is the next event of this property.
    if (loan.status !== 'paid_off' || (await isPayingOut(this.store, propertyId))) return;
    const holders = await holdersOfRecord(this.store, propertyId, await this.store.head());
    const key = String(propertyId);
    if (holders.size === 0) return context.cancel(key);
    const ordered = await this.orderNext(propertyId, holders);
    const ms = ordered > 0 ? LOOK_EVERY_MS.moving : LOOK_EVERY_MS.resting;
    await context.schedule({ key, dueAt: new Date(this.clock.now().getTime() + ms) });
  }

  /**
   * Orders the next redemptions; those that wait for a person don't count toward the limit. @returns the number of
   * orders
   */
  private async orderNext(propertyId: number, holders: ReadonlyMap<string, number>): Promise<number> {
    let [underWay, ordered] = [0, 0];
    for (const [holder, tokens] of [...holders].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (underWay + ordered >= REDEMPTIONS_AT_ONCE) break;
      const { state } = await load(this.store, redemptionFold(redemptionIdOf(propertyId, holder)));
      if (state.phase === 'none') ordered += await this.order(propertyId, holder, tokens);
      else if (state.steps.claw?.state === 'submitted') underWay++;
    }
    return ordered;
  }

  /** @returns 1 if it was not ordered before */
  private async order(propertyId: number, holder: string, tokens: number): Promise<number> {
    const redemptionId = redemptionIdOf(propertyId, holder);
    const { events } = await handleCommand(
      this.store,
      redemptionFold(redemptionId),
      (state) => orderRedemption({ redemptionId, propertyId, holder, tokens }, state),
      {
        metadata: {
          commandId: uuidv5(`${redemptionId}/order`),
          correlationId: redemptionId,
          causationId: redemptionId,
          actor: { wallet: null, role: 'system' },
          businessDate: await this.calendar.today(),
        },
      },
    );
    return events.length;
  }
}
