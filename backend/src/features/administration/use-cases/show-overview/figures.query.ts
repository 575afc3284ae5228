import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { MonthView, PlatformStatsView } from '@tknest/contracts/api';
import { toNumber } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { countInvestments, holdersAtEndOf } from '#features/investments/readers.public.js';
import { countListings } from '#features/listings/readers.public.js';
import { completedByMonth, completedTotals } from '#features/payments/readers.public.js';

const DAY_MS = 86_400_000;
const GROWTH_MONTHS = 6;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * The four summary figures and those of the Analytics tab (REQ-2.2.10.1, REQ-2.2.10.10), for completed transactions.
 * The money for payouts was counted when it was paid in, so the volume leaves payouts out; growth compares the last 30
 * days with the 30 before.
 */
export class ShowPlatformStats extends Query<PlatformStatsView> {}

@QueryHandler(ShowPlatformStats)
export class ShowPlatformStatsHandler implements IQueryHandler<ShowPlatformStats> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(): Promise<PlatformStatsView> {
    const now = this.clock.now().getTime();
    const [month, before] = [dayOf(now - 30 * DAY_MS), dayOf(now - 60 * DAY_MS)];
    const [done, properties, investments] = await Promise.all([
      completedTotals({ since: month, before }, this.db),
      countListings(this.db),
      countInvestments(this.db),
    ]);
    const { lately, earlier } = done;
    return {
      totalVolume: toNumber(done.paidIn),
      totalTransactions: done.transactions,
      totalProperties: properties,
      totalPlatformFees: toNumber(done.fees),
      activeInvestments: investments,
      completedPayouts: done.payouts,
      growsFromNothing: earlier === 0n && lately > 0n,
      monthlyGrowth: earlier === 0n ? 0 : Number(((lately - earlier) * 1000n) / earlier) / 10,
    };
  }
}

/**
 * Completed transactions by month (UTC), for the last months, oldest first: RLUSD paid in, RLUSD paid out, and the
 * number of token holders at the end of the month.
 */
export class ShowGrowth extends Query<MonthView[]> {}

@QueryHandler(ShowGrowth)
export class ShowGrowthHandler implements IQueryHandler<ShowGrowth> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(): Promise<MonthView[]> {
    const now = this.clock.now();
    const monthAt = (place: number) =>
      dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - GROWTH_MONTHS + 1 + place)).slice(0, 7);
    const months = Array.from({ length: GROWTH_MONTHS }, (_, place) => monthAt(place));
    const [completed, holders] = await Promise.all([
      completedByMonth(monthAt(0), this.db),
      holdersAtEndOf(months, this.db),
    ]);
    return months.map((month) => ({
      month,
      paid: toNumber(completed.get(month)?.paidIn ?? 0n),
      payouts: toNumber(completed.get(month)?.paidOut ?? 0n),
      holders: holders.get(month)!,
    }));
  }
}
