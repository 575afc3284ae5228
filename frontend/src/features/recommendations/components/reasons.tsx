import type { MatchReason } from '@tknest/contracts/api';
import style from './recommendations.module.css';

/** One segment for every positive reason; together they are as long as the match. @param confidence 0 to 1 */
export function ReasonBar({ confidence, reasons }: { confidence: number; reasons: readonly MatchReason[] }) {
  const positive = reasons.filter(({ points }) => points > 0);
  const sum = positive.reduce((total, { points }) => total + points, 0);
  const match = Math.round(confidence * 100);
  return (
    <div
      className={style.bar}
      role="progressbar"
      aria-label="Match"
      aria-valuenow={match}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      {positive.map(({ reason, points }, index) => (
        <span key={reason} data-shade={shadeOf(index)} style={{ width: `${(points / sum) * match}%` }} />
      ))}
    </div>
  );
}

const SHADES = 4;
const shadeOf = (index: number) => Math.min(index, SHADES - 1);

const FIRST = 4;
/** Every reason with its evidence and its points; small ones are collapsed. */
export function ReasonList({ reasons }: { reasons: readonly MatchReason[] }) {
  const positive = reasons.filter(({ points }) => points > 0);
  const listed = (some: readonly MatchReason[]) => (
    <ul className={style.reasons}>
      {some.map((one) => (
        <li key={one.reason}>
          <span className={style.swatch} data-shade={one.points > 0 ? shadeOf(positive.indexOf(one)) : 'none'} />
          <span>
            <strong>{one.reason}</strong>
            <small>{one.evidence}</small>
          </span>
          <strong>
            {one.points > 0 ? '+' : '−'}
            {Math.abs(one.points)}
          </strong>
        </li>
      ))}
    </ul>
  );
  const rest = reasons.slice(FIRST);
  return (
    <>
      {listed(reasons.slice(0, FIRST))}
      {rest.length > 0 && (
        <details className={style.more}>
          <summary>
            {rest.length} more {rest.length === 1 ? 'reason' : 'reasons'}
          </summary>
          {listed(rest)}
        </details>
      )}
    </>
  );
}
