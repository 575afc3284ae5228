/**
 * How a property is drawn: a small façade whose share of lit windows is the share of tokens sold. Six kinds by id;
 * which windows light up first is a seeded shuffle, so they never jump. Pages and preview pictures draw the same house.
 */
export interface FacadeKind {
  /** The name of the wall's color in the style sheet, without `--f-`. */
  color: 'brick' | 'stone' | 'petrol' | 'slate' | 'plaster' | 'brick2';
  columns: number;
  floors: number;
  roof: 'gable' | 'mansard' | 'flat' | 'saw' | 'stepped';
}

const KINDS: readonly FacadeKind[] = [
  { color: 'brick', columns: 6, floors: 4, roof: 'gable' },
  { color: 'stone', columns: 5, floors: 5, roof: 'mansard' },
  { color: 'petrol', columns: 8, floors: 3, roof: 'flat' },
  { color: 'slate', columns: 5, floors: 6, roof: 'flat' },
  { color: 'plaster', columns: 7, floors: 3, roof: 'saw' },
  { color: 'brick2', columns: 4, floors: 4, roof: 'stepped' },
];
/** A window's width; its height is 1.35 of it. */
export const FACADE_UNIT = 10;
const U = FACADE_UNIT;
const GRID = { x: 1.9 * U, y: 2.15 * U };

const kindOf = (id: number): FacadeKind => KINDS[((id % 6) + 6) % 6]!;

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

/** The roof as a path above the wall's upper edge; a stepped gable has the wall's color. */
function roofOf({ roof }: FacadeKind, width: number): string {
  switch (roof) {
    case 'gable':
      return `M-4 0 ${width / 2} ${-2.4 * U} ${width + 4} 0z`;
    case 'mansard':
      return `M0 0 ${U} ${-1.6 * U}H${width - U}L${width} 0z`;
    case 'flat':
      return `M-3 -4H${width + 3}V1H-3z`;
    case 'saw':
      return Array.from({ length: 3 }, (_, i) => `M${(i * width) / 3} 0v${-1.5 * U}L${((i + 1) * width) / 3} 0z`).join(
        '',
      );
    case 'stepped':
      return `M0 0v${-0.7 * U}h${width * 0.2}v${-0.7 * U}h${width * 0.15}v${-0.6 * U}h${width * 0.3}v${0.6 * U}h${width * 0.15}v${0.7 * U}H${width}V0z`;
  }
}

/** The size of a house's wall, in units of its drawing; the roof needs up to 24 more above it. */
export function facadeSize(id: number): { width: number; height: number } {
  const { columns, floors } = kindOf(id);
  return { width: columns * GRID.x + U, height: floors * GRID.y + U };
}

export interface FacadePart {
  x: number;
  y: number;
}
/** A house as shapes. @param share sold tokens / all tokens */
export function facadeOf(id: number, share: number) {
  const kind = kindOf(id);
  const { width, height } = facadeSize(id);
  const door = Math.floor(kind.columns / 2);
  const doorCell = (kind.floors - 1) * kind.columns + door;
  const cells = Array.from({ length: kind.columns * kind.floors }, (_, i) => i).filter((cell) => cell !== doorCell);
  const place = (cell: number): FacadePart => ({
    x: U * 0.95 + (cell % kind.columns) * GRID.x,
    y: U * 0.8 + Math.floor(cell / kind.columns) * GRID.y,
  });
  const windows = cells.map(place);
  return {
    width,
    height,
    color: kind.color,
    roof: { path: roofOf(kind, width), color: kind.roof === 'stepped' ? kind.color : ('roof' as const) },
    /** All windows and their bars, each as one path, because a marketplace has thousands of them. */
    unlit: windows.map(({ x, y }) => `M${x} ${y}h${U}v${U * 1.35}h${-U}z`).join(''),
    bars: windows.map(({ x, y }) => `M${x + U / 2} ${y}v${U * 1.35}M${x} ${y + U * 0.55}h${U}`).join(''),
    /** In the order in which they light up. */
    lit: shuffled(cells.length, id + 1)
      .slice(0, litWindows(share, cells.length))
      .map((at) => ({ cell: cells[at]!, ...windows[at]! })),
    door: { x: U * 0.95 + door * GRID.x, y: height - U * 1.75, width: U, height: U * 1.75, isLit: share > 0 },
  };
}
