import type { ReactNode } from 'react';
import style from './paper.module.css';

/** A statement or a receipt: what is printed of the page, and nothing around it. */
export const Paper = ({ label, children }: { label: string; children: ReactNode }) => (
  <article className={style.paper} aria-label={label}>
    {children}
  </article>
);

/** The line under which the totals stand. */
export const Totals = ({ children }: { children: ReactNode }) => <div className={style.totals}>{children}</div>;
