import type { ReactNode } from 'react';
import './table.css';

/** A table from 900 px, cards below: the first cell and the numbers side by side. It scrolls sideways by keyboard too, so it has a name. */
export function Table({ label, dense, children }: { label: string; dense?: boolean; children: ReactNode }) {
  return <div className={`table-wrap ${dense ? 'dense' : ''}`} tabIndex={0} role="region" aria-label={label}><table>{children}</table></div>;
}
