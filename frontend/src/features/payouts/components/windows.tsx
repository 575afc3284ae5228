import style from './windows.module.css';

interface Props {
  done: number;
  failed: number;
  of: number;
  /** Accessible text, such as `41 of 43 holders are paid, 1 is not`. */
  sentence: string;
}

/** With more items than this, each window stands for one percent. */
const MOST = 120;

/** A counter drawn as windows: lit means paid, unlit in progress, framed in red could not be paid. */
export function Windows({ done, failed, of, sentence }: Props) {
  const cells = Math.min(of, MOST) === of ? of : 100;
  const scaled = (value: number) => (cells === of ? value : Math.floor((value / of) * cells));
  const bad = failed > 0 ? Math.max(1, scaled(failed)) : 0;
  // Rounding must not light the last window before all are done.
  const lit = done === of ? cells : Math.min(scaled(done), cells - bad);
  const kind = (at: number) => (at < lit ? 'lit' : at < lit + bad ? 'failed' : undefined);
  return (
    <div className={style.windows} role="img" aria-label={sentence}>
      {Array.from({ length: cells }, (_, at) => (
        <i key={at} data-kind={kind(at)} />
      ))}
    </div>
  );
}
