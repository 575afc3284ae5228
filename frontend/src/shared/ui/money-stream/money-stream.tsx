import type { ReactNode } from 'react';
import style from './money-stream.module.css';

/** Pixels that all of the money is wide, and the least of what leaves below. */
const WIDTH = 56;
const THINNEST = 5;
/** Drawn in a square of 100 that is stretched to its place: lying on a desk, upright on a phone. */
const UPPER = 'M0 50 C45 50 55 25 100 25';
const LOWER = 'M0 59 C45 59 55 75 100 75';

interface Props {
  /** What the picture shows. */
  sentence: string;
  from: ReactNode;
  /** Where all of it passes through. */
  through?: ReactNode;
  to: readonly [upper: ReactNode, lower: ReactNode];
  /** How much of it goes to the lower one, 0 to 1. */
  share: number;
  /** What is written at the two streams. */
  notes?: readonly [upper: ReactNode, lower: ReactNode];
  /** Coins lie on the upper stream, or move. */
  coins?: 'still' | 'forward' | 'back';
}

/** Who pays whom, as streams whose width is the amount; what they come from and go to are `StreamBox`es. */
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

/** One end of a stream. @param dashed it cannot receive yet */
export function StreamBox({ name, dashed = false, children }: { name: string; dashed?: boolean; children: ReactNode }) {
  return (
    <div className={style.box} data-dashed={dashed}>
      <strong>{name}</strong>
      {children}
    </div>
  );
}
