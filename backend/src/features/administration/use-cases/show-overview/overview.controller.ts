import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import {
  PageQuery,
  UsersQuery,
  type AdminPropertyView,
  type AdminUserView,
  type MonthView,
  type PlatformStatsView,
} from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import { Access } from '../../../../platform/http/access.js';
import { cursorOf, pageOf, readCursor } from '../../../../platform/http/paging.js';

const DAY_MS = 86_400_000;
const GROWTH_MONTHS = 6;
/** What a filter asks for; null where it lets everything through. */
const chosen = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' && value !== 'all' ? value.trim() : null;
const money = (text: string | null) => toNumber(parseRlusd(text ?? '0'));

@Controller('api/admin')
@Access('admin', 'auditor')
export class OverviewController {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('all-properties')
  async properties(
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminPropertyView[]> {
    const { limit, offset } = pageOf(query, readCursor(query.cursor));
    const rows = await this.db.query(
      'select id, name, address, monthly_rent, tokens_sold, token_count, token_price, status, hidden from properties order by id desc offset $1 limit $2',
      [offset, limit + 1],
    );
    if (rows.length > limit) response.setHeader('X-Next-Cursor', cursorOf(offset + limit));
    return rows.slice(0, limit).map((row: any) => ({
      id: row.id,
      name: row.name,
      address: row.address,
      monthlyRent: money(row.monthly_rent),
      tokensIssued: row.tokens_sold,
      tokenCount: row.token_count,
      totalInvestment: toNumber(parseRlusd(row.token_price) * BigInt(row.tokens_sold)),
      status: row.status,
      hidden: row.hidden,
    }));
  }

  /** Everybody, who was here last first; `search` looks into wallets, `type` and `kyc` are one of their words. */
  @Get('all-users')
  async users(@Query() query: UsersQuery, @Res({ passthrough: true }) response: Response): Promise<AdminUserView[]> {
    const { limit, offset } = pageOf(query, readCursor(query.cursor));
    const rows = await this.db.query(
      `select p.wallet, p.user_type, p.kyc_status, p.suspended, coalesce(sum(x.cost), 0)::text as invested
       from (
         select * from persons where ($3::text is null or strpos(lower(wallet), lower($3)) > 0) and ($4::text is null or user_type = $4) and ($5::text is null or kyc_status = $5)
         order by last_seen desc, wallet offset $1 limit $2
       ) p left join participations x on x.wallet = p.wallet
       group by p.wallet, p.user_type, p.kyc_status, p.suspended, p.last_seen order by p.last_seen desc, p.wallet`,
      [offset, limit + 1, chosen(query.search), chosen(query.type), chosen(query.kyc)],
    );
    if (rows.length > limit) response.setHeader('X-Next-Cursor', cursorOf(offset + limit));
    // Earnings come from payouts, which no read model holds yet: nothing was paid out so far.
    return rows.slice(0, limit).map((row: any) => ({
      id: row.wallet,
      userType: row.user_type,
      kycStatus: row.kyc_status,
      suspended: row.suspended,
      walletAddress: row.wallet,
      totalInvestments: money(row.invested),
      totalEarnings: 0,
    }));
  }

  /**
   * The four summary figures and those of the Analytics tab (D2 §2.10), of completed transactions; growth compares the
   * last 30 days with the 30 before.
   */
  @Get('platform-stats')
  async stats(): Promise<PlatformStatsView> {
    const now = this.clock.now().getTime();
    const [month, before] = [dayOf(now - 30 * DAY_MS), dayOf(now - 60 * DAY_MS)];
    const [row] = await this.db.query(
      `select coalesce(sum(amount) filter (where type <> 'platform_fee'), 0)::text as volume, coalesce(sum(transactions), 0)::text as transactions,
              coalesce(sum(amount) filter (where type = 'platform_fee'), 0)::text as fees,
              coalesce(sum(amount) filter (where type <> 'platform_fee' and day > $1), 0)::text as this_month,
              coalesce(sum(amount) filter (where type <> 'platform_fee' and day > $2 and day <= $1), 0)::text as last_month,
              coalesce(sum(transactions) filter (where type = 'monthly_payout'), 0)::text as payouts,
              (select count(*) from properties where status <> 'closed') as properties,
              (select count(*) from (select distinct wallet, property_id from participations) held) as active
       from transaction_days where status = 'completed'`,
      [month, before],
    );
    const [current, previous] = [parseRlusd(row.this_month), parseRlusd(row.last_month)];
    const growth = previous === 0n ? 0 : Number(((current - previous) * 1000n) / previous) / 10;
    return {
      totalVolume: money(row.volume),
      totalTransactions: Number(row.transactions),
      totalProperties: Number(row.properties),
      totalPlatformFees: money(row.fees),
      activeInvestments: Number(row.active),
      completedPayouts: Number(row.payouts),
      monthlyGrowth: growth,
    };
  }

  /**
   * What was completed in each of the last months (UTC), oldest first: RLUSD that people paid, RLUSD that was paid out,
   * and how many held tokens at its end.
   */
  @Get('growth')
  async growth(): Promise<MonthView[]> {
    const now = this.clock.now();
    const months = Array.from({ length: GROWTH_MONTHS }, (_, back) =>
      dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - GROWTH_MONTHS + 1 + back)).slice(0, 7),
    );
    const rows: { month: string; paid: string; payouts: string; holders: string }[] = await this.db.query(
      `select month, coalesce(d.paid, 0)::text as paid, coalesce(d.payouts, 0)::text as payouts,
              (select count(distinct wallet) from participations where left(at, 7) <= month)::text as holders
       from unnest($1::text[]) as month left join (
         select left(day, 7) as of, sum(amount) filter (where type not in ('platform_fee', 'monthly_payout')) as paid, sum(amount) filter (where type = 'monthly_payout') as payouts
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

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
