import type { ReactNode } from 'react';
import './table.css';

/**
 * A table from 900 px, cards below: the first cell and the numbers side by side, or with `lines` each labeled cell on
 * a line of its own. It scrolls sideways by keyboard too, so it has a name.
 */
export function Table({
  label,
  dense,
  lines,
  children,
}: {
  label: string;
  dense?: boolean;
  lines?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={`table-wrap ${dense ? 'dense' : ''} ${lines ? 'table-lines' : ''}`}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {/* Cards below 900 px are no table to a browser; the roles say that they are. */}
      <table role="table">{children}</table>
    </div>
  );
}
