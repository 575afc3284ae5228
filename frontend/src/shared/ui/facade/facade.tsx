import { FACADE_UNIT as U, facadeOf, facadeSize } from '@tknest/contracts/words';
import { memo, useEffect, useState } from 'react';
import './facade.css';

/** Houses whose lighting animation was already shown in this visit. */
const seen = new Set<number>();

function useFirstSight(id: number): boolean {
  const [first] = useState(() => !seen.has(id));
  useEffect(() => void seen.add(id), [id]);
  return first;
}

interface FacadeProps {
  id: number;
  /** Sold tokens / all tokens. */
  share: number;
  width?: number | string;
  height?: number;
  /** Its text alternative; without one it is decorative. */
  label?: string;
}

/** Rerendered only for another house or other lights, because a form next to a street may change with every key. */
export const Facade = memo(function Facade({ id, share, width, label, height }: FacadeProps) {
  const first = useFirstSight(id);
  const { width: w, height: h, color, roof, unlit, bars, lit, door } = facadeOf(id, share);
  // Windows already lit when a house was shown before are not animated again; those sold in the meantime are.
  const [still] = useState(first ? 0 : lit.length);
  return (
    <svg
      viewBox={`-8 ${-3 * U} ${w + 16} ${h + 3 * U}`}
      width={width}
      height={height}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      preserveAspectRatio="xMidYMax meet"
    >
      <path d={roof.path} fill={`var(--f-${roof.color})`} />
      <rect width={w} height={h} fill={`var(--f-${color})`} />
      <path d={unlit} className="window" />
      {lit.map(({ cell, x, y }, turn) => (
        <rect
          key={cell}
          x={x}
          y={y}
          width={U}
          height={U * 1.35}
          className={turn < still ? 'window-lit' : 'window-lit window-first'}
          style={first ? { animationDelay: `${turn * 70}ms` } : undefined}
        />
      ))}
      <path d={bars} className="window-bars" />
      <rect
        x={door.x}
        y={door.y}
        width={door.width}
        height={door.height}
        className={door.isLit ? 'window-lit' : 'window'}
      />
    </svg>
  );
});

/** "69% of the windows are lit: 172 of 250 tokens sold" */
export const facadeLabel = (sold: number, count: number) =>
  `${Math.round((100 * sold) / count)}% of the windows are lit: ${sold} of ${count} tokens sold`;

/** Pixels per unit of a house of this kind in a street of that height. */
const scaleIn = (id: number, height: number) =>
  Math.min(height > TALL ? 1.5 : 0.82, (height - 24) / (facadeSize(id).height + 2.4 * U));
/** Above this height, a street is a page's picture and not a card's. */
const TALL = 150;

/**
 * The width of a house of this kind at this many pixels per unit, so that all houses in a street have windows of the
 * same size.
 */
export const houseWidth = (id: number, scale: number) => (facadeSize(id).width + 16) * scale;

/** The house between two neighbors at 28 % opacity, all on one ground line. */
export function Street({
  id,
  share,
  label,
  height = 128,
}: {
  id: number;
  share: number;
  label: string;
  height?: number;
}) {
  const widthOf = (kind: number, part: number) => houseWidth(kind, scaleIn(kind, height) * part);
  return (
    <div className="street" style={{ height }}>
      <span className="street-neighbor">
        <Facade id={id + 2} share={0} width={widthOf(id + 2, 0.86)} />
      </span>
      <Facade id={id} share={share} width={widthOf(id, 1)} label={label} />
      <span className="street-neighbor">
        <Facade id={id + 4} share={0} width={widthOf(id + 4, 0.86)} />
      </span>
    </div>
  );
}
