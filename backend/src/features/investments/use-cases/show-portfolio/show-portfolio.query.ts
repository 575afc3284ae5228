import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PortfolioView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { PORTFOLIO } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { BusinessCalendar } from '../../../../platform/clock/business-calendar.js';

interface Row {
  purchases: string;
  tokens: string;
  cost: string;
  monthly: string;
  returned: string;
  properties: string;
  holdings: PortfolioView['holdings'];
  months: { month: string; income: string }[];
}
const money = (decimal: string) => toNumber(parseRlusd(decimal));

/**
 * What a wallet has bought and holds, added up over every purchase: sums in RLUSD, the properties with the most tokens,
 * and what payout runs paid in each of the last months of the business calendar, oldest first.
 */
export class ShowPortfolio extends Query<PortfolioView> {
  constructor(readonly wallet: string) {
    super();
  }
}

@QueryHandler(ShowPortfolio)
export class ShowPortfolioHandler implements IQueryHandler<ShowPortfolio> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly calendar: BusinessCalendar,
  ) {}

  async execute({ wallet }: ShowPortfolio): Promise<PortfolioView> {
    const [year, month] = (await this.calendar.today()).split('-').map(Number) as [number, number];
    const months = Array.from({ length: PORTFOLIO.months }, (_, index) =>
      new Date(Date.UTC(year, month - PORTFOLIO.months + index)).toISOString().slice(0, 7),
    );
    const [row] = await this.db.query<Row[]>(
      `with own as (select * from participations where wallet = $1),
            paid as (select date, amount from payout_lines where wallet = $1 and status = 'settled' and tokens is not null),
            held as (select property_id as "propertyId", max(property_name) as name, sum(tokens)::int as tokens
                     from own where redeemed_at is null group by property_id order by sum(tokens) desc, property_id)
       select count(*)::text as purchases, coalesce(sum(tokens) filter (where redeemed_at is null), 0)::text as tokens,
              coalesce(sum(cost), 0)::text as cost, coalesce(sum(monthly_return) filter (where redeemed_at is null), 0)::text as monthly,
              (select coalesce(sum(amount), 0) from paid)::text as returned,
              (select count(*) from held)::text as properties,
              (select coalesce(json_agg(h), '[]') from (select * from held limit $3) h) as holdings,
              (select json_agg(m) from (
                 select month, (select coalesce(sum(amount), 0) from paid where left(date, 7) = month)::text as income
                 from unnest($2::text[]) as month order by month) m) as months
       from own`,
      [wallet, months, PORTFOLIO.holdings],
    );
    const { purchases, tokens, cost, monthly, returned, properties, holdings, months: incomes } = row!;
    return {
      purchases: Number(purchases),
      tokens: Number(tokens),
      totalCost: money(cost),
      monthlyIncome: money(monthly),
      returned: money(returned),
      properties: Number(properties),
      holdings,
      months: incomes.map(({ month, income }) => ({ month, income: money(income) })),
    };
  }
}
