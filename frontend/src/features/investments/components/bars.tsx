import { ChartFrame } from '../../../shared/ui/chart/chart-frame';

export interface Bar {
  label: string;
  value: number;
  /** What is expected on top of it, drawn as an outline. */
  expected?: number;
  /** The value as display text. */
  shown: string;
}

const HEIGHT = 44;
const GAP = 4;
const WIDTH = 280;

/**
 * A bar chart of months. Has a one-sentence text alternative, and the numbers in a table
 * behind "Show as table". `unit` heads the table's second column.
 */
export function Bars({ bars, sentence, unit }: { bars: readonly Bar[]; sentence: string; unit: string }) {
  const most = Math.max(...bars.map(({ value, expected = 0 }) => value + expected), 0);
  const width = (WIDTH - GAP * (bars.length - 1)) / bars.length;
  const ends = (
    <div className="between chart-ends" aria-hidden>
      <span>{bars[0]?.label}</span>
      <span>
        {bars.at(-1)?.label}
        {!!bars.at(-1)?.expected && ', expected'}
      </span>
    </div>
  );
  return (
    <ChartFrame
      sentence={sentence}
      width={WIDTH}
      height={HEIGHT}
      stretch
      below={ends}
      head={['Month', unit]}
      rows={() => bars.map(({ label, shown }) => [label, shown])}
    >
      {bars.map(({ label, value, expected = 0 }, index) => {
        const [height, more] = [value, expected].map((amount) => (most > 0 ? (amount / most) * HEIGHT : 0)) as [
          number,
          number,
        ];
        const at = { x: index * (width + GAP), width };
        return (
          <g key={label}>
            <rect {...at} y={HEIGHT - Math.max(2, height)} height={Math.max(2, height)} rx={2} fill="var(--pri)" />
            {more > 0 && (
              <rect
                x={at.x + 0.5}
                width={width - 1}
                y={HEIGHT - height - more + 0.5}
                height={more - 1}
                rx={2}
                fill="var(--pri-soft)"
                stroke="var(--edge)"
                strokeDasharray="3 3"
                vectorEffect="non-scaling-stroke"
              />
            )}
          </g>
        );
      })}
    </ChartFrame>
  );
}
