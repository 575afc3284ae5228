import type { ReactNode } from 'react';
import style from './money-stream.module.css';

/** The width of the whole stream in pixels, and the minimum width of the lower one. */
const WIDTH = 56;
const THINNEST = 5;
/** Drawn in a square of 100 that is stretched to its container: horizontal on a desktop, vertical on a phone. */
const UPPER = 'M0 50 C45 50 55 25 100 25';
const LOWER = 'M0 59 C45 59 55 75 100 75';

interface Props {
  /** The text alternative. */
  sentence: string;
  from: ReactNode;
  /** The node through which all of the money passes. */
  through?: ReactNode;
  to: readonly [upper: ReactNode, lower: ReactNode];
  /** The part that goes to the lower stream, 0 to 1. */
  share: number;
  /** The labels of the two streams. */
  notes?: readonly [upper: ReactNode, lower: ReactNode];
  /** Whether coins rest on the upper stream, or move. */
  coins?: 'still' | 'forward' | 'back';
}

/** A diagram of who pays whom, with streams as wide as the amounts; their ends are `StreamBox`es. */
export function MoneyStream({ sentence, from, through, to, share, notes, coins }: Props) {
  const thin = share > 0 ? Math.max(THINNEST, share * WIDTH) : 0;
  return (
    <div className={style.stream} role="img" aria-label={sentence} data-through={through !== undefined}>
      {from}
      {through !== undefined && (
        <>
          <span className={style.whole} />
          {through}
        </>
      )}
      <div className={style.bands} aria-hidden>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {thin > 0 && <path className={style.lower} strokeWidth={thin} d={LOWER} />}
          <path className={style.upper} strokeWidth={WIDTH - thin} d={UPPER} />
        </svg>
        {coins && (
          <span className={style.coins} data-moving={coins}>
            <i />
            <i />
            <i />
          </span>
        )}
        {notes && <span className={style.above}>{notes[0]}</span>}
        {notes && thin > 0 && <span className={style.below}>{notes[1]}</span>}
      </div>
      <div className={style.targets}>
        {to[0]}
        {to[1]}
      </div>
    </div>
  );
}

/** One end of a stream. @param dashed whether it cannot receive yet */
export function StreamBox({ name, dashed = false, children }: { name: string; dashed?: boolean; children: ReactNode }) {
  return (
    <div className={style.box} data-dashed={dashed}>
      <strong>{name}</strong>
      {children}
    </div>
  );
}
