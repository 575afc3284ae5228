import type { ReactNode } from 'react';
import './table.css';

/**
 * A table from 900 px, cards below: the first cell and the numbers side by side, or with `lines` each labeled cell on
 * a line of its own. It can be scrolled horizontally with the keyboard, so it has an accessible name.
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
      {/* With the cards' styles below 900 px, browsers drop the table semantics, so explicit roles restore them. */}
      <table role="table">{children}</table>
    </div>
  );
}
