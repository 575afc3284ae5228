import { ChartFrame } from './chart-frame';

export interface Bar {
  label: string;
  value: number;
  /** The value as display text. */
  shown: string;
}

const HEIGHT = 44;
const GAP = 4;
const WIDTH = 280;

/**
 * A bar chart of months, the last one highlighted. Has a one-sentence text alternative, and the numbers in a table
 * behind "Show as table". `unit` heads the table's second column.
 */
export function Bars({ bars, sentence, unit }: { bars: readonly Bar[]; sentence: string; unit: string }) {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const width = (WIDTH - GAP * (bars.length - 1)) / bars.length;
  const ends = (
    <div className="between chart-ends" aria-hidden>
      <span>{bars[0]?.label}</span>
      <span>{bars.at(-1)?.label}</span>
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
      rows={bars.map(({ label, shown }) => [label, shown])}
    >
      {bars.map(({ label, value }, index) => {
        const height = most > 0 ? Math.max(2, (value / most) * HEIGHT) : 2;
        return (
          <rect
            key={label}
            x={index * (width + GAP)}
            y={HEIGHT - height}
            width={width}
            height={height}
            rx={2}
            fill={index === bars.length - 1 ? 'var(--lamp)' : 'var(--bar-past)'}
          />
        );
      })}
    </ChartFrame>
  );
}
