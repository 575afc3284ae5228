import type { ReactNode } from 'react';
import './strip.css';

/** A few figures side by side in one ruled card, each with its name; two by two on phones. */
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
