import { useEffect, useRef, useState } from 'react';
import { day } from '../../../shared/format/format';
import { useInterestRatesQuery } from '../api';
import { caveatOf } from '../rates-words';
import style from './rates-banner.module.css';

/**
 * Current financing rates (D1 §2), as the source dates them; the last known ones where it is away. It moves only where
 * it does not fit.
 */
export function RatesBanner() {
  const { data, isLoading } = useInterestRatesQuery();
  const strip = useRef<HTMLDivElement>(null);
  const [moving, setMoving] = useState(false);
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const measure = new ResizeObserver(() => setMoving(element.firstElementChild!.scrollWidth > element.clientWidth));
    measure.observe(element);
    return () => measure.disconnect();
  }, [data]);
  if (isLoading) return <p className={style.rates}>Loading current rates...</p>;
  if (!data) return null;
  const caveat = caveatOf(data);
  const rate = (value: number) => <strong>{value.toFixed(2)}%</strong>;
  const figures = (
    <>
      <span>HELOC / cash-out, low {rate(data.low)}</span>
      <span>average {rate(data.average)}</span>
      <span>high {rate(data.high)}</span>
      <span>Mortgage rate {rate(data.mortgageRate)}</span>
      <span className="dim">Last updated {day(data.lastUpdated)}</span>
      {caveat && <span className={style.caveat}>{caveat}</span>}
    </>
  );
  return (
    <section
      className={style.rates}
      ref={strip}
      aria-label="Current financing rates"
      title={data.source}
      tabIndex={moving ? 0 : undefined}
      data-moving={moving}
    >
      <div className={style.figures}>{figures}</div>
      {moving && (
        <div className={`${style.figures} ${style.again}`} aria-hidden>
          {figures}
        </div>
      )}
    </section>
  );
}
