import { MATCH } from '@tknest/contracts/rules';
import style from './recommendations.module.css';

/** Green from 80 %, yellow from 60 %, else red (REQ-2.9.10). */
export const toneOf = (confidence: number) =>
  confidence >= MATCH.good ? 'ok' : confidence >= MATCH.fair ? 'wait' : 'bad';

/** @param confidence 0 to 1 */
export function MatchPill({ confidence }: { confidence: number }) {
  return (
    <span className={style.match} data-tone={toneOf(confidence)}>
      <strong>{Math.round(confidence * 100)}%</strong> match
    </span>
  );
}
