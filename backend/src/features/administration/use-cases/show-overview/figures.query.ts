import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { MonthView, PlatformStatsView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';

const DAY_MS = 86_400_000;
const GROWTH_MONTHS = 6;
const money = (text: string) => toNumber(parseRlusd(text));
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * The four summary figures and those of the Analytics tab (D2 §2.10), of completed transactions. What is
 * paid out was paid in before, and counts once in the volume; growth compares the last 30 days with the 30 before.
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
    const [row] = await this.db.query(
      `select coalesce(sum(amount) filter (where type not in ('platform_fee', 'monthly_payout')), 0)::text as volume, coalesce(sum(transactions), 0)::text as transactions,
              coalesce(sum(amount) filter (where type = 'platform_fee'), 0)::text as fees,
              coalesce(sum(amount) filter (where type not in ('platform_fee', 'monthly_payout') and day > $1), 0)::text as this_month,
              coalesce(sum(amount) filter (where type not in ('platform_fee', 'monthly_payout') and day > $2 and day <= $1), 0)::text as last_month,
              coalesce(sum(transactions) filter (where type = 'monthly_payout'), 0)::text as payouts,
              (select count(*) from properties where status <> 'closed') as properties,
              (select count(*) from (select distinct wallet, property_id from participations where redeemed_at is null) held) as active
       from transaction_days where status = 'completed'`,
      [month, before],
    );
    const [current, previous] = [parseRlusd(row.this_month), parseRlusd(row.last_month)];
    return {
      totalVolume: money(row.volume),
      totalTransactions: Number(row.transactions),
      totalProperties: Number(row.properties),
      totalPlatformFees: money(row.fees),
      activeInvestments: Number(row.active),
      completedPayouts: Number(row.payouts),
      monthlyGrowth: previous === 0n ? 0 : Number(((current - previous) * 1000n) / previous) / 10,
    };
  }
}

/**
 * What was completed in each of the last months (UTC), oldest first: RLUSD that people paid, RLUSD that was paid out,
 * and how many held tokens at its end.
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
    const months = Array.from({ length: GROWTH_MONTHS }, (_, back) =>
      dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - GROWTH_MONTHS + 1 + back)).slice(0, 7),
    );
    const rows: { month: string; paid: string; payouts: string; holders: string }[] = await this.db.query(
      `select month, coalesce(d.paid, 0)::text as paid, coalesce(d.payouts, 0)::text as payouts,
              (select count(distinct wallet) from participations
               where left(at, 7) <= month and (redeemed_at is null or left(redeemed_at, 7) > month))::text as holders
       from unnest($1::text[]) as month left join (
         select left(day, 7) as of, sum(amount) filter (where type not in ('platform_fee', 'monthly_payout')) as paid,
                sum(amount) filter (where type = 'monthly_payout') as payouts
         from transaction_days where status = 'completed' and day >= $2 group by 1
       ) d on d.of = month order by month`,
      [months, months[0]],
    );
    return rows.map((row) => ({
      month: row.month,
      paid: money(row.paid),
      payouts: money(row.payouts),
      holders: Number(row.holders),
    }));
  }
}
