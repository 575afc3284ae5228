import type { ReactNode, Ref } from 'react';
import { AfterFirstPaint } from '../states/after-first-paint';
import './chart.css';

interface Props {
  /** What the chart shows, for people who cannot see it. */
  sentence: string;
  width: number;
  height: number;
  className?: string;
  /** {@link useDrawnWidth} */
  drawing?: Ref<SVGSVGElement>;
  /** Whether it uses all available width, whatever its proportions. */
  stretch?: boolean;
  /** The labels of both ends, below the drawing. */
  below?: ReactNode;
  /** Its numbers, collapsed: head and rows of a table. The first column is the name, the others are figures. */
  head: readonly string[];
  rows: () => readonly (readonly string[])[];
  children: ReactNode;
}

/**
 * The frame of every chart: the drawing, a summary in one sentence, and its numbers in a table under "Show as table".
 */
export function ChartFrame({
  sentence,
  width,
  height,
  className = 'chart',
  drawing,
  stretch,
  below,
  head,
  rows,
  children,
}: Props) {
  return (
    <figure className={className}>
      <svg
        ref={drawing}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio={stretch ? 'none' : undefined}
        role="img"
        aria-label={sentence}
      >
        {children}
      </svg>
      {below}
      <ChartTable head={head} rows={rows} />
    </figure>
  );
}

/** A chart's numbers, collapsed. */
export function ChartTable({ head, rows }: Pick<Props, 'head' | 'rows'>) {
  return (
    <details className="chart-table">
      <summary>
        Show as table<span className="sr-only">: {head.join(', ')}</span>
      </summary>
      <AfterFirstPaint>
        <Numbers head={head} rows={rows} />
      </AfterFirstPaint>
    </details>
  );
}

function Numbers({ head, rows }: Pick<Props, 'head' | 'rows'>) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((name, index) => (
            <th key={name} className={index > 0 ? 'num' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows().map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell, index) => (
              <td key={index} className={index > 0 ? 'num' : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
