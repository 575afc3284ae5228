import { type ReactNode, useId } from 'react';
import { usePhone } from '../../../shared/use-phone';
import style from './case.module.css';

interface Props {
  title: string;
  /** How much it holds; shown where it is folded. */
  holds: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A card of a case. On a phone it is folded, so that the decision is not below everything that supports it. */
export function CaseCard({ title, holds, action, children }: Props) {
  const id = useId();
  const heading = <h2 id={id}>{title}</h2>;
  return usePhone() ? (
    <details className={`card ${style.folded}`}>
      <summary>
        {heading} <span className="small dim">{holds}</span>
      </summary>
      <div className="stack">
        {action}
        {children}
      </div>
    </details>
  ) : (
    <section className="card stack" aria-labelledby={id}>
      {action ? (
        <div className="between">
          {heading}
          {action}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}
