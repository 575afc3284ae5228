import type { ReactNode } from 'react';
import { Spoken } from '../live/live';
import './verdict.css';

interface Props {
  tone: 'ok' | 'bad' | 'dim' | 'run';
  /** 40 px. */
  icon: ReactNode;
  title: string;
  action?: ReactNode;
  /** The evidence, in a small line. */
  children: ReactNode;
}

/**
 * A result: one sentence as heading, the evidence below it, at most one button. A change of the sentence is announced.
 */
export function Verdict({ tone, icon, title, action, children }: Props) {
  return (
    <section className="card verdict" aria-label={title}>
      <span style={{ color: `var(--${tone})` }} aria-hidden>
        {icon}
      </span>
      <div>
        <Spoken>
          <h2>{title}</h2>
        </Spoken>
        <div className="small dim">{children}</div>
      </div>
      {action}
    </section>
  );
}
