import { type ReactNode, useId } from 'react';
import { usePhone } from '../../../shared/use-phone';
import style from '../pages/payback-page.module.css';

/** A part that is looked up rather than watched: on a phone it is folded under its heading. */
export function Fold({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId();
  const heading = <h2 id={id}>{title}</h2>;
  return usePhone() ? (
    <details className={style.fold}>
      <summary>{heading}</summary>
      {children}
    </details>
  ) : (
    <section className={className} aria-labelledby={id}>
      {heading}
      {children}
    </section>
  );
}
