import type { PropertyRisk } from '@tknest/contracts/api';

const LOOKS = {
  low: { tone: 'ok', word: 'Low risk' },
  medium: { tone: 'wait', word: 'Medium risk' },
  high: { tone: 'bad', word: 'High risk' },
} as const;

/** Green, yellow or red, with its word; medium where nothing is said (D2 §2.1). */
export function RiskPill({ risk = 'medium' }: { risk?: PropertyRisk }) {
  const { tone, word } = LOOKS[risk];
  return <span className={`pill pill-${tone}`}>{word}</span>;
}
