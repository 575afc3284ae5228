import type { InterestRatesView } from '@tknest/contracts/api';
import { SAMPLE_RATES } from '@tknest/contracts/rules';
import { businessDay } from '../../shared/format/time';

/** A caution about the rates; null if they are current. */
export const caveatOf = ({ source, stale }: InterestRatesView): string | null =>
  source === SAMPLE_RATES
    ? 'Sample values, not current rates.'
    : stale
      ? 'Last known rates: the source cannot be reached.'
      : null;

const rate = (value: number) => `${value.toFixed(2)}%`;

/** REQ-1.7.5, the form's rate hints: what financing costs elsewhere. */
export function rateHint(rates: InterestRatesView): string {
  const { low, high, mortgageRate, lastUpdated } = rates;
  const from = caveatOf(rates) ?? `Source: ${rates.source.split(',')[0]}, ${businessDay(lastUpdated)}.`;
  return `Financing elsewhere costs ${rate(low)} to ${rate(high)} (HELOC or cash-out), mortgages ${rate(mortgageRate)}. ${from}`;
}
