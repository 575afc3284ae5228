import type { ReactNode } from 'react';
import { StepMark } from '../../../../shared/ui/step-mark/step-mark';
import style from './setup.module.css';

const MARKS = { done: 'done', waiting: 'later', later: 'waits' } as const;

interface Props {
  number: number;
  /** The title in a row. */
  name: string;
  /** The heading of the open card. */
  title: string;
  state: 'done' | 'open' | 'waiting' | 'later';
  /** The choice that was made, or what the step waits for. */
  text: ReactNode;
  /** The content at the end of the row. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A step of the setup: the open one is a card, a completed one a summary, a later one says what it waits for. */
export function Step({ number, name, title, state, text, action, children }: Props) {
  if (state === 'open')
    return (
      <section className={`card ${style.open}`} aria-labelledby={`step-${number}`}>
        <StepMark state="now" number={number} />
        <div className="stack">
          <h2 id={`step-${number}`}>{title}</h2>
          {children}
        </div>
      </section>
    );
  return (
    <section className={`card ${style.receipt}`} aria-label={name} data-state={state}>
      <StepMark state={MARKS[state]} number={number} />
      <strong>{name}</strong>
      <span className={style.what}>{text}</span>
      {action && <span className={style.action}>{action}</span>}
    </section>
  );
}
