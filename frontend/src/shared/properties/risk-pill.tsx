import type { PropertyRisk } from '@tknest/contracts/api';
import { Pill } from '../ui/status-pill/status-pill';

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
