import type { ReactNode } from 'react';
import './status-pill.css';

export type Tone = 'ok' | 'wait' | 'run' | 'bad' | 'off';

/** A word or two of how something stands. What is a status of the vocabulary is a `StatusPill`. */
export const Pill = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`pill pill-${tone}`}>{children}</span>
);
