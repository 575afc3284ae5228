import { memo, useEffect, useState } from 'react';
import './facade.css';

/**
 * A property drawn as a small façade: the share of lit windows is the share of tokens sold. Six kinds by id; which
 * windows light up first is a seeded shuffle, so they never jump.
 */
interface Kind {
  colour: string;
  columns: number;
  floors: number;
  roof: 'gable' | 'mansard' | 'flat' | 'saw' | 'stepped';
}

const KINDS: readonly Kind[] = [
  { colour: 'var(--f-brick)', columns: 6, floors: 4, roof: 'gable' },
  { colour: 'var(--f-stone)', columns: 5, floors: 5, roof: 'mansard' },
  { colour: 'var(--f-petrol)', columns: 8, floors: 3, roof: 'flat' },
  { colour: 'var(--f-slate)', columns: 5, floors: 6, roof: 'flat' },
  { colour: 'var(--f-plaster)', columns: 7, floors: 3, roof: 'saw' },
  { colour: 'var(--f-brick2)', columns: 4, floors: 4, roof: 'stepped' },
];
const U = 10;
const GRID = { x: 1.9 * U, y: 2.15 * U };

function shuffled(count: number, seed: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  let state = (seed * 2654435761) >>> 0;
  for (let i = count - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** The number of lit windows: at least one once a token is sold, and not all before all tokens are. */
export function litWindows(share: number, cells: number): number {
  if (share <= 0) return 0;
  if (share >= 1) return cells;
  return Math.min(Math.max(1, Math.round(share * cells)), cells - 1);
}

function Roof({ kind, width }: { kind: Kind; width: number }) {
  const fill = 'var(--f-roof)';
  switch (kind.roof) {
    case 'gable':
      return <path d={`M-4 0 ${width / 2} ${-2.4 * U} ${width + 4} 0z`} fill={fill} />;
    case 'mansard':
      return <path d={`M0 0 ${U} ${-1.6 * U}H${width - U}L${width} 0z`} fill={fill} />;
    case 'flat':
      return <rect x={-3} y={-4} width={width + 6} height={5} fill={fill} />;
    case 'saw':
      return (
        <path
          d={Array.from({ length: 3 }, (_, i) => `M${(i * width) / 3} 0v${-1.5 * U}L${((i + 1) * width) / 3} 0z`).join(
            '',
          )}
          fill={fill}
        />
      );
    case 'stepped':
      return (
        <path
          d={`M0 0v${-0.7 * U}h${width * 0.2}v${-0.7 * U}h${width * 0.15}v${-0.6 * U}h${width * 0.3}v${0.6 * U}h${width * 0.15}v${0.7 * U}H${width}V0z`}
          fill={kind.colour}
        />
      );
  }
}

const sizeOf = ({ columns, floors }: Kind) => ({ w: columns * GRID.x + U, h: floors * GRID.y + U });
const kindOf = (id: number) => KINDS[((id % 6) + 6) % 6]!;

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
  const kind = kindOf(id);
  const first = useFirstSight(id);
  const door = Math.floor(kind.columns / 2);
  const doorCell = (kind.floors - 1) * kind.columns + door;
  const cells = Array.from({ length: kind.columns * kind.floors }, (_, i) => i).filter((cell) => cell !== doorCell);
  const lit = shuffled(cells.length, id + 1)
    .slice(0, litWindows(share, cells.length))
    .map((at) => cells[at]!);
  // Windows already lit when a house was shown before are not animated again; those sold in the meantime are.
  const [still] = useState(first ? 0 : lit.length);
  const { w, h } = sizeOf(kind);
  const place = (cell: number) => ({
    x: U * 0.95 + (cell % kind.columns) * GRID.x,
    y: U * 0.8 + Math.floor(cell / kind.columns) * GRID.y,
  });
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
      <Roof kind={kind} width={w} />
      <rect width={w} height={h} fill={kind.colour} />
      {/* All unlit windows in one shape, because a marketplace has thousands of them. */}
      <path
        d={cells.map((cell) => `M${place(cell).x} ${place(cell).y}h${U}v${U * 1.35}h${-U}z`).join('')}
        className="window"
      />
      {lit.map((cell, turn) => (
        <rect
          key={cell}
          {...place(cell)}
          width={U}
          height={U * 1.35}
          className={turn < still ? 'window-lit' : 'window-lit window-first'}
          style={first ? { animationDelay: `${turn * 70}ms` } : undefined}
        />
      ))}
      <path
        d={cells
          .map(
            (cell) =>
              `M${place(cell).x + U / 2} ${place(cell).y}v${U * 1.35}M${place(cell).x} ${place(cell).y + U * 0.55}h${U}`,
          )
          .join('')}
        className="window-bars"
      />
      <rect
        x={U * 0.95 + door * GRID.x}
        y={h - U * 1.75}
        width={U}
        height={U * 1.75}
        className={share > 0 ? 'window-lit' : 'window'}
      />
    </svg>
  );
});

/** "69% of the windows are lit: 172 of 250 tokens sold" */
export const facadeLabel = (sold: number, count: number) =>
  `${Math.round((100 * sold) / count)}% of the windows are lit: ${sold} of ${count} tokens sold`;

/** Pixels per unit of a house of this kind in a street of that height. */
const scaleIn = (id: number, height: number) =>
  Math.min(height > TALL ? 1.5 : 0.82, (height - 24) / (sizeOf(kindOf(id)).h + 2.4 * U));
/** Above this height, a street is a page's picture and not a card's. */
const TALL = 150;

/**
 * The width of a house of this kind at this many pixels per unit, so that all houses in a street have windows of the
 * same size.
 */
export const houseWidth = (id: number, scale: number) => (sizeOf(kindOf(id)).w + 16) * scale;

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
