import type { ReactNode } from 'react';
import style from './facts.module.css';

interface Props {
  /** The accessible name, if there is no heading. */
  label?: string;
  /** Whether it has its own background. */
  sunk?: boolean;
  children: ReactNode;
}

/** Facts, one per line: the name on the left, the value on the right. */
export function Facts({ label, sunk, children }: Props) {
  return (
    <dl className={style.facts} data-sunk={sunk} aria-label={label}>
      {children}
    </dl>
  );
}

/** One fact. @param props.sum the sum of the facts above */
export function Fact({ name, sum, children }: { name: ReactNode; sum?: boolean; children: ReactNode }) {
  return (
    <div className={`between ${sum ? style.sum : ''}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
