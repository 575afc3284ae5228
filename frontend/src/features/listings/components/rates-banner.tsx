import { useEffect, useRef, useState } from 'react';
import { useAttended } from '../../../shared/attention/use-attended';
import { businessDay } from '../../../shared/format/time';
import { RATES_KEPT_S, useInterestRatesQuery } from '../api';
import { caveatOf } from '../rates-words';
import style from './rates-banner.module.css';

/**
 * Current financing rates (REQ-1.2.19) with the source's date; the last known ones if the source is unavailable. It
 * scrolls only if it does not fit.
 */
export function RatesBanner() {
  const { data, isLoading, startedTimeStamp = 0, refetch } = useInterestRatesQuery();
  const attended = useAttended();
  // By their age, which neither an absence nor another page sets back; while nobody is there, the session may end.
  useEffect(() => {
    if (!attended || startedTimeStamp === 0) return;
    const timer = setTimeout(() => void refetch(), startedTimeStamp + RATES_KEPT_S * 1_000 - Date.now());
    return () => clearTimeout(timer);
  }, [attended, startedTimeStamp, refetch]);
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
      <span className="dim">Last updated {businessDay(data.lastUpdated)}</span>
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
