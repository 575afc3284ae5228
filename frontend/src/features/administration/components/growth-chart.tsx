import type { MonthView } from '@tknest/contracts/api';
import { rlusd } from '../../../shared/format/format';
import { shortMonth } from '../../../shared/format/time';
import { ceiling, linesUpTo, ValueLines } from '../../../shared/ui/chart/axis';
import { ChartFrame } from '../../../shared/ui/chart/chart-frame';
import { useDrawnWidth } from '../../../shared/ui/chart/use-drawn-width';

const [LEFT, BOTTOM, TOP] = [58, 22, 8];
const BAR = { most: 54, share: 0.62 };

/** Payments in and payouts, month by month; a table has the numbers. */
export function GrowthChart({ months }: { months: readonly MonthView[] }) {
  const { width, drawing } = useDrawnWidth();
  const height = width < 400 ? 180 : 250;
  const top = ceiling(Math.max(...months.map(({ paid, payouts }) => paid + payouts)));
  const y = (value: number) => TOP + (height - TOP - BOTTOM) * (1 - value / top);
  const step = (width - LEFT) / months.length;
  const bar = Math.min(BAR.most, step * BAR.share);
  const last = months.at(-1)!;
  return (
    <ChartFrame
      className="growth"
      width={width}
      height={height}
      drawing={drawing}
      sentence={`Purchases and repayments, and payouts to investors, month by month: ${rlusd(last.paid)} and ${rlusd(last.payouts)} RLUSD in ${shortMonth(last.month)}`}
      head={['Month', 'Purchases and repayments, RLUSD', 'Payouts, RLUSD']}
      rows={() => months.map(({ month, paid, payouts }) => [month, rlusd(paid), rlusd(payouts)])}
    >
      <ValueLines values={linesUpTo(top)} left={LEFT} width={width} y={y} />
      {months.map(({ month, paid, payouts }, index) => {
        const x = LEFT + step * (index + 0.5) - bar / 2;
        return (
          <g key={month}>
            <rect x={x} width={bar} y={y(paid)} height={y(0) - y(paid)} fill="var(--pri)" rx={payouts > 0 ? 0 : 3} />
            <rect
              x={x}
              width={bar}
              y={y(paid + payouts)}
              height={y(paid) - y(paid + payouts)}
              fill="var(--lamp)"
              rx={3}
            />
            <text x={x + bar / 2} y={height - 6} textAnchor="middle">
              {shortMonth(month)}
            </text>
          </g>
        );
      })}
    </ChartFrame>
  );
}

/** The number of token holders at the end of each month. */
export function HoldersChart({ months }: { months: readonly MonthView[] }) {
  const { width, drawing } = useDrawnWidth();
  const [height, left] = [130, 36];
  // Only whole numbers on the axis.
  const top = Math.max(2, ceiling(Math.max(...months.map(({ holders }) => holders))));
  const y = (value: number) => 8 + (height - 34) * (1 - value / top);
  const place = ({ holders }: MonthView, index: number) =>
    [left + 14 + (index * (width - left - 28)) / Math.max(1, months.length - 1), y(holders)] as const;
  return (
    <ChartFrame
      className="growth"
      width={width}
      height={height}
      drawing={drawing}
      sentence={`Token holders, month by month: ${months.map(({ holders }) => holders).join(', ')}`}
      head={['Month', 'Token holders']}
      rows={() => months.map(({ month, holders }) => [month, String(holders)])}
    >
      <ValueLines values={[0, top / 2, top]} left={left} width={width} y={y} />
      <polyline
        points={months.map((month, index) => place(month, index).join(',')).join(' ')}
        fill="none"
        stroke="var(--pri)"
        strokeWidth={2.2}
      />
      {months.map((month, index) => {
        const [x, y] = place(month, index);
        return (
          <g key={month.month}>
            <circle cx={x} cy={y} r={3} fill="var(--surface)" stroke="var(--pri)" strokeWidth={2} />
            <text x={x} y={height - 6} textAnchor="middle">
              {shortMonth(month.month)}
            </text>
          </g>
        );
      })}
    </ChartFrame>
  );
}
