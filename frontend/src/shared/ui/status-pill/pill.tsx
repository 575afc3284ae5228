import type { ReactNode } from 'react';
import './status-pill.css';

export type Tone = 'ok' | 'wait' | 'run' | 'bad' | 'off';

/** A state in one or two words. For statuses of the vocabulary use `StatusPill`. */
export const Pill = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`pill pill-${tone}`}>{children}</span>
);
