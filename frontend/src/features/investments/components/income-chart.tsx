import type { PortfolioView } from '@tknest/contracts/api';
import { rlusd, sumOf } from '../../../shared/format/format';
import { monthOf, shortMonth } from '../../../shared/format/time';
import { ceiling, linesUpTo, ValueLines } from '../../../shared/ui/chart/axis';
import { ChartFrame } from '../../../shared/ui/chart/chart-frame';
import { useDrawnWidth } from '../../../shared/ui/chart/use-drawn-width';
import style from './income-chart.module.css';

const [LEFT, BOTTOM, TOP] = [58, 22, 8];
const BAR = { most: 40, share: 0.66 };
/** Of a month's name, with the space beside it. */
const NAME = 52;
/** `Nov`; January includes the year, `Jan ’27`. */
const nameOf = (month: string) => `${shortMonth(month)}${month.endsWith('-01') ? ` ’${month.slice(2, 4)}` : ''}`;

type Month = PortfolioView['income'][number];
const totalOf = ({ interest, principal, scheduled }: Month) => sumOf(interest, principal, scheduled);

/**
 * The income of each month, interest above returned principal, and the expected income by the schedules as an outline.
 */
export function IncomeChart({ income }: Pick<PortfolioView, 'income'>) {
  const { width, drawing } = useDrawnWidth();
  const height = width < 400 ? 190 : 250;
  const top = ceiling(Math.max(...income.map(totalOf)));
  const y = (value: number) => TOP + (height - TOP - BOTTOM) * (1 - value / top);
  const step = (width - LEFT) / income.length;
  const bar = Math.min(BAR.most, step * BAR.share);
  const every = Math.ceil((income.length * NAME) / (width - LEFT));
  const received = sumOf(...income.flatMap(({ interest, principal }) => [interest, principal]));
  const scheduled = sumOf(...income.map((month) => month.scheduled));
  const [first, last] = [income[0]!, income.at(-1)!];
  const span = first === last ? `in ${monthOf(first.month)}` : `from ${monthOf(first.month)} to ${monthOf(last.month)}`;
  return (
    <ChartFrame
      className={style.chart}
      width={width}
      height={height}
      drawing={drawing}
      sentence={`Income ${span}: ${rlusd(received)} RLUSD received, ${rlusd(scheduled)} RLUSD scheduled, before fees.`}
      head={['Month', 'Interest, RLUSD', 'Principal, RLUSD', 'Scheduled, RLUSD']}
      rows={() =>
        income.map(({ month, ...of }) => [monthOf(month), rlusd(of.interest), rlusd(of.principal), rlusd(of.scheduled)])
      }
    >
      <ValueLines values={linesUpTo(top)} left={LEFT} width={width} y={y} />
      {income.map((month, index) => {
        const x = LEFT + step * (index + 0.5) - bar / 2;
        const rect = (from: number, amount: number) => ({
          x,
          width: bar,
          y: y(from + amount),
          height: y(from) - y(from + amount),
          rx: 2,
        });
        const { interest, principal, scheduled: coming } = month;
        return (
          <g key={month.month}>
            <rect {...rect(0, principal)} fill="var(--pri)" />
            <rect {...rect(principal, interest)} fill="var(--lamp)" />
            {coming > 0 && (
              <rect
                {...rect(sumOf(principal, interest), coming)}
                fill="var(--pri-soft)"
                stroke="var(--edge)"
                strokeDasharray="3 3"
              />
            )}
            {index % every === 0 && (
              <text x={x + bar / 2} y={height - 6} textAnchor="middle">
                {nameOf(month.month)}
              </text>
            )}
          </g>
        );
      })}
    </ChartFrame>
  );
}
