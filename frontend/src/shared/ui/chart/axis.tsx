import { formatRlusd, parseRlusd } from '@tknest/contracts/money';

const LINES = 4;

/** A round number at or above a value whose quarters are round too. */
export function ceiling(value: number): number {
  if (value <= 0) return LINES;
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10].map((times) => times * unit).find((round) => round >= value)!;
}

/** The values of the grid lines of a chart up to `top`. */
export const linesUpTo = (top: number): number[] =>
  Array.from({ length: LINES + 1 }, (_, line) => (top / LINES) * line);

/** Grid lines across a chart, each with its value at the left. @param y the position of a value */
export function ValueLines({
  values,
  left,
  width,
  y,
}: {
  values: readonly number[];
  left: number;
  width: number;
  y(value: number): number;
}) {
  return values.map((value) => (
    <g key={value}>
      <line x1={left} x2={width} y1={y(value)} y2={y(value)} stroke="var(--line)" strokeDasharray="2 4" />
      <text x={left - 8} y={y(value) + 4} textAnchor="end">
        {formatRlusd(parseRlusd(value.toFixed(6)), 0)}
      </text>
    </g>
  ));
}
