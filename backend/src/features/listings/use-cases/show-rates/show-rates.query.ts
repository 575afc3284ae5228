import type { Day } from '@tknest/contracts/money';
import { Inject, Logger } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { InterestRatesView } from '@tknest/contracts/api';
import { POLLING, SAMPLE_RATES } from '@tknest/contracts/rules';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';

const TIMEOUT_MS = 5_000;
const RETRIES = 3;
/** Percentage points above the prime rate: there is no public series of HELOC rates, and sites derive them this way. */
const MARGIN = { low: 0, average: 1.25, high: 2.5 };
/** Shown until the source has answered once; dated and marked as sample values. */
const SAMPLE = { prime: 7.5, mortgage: 6.34, date: '2025-10-09' } as const;

interface Observation {
  value: number;
  date: Day;
}

/** Current financing rates. */
export class ShowRates extends Query<InterestRatesView> {}

/**
 * Current financing rates from FRED, cached for 30 minutes. While the source is unavailable, the last known rates,
 * marked stale.
 */
@QueryHandler(ShowRates)
export class ShowRatesHandler implements IQueryHandler<ShowRates> {
  private readonly log = new Logger('InterestRates');
  private known: { view: InterestRatesView; at: number } | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(): Promise<InterestRatesView> {
    const now = this.clock.now().getTime();
    if (this.known && now - this.known.at < POLLING.interestRatesCache) return this.known.view;
    try {
      const [prime, mortgage] = await Promise.all([this.observe('DPRIME'), this.observe('MORTGAGE30US')]);
      this.known = { view: this.viewOf(prime, mortgage, false), at: now };
      return this.known.view;
    } catch (error) {
      this.log.warn(`The rates could not be read: ${(error as Error).message}`);
      if (this.known) return { ...this.known.view, stale: true };
      return {
        ...this.viewOf({ value: SAMPLE.prime, date: SAMPLE.date }, { value: SAMPLE.mortgage, date: SAMPLE.date }, true),
        source: SAMPLE_RATES,
      };
    }
  }

  private viewOf(prime: Observation, mortgage: Observation, stale: boolean): InterestRatesView {
    const plus = (margin: number) => Math.round((prime.value + margin) * 100) / 100;
    return {
      low: plus(MARGIN.low),
      average: plus(MARGIN.average),
      high: plus(MARGIN.high),
      mortgageRate: mortgage.value,
      lastUpdated: mortgage.date,
      stale,
      source: 'FRED, Federal Reserve Bank of St. Louis; HELOC derived from the prime rate',
    };
  }

  private async observe(series: string): Promise<Observation> {
    if (!this.config.fred.key) throw new Error('FRED_API_KEY is not set');
    const query = new URLSearchParams({
      series_id: series,
      api_key: this.config.fred.key,
      file_type: 'json',
      sort_order: 'desc',
      limit: '10',
    });
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await fetch(`${this.config.fred.url}/series/observations?${query}`, {
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'error',
        });
        if (!answer.ok) throw new Error(`FRED answered ${answer.status}`);
        const { observations } = (await answer.json()) as { observations: { date: Day; value: string }[] };
        // "." means that the day has no value.
        const newest = observations.find(({ value }) => value !== '.');
        if (!newest) throw new Error(`FRED has no value for ${series}`);
        return { value: Number(newest.value), date: newest.date };
      } catch (error) {
        if (attempt >= RETRIES) throw error;
      }
    }
  }
}
