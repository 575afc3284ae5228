import style from './windows.module.css';

interface Props {
  done: number;
  failed: number;
  of: number;
  /** `41 of 43 holders are paid, 1 is not`: what the windows say. */
  sentence: string;
}

/** Above this many one window stands for one percent. */
const MOST = 120;

/** The windows of a house as a counter: lit is paid, unlit is under way, framed in red could not be paid. */
export function Windows({ done, failed, of, sentence }: Props) {
  const cells = Math.min(of, MOST) === of ? of : 100;
  const scaled = (value: number) => (cells === of ? value : Math.floor((value / of) * cells));
  const bad = failed > 0 ? Math.max(1, scaled(failed)) : 0;
  // Whole only where all are: the last window is not lit by rounding.
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
