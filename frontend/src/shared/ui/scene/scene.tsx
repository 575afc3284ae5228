import type { ReactNode } from 'react';
import { Facade, houseWidth } from '../facade/facade';
import './scene.css';

/** Kind and lit share of each house, enough for a wide screen; excess houses are cut off at both ends. */
const HOUSES: readonly (readonly [number, number])[] = [
  [4, 0.5],
  [2, 0.35],
  [3, 0.5],
  [0, 0.7],
  [2, 0.6],
  [5, 0.3],
  [1, 0.6],
  [4, 0.7],
  [0, 0.55],
  [2, 0.65],
  [3, 0.45],
  [5, 0.5],
  [1, 0.4],
];

/** A street on its ground line, behind the content; unlit on pages without a property. */
export function Skyline({ unlit = false }: { unlit?: boolean }) {
  return (
    <div className="skyline" aria-hidden>
      {HOUSES.map(([kind, share], index) => (
        <Facade key={index} id={kind} share={unlit ? 0 : share} width={houseWidth(kind, 1.06)} />
      ))}
    </div>
  );
}

/**
 * One card above the street: the access code page, and the page for unknown addresses. `within`: inside the shell,
 * which is already the page's main part.
 */
export function Scene({ unlit, within = false, children }: { unlit?: boolean; within?: boolean; children: ReactNode }) {
  const Part = within ? 'div' : 'main';
  return (
    <Part className="scene">
      <div className="scene-card">{children}</div>
      <Skyline unlit={unlit} />
    </Part>
  );
}
