import type { ReactNode } from 'react';
import './strip.css';

/** A few named figures side by side in one card with dividers; two by two on phones. */
export function Strip({ figures }: { figures: readonly (readonly [name: string, figure: ReactNode])[] }) {
  return (
    <dl className="strip">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
