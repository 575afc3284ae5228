import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import type { AdminPropertyView, AdminUserView, PlatformStatsView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import { Access } from '../../../../platform/http/access.js';
import { cursorOf, pageOf, readCursor } from '../../../../platform/http/paging.js';

const DAY_MS = 86_400_000;
const money = (text: string | null) => toNumber(parseRlusd(text ?? '0'));

@Controller('api/admin')
@Access('admin', 'auditor')
export class OverviewController {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('all-properties')
  async properties(@Query() query: Record<string, string>, @Res({ passthrough: true }) response: Response): Promise<AdminPropertyView[]> {
    const { limit, offset } = pageOf(query, readCursor(query.cursor));
    const rows = await this.db.query('select id, name, address, monthly_rent, tokens_sold, token_count, token_price, status from properties order by id desc offset $1 limit $2', [offset, limit + 1]);
    if (rows.length > limit) response.setHeader('X-Next-Cursor', cursorOf(offset + limit));
    return rows.slice(0, limit).map((row: any) => ({
      id: row.id, name: row.name, address: row.address, monthlyRent: money(row.monthly_rent), tokensIssued: row.tokens_sold, tokenCount: row.token_count,
      totalInvestment: toNumber(parseRlusd(row.token_price) * BigInt(row.tokens_sold)), status: row.status,
    }));
  }

  @Get('all-users')
  async users(@Query() query: Record<string, string>, @Res({ passthrough: true }) response: Response): Promise<AdminUserView[]> {
    const { limit, offset } = pageOf(query, readCursor(query.cursor));
    const rows = await this.db.query(
      `select p.wallet, p.user_type, p.kyc_status, coalesce(sum(x.cost), 0)::text as invested
       from (select * from persons order by last_seen desc, wallet offset $1 limit $2) p left join participations x on x.wallet = p.wallet
       group by p.wallet, p.user_type, p.kyc_status, p.last_seen order by p.last_seen desc, p.wallet`,
      [offset, limit + 1],
    );
    if (rows.length > limit) response.setHeader('X-Next-Cursor', cursorOf(offset + limit));
    // Earnings come from payouts, which no read model holds yet: nothing was paid out so far.
    return rows.slice(0, limit).map((row: any) => ({ id: row.wallet, userType: row.user_type, kycStatus: row.kyc_status, walletAddress: row.wallet, totalInvestments: money(row.invested), totalEarnings: 0 }));
  }

  @Get('platform-stats')
  async stats(): Promise<PlatformStatsView> {
    const now = this.clock.now().getTime();
    const [month, before] = [new Date(now - 30 * DAY_MS).toISOString(), new Date(now - 60 * DAY_MS).toISOString()];
    const [row] = await this.db.query(
      `select coalesce(sum(amount) filter (where type <> 'platform_fee'), 0)::text as volume, count(*) as transactions,
              coalesce(sum(amount) filter (where type = 'platform_fee'), 0)::text as fees,
              coalesce(sum(amount) filter (where type <> 'platform_fee' and at >= $1), 0)::text as this_month,
              coalesce(sum(amount) filter (where type <> 'platform_fee' and at >= $2 and at < $1), 0)::text as last_month,
              count(*) filter (where type = 'monthly_payout') as payouts,
              (select count(*) from properties where status <> 'closed') as properties,
              (select count(*) from (select distinct wallet, property_id from participations) held) as active
       from transactions where status = 'completed'`,
      [month, before],
    );
    const [current, previous] = [parseRlusd(row.this_month), parseRlusd(row.last_month)];
    const growth = previous === 0n ? 0 : Number(((current - previous) * 1000n) / previous) / 10;
    return {
      totalVolume: money(row.volume), totalTransactions: Number(row.transactions), totalProperties: Number(row.properties), totalPlatformFees: money(row.fees),
      activeInvestments: Number(row.active), completedPayouts: Number(row.payouts), monthlyGrowth: growth,
    };
  }
}
