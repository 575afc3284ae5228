import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { HoldingView, PortfolioView, PositionView } from '@tknest/contracts/api';
import { parseRlusd, toDecimal, toNumber } from '@tknest/contracts/money';
import { PORTFOLIO } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { csvFile, type Columns } from '#platform/http/csv.js';
import { rentPaidTo, unclaimedOf } from '#features/payouts/readers.public.js';
import { PositionReader } from '../../portfolio/position-reader.js';
import { portfolioOf } from '../../portfolio/positions.js';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';

interface Row {
  purchases: string;
  tokens: string;
  cost: string;
  monthly: string;
  properties: string;
  holdings: HoldingView[];
}
const money = (decimal: string) => toNumber(parseRlusd(decimal));

/**
 * Totals over all of a wallet's purchases: sums in RLUSD, the properties with the most tokens, and what payout runs
 * paid in each of the last months of the business calendar, oldest first.
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
    private readonly positions: PositionReader,
  ) {}

  async execute({ wallet }: ShowPortfolio): Promise<PortfolioView> {
    const today = await this.calendar.today();
    const [year, month] = today.split('-').map(Number) as [number, number];
    const months = Array.from({ length: PORTFOLIO.months }, (_, index) =>
      new Date(Date.UTC(year, month - PORTFOLIO.months + index)).toISOString().slice(0, 7),
    );
    const [rent, unclaimed, [row]] = await Promise.all([
      rentPaidTo(wallet, months, this.db),
      unclaimedOf(wallet, this.db),
      this.db.query<[Row]>(
        `with own as (select * from purchases where wallet = $1),
            held as (select property_id as "propertyId", max(property_name) as name, sum(tokens)::int as tokens
                     from own where redeemed_at is null group by property_id order by sum(tokens) desc, property_id)
       select count(*)::text as purchases, coalesce(sum(tokens) filter (where redeemed_at is null), 0)::text as tokens,
              coalesce(sum(cost), 0)::text as cost, coalesce(sum(monthly_return) filter (where redeemed_at is null), 0)::text as monthly,
              (select count(*) from held)::text as properties,
              (select coalesce(json_agg(h), '[]') from (select * from held limit $2) h) as holdings
       from own`,
        [wallet, PORTFOLIO.holdings],
      ),
    ]);
    const { purchases, tokens, cost, monthly, properties, holdings } = row;
    return {
      purchases: Number(purchases),
      tokens: Number(tokens),
      totalCost: money(cost),
      monthlyIncome: money(monthly),
      returned: toNumber(rent.total),
      properties: Number(properties),
      holdings,
      months: months.map((name, index) => ({ month: name, income: toNumber(rent.byMonth[index]!) })),
      ...portfolioOf(await this.positions.of(wallet), today),
      unclaimed,
    };
  }
}

/** Rates are not money, so they are floating-point numbers, rounded only here. */
const PERCENT = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false,
});
const figure = (value: number | null) => (value === null ? null : toDecimal(parseRlusd(value)));
const rate = (value: number | null) => (value === null ? null : PERCENT.format(value * 100));
const CSV_COLUMNS: Columns<PositionView> = {
  Property: ({ name }) => name,
  Tokens: ({ tokens }) => tokens,
  'Cost with fees (RLUSD)': ({ cost }) => figure(cost),
  'Face value (RLUSD)': ({ valueAtPar }) => figure(valueAtPar),
  'Outstanding (RLUSD)': ({ outstanding }) => figure(outstanding),
  'Received (RLUSD)': ({ received }) => figure(received),
  'Interest (RLUSD)': ({ interest }) => figure(interest),
  'Returned principal (RLUSD)': ({ principal }) => figure(principal),
  'Still due before fees (RLUSD)': ({ stillDue }) => figure(stillDue),
  'In arrears (RLUSD)': ({ arrears }) => figure(arrears),
  'IRR a year (%)': ({ irr }) => rate(irr),
  'Expected a year if everything is paid (%)': ({ expected }) => rate(expected),
  'Annual yield, incl. principal (%)': ({ annualYield }) => PERCENT.format(annualYield),
  Loan: ({ loanStatus }) => loanStatus,
};

/** The positions as CSV. */
export class ExportPortfolio extends Query<AsyncIterable<string>> {
  constructor(readonly wallet: string) {
    super();
  }
}

@QueryHandler(ExportPortfolio)
export class ExportPortfolioHandler implements IQueryHandler<ExportPortfolio> {
  constructor(
    private readonly calendar: BusinessCalendar,
    private readonly positions: PositionReader,
  ) {}

  async execute({ wallet }: ExportPortfolio): Promise<AsyncIterable<string>> {
    const { positions } = portfolioOf(await this.positions.of(wallet), await this.calendar.today());
    return csvFile(
      CSV_COLUMNS,
      async (last?: PositionView) => (last ? [] : positions),
      (one) => one,
    );
  }
}
