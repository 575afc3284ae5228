import type { PropertyRisk } from '@tknest/contracts/api';
import { Pill } from '../../../shared/ui/status-pill/status-pill';
import { MATCH } from '@tknest/contracts/rules';
import style from './recommendations.module.css';

const LOOKS = {
  low: { tone: 'ok', word: 'Low risk' },
  medium: { tone: 'wait', word: 'Medium risk' },
  high: { tone: 'bad', word: 'High risk' },
} as const;

/** Green, yellow or red, with its word; medium if there is no level (REQ-2.2.1.3). */
export function RiskPill({ risk = 'medium' }: { risk?: PropertyRisk }) {
  const { tone, word } = LOOKS[risk];
  return <Pill tone={tone}>{word}</Pill>;
}

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
