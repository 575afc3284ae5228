import { day } from '../../../shared/format/format';
import { useInterestRatesQuery } from '../../access/api';

/** Current financing rates (D1 §2), as the source dates them; the last known ones where it is away. */
export function RatesBanner() {
  const { data, isLoading } = useInterestRatesQuery();
  if (isLoading) return <p className="rates">Loading current rates...</p>;
  if (!data) return null;
  const rate = (value: number) => <strong>{value.toFixed(2)}%</strong>;
  return (
    <section className="rates" aria-label="Current financing rates" title={data.source}>
      <span>HELOC / cash-out, low {rate(data.low)}</span>
      <span>average {rate(data.average)}</span>
      <span>high {rate(data.high)}</span>
      <span>Mortgage rate {rate(data.mortgageRate)}</span>
      <span className="dim">Last updated {day(data.lastUpdated)}{data.stale ? ' (last known)' : ''}</span>
    </section>
  );
}
