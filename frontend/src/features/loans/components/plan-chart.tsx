import type { LoanView } from '@tknest/contracts/api';
import { moveToBusinessDay } from '@tknest/contracts/money';
import { rlusd } from '../../../shared/format/format';
import { businessDay, shortMonth } from '../../../shared/format/time';
import { ceiling, linesUpTo, ValueLines } from '../../../shared/ui/chart/axis';
import { ChartFrame } from '../../../shared/ui/chart/chart-frame';
import { useDrawnWidth } from '../../../shared/ui/chart/use-drawn-width';
import { Money } from '../../../shared/ui/money/money';
import { dueWords } from '../payback';
import style from './plan-chart.module.css';

const [LEFT, TOP, BOTTOM] = [52, 24, 20];
/** `Nov 2026` */
const monthAndYear = (day: string) => `${shortMonth(day.slice(0, 7))} ${day.slice(0, 4)}`;

/** The whole plan on one scale: what is owed before each installment, those that are paid, and the next one. */
export function PlanChart({ loan }: { loan: LoanView }) {
  const { schedule, loanPrincipal, remainingBalance, loanStatus, quote } = loan;
  const { width, drawing } = useDrawnWidth();
  const height = width < 400 ? 160 : 210;
  const principal = loanPrincipal ?? 0;
  const next = schedule.find(({ paid }) => !paid);
  const due = next && moveToBusinessDay(next.dueDate);
  const stateOf = ({ paid, dueDate }: LoanView['schedule'][number]) =>
    paid ? 'paid' : quote && moveToBusinessDay(dueDate) < quote.date ? 'overdue' : 'coming';
  const step = (width - LEFT) / Math.max(1, schedule.length);
  const top = ceiling(principal);
  const x = (index: number) => LEFT + step * index;
  const y = (value: number) => TOP + (1 - value / top) * (height - TOP - BOTTOM);
  const at = next ? schedule.indexOf(next) : 0;
  const isEarly = at < schedule.length / 2;
  const last = schedule.at(-1);
  const states = new Set(schedule.map(stateOf));
  const sentence =
    loanStatus === 'paid_off'
      ? `The loan of ${rlusd(principal)} RLUSD is paid off.`
      : `${rlusd(remainingBalance ?? 0)} RLUSD of ${rlusd(principal)} remains; ${schedule.filter(({ paid }) => paid).length} of ${schedule.length} installments are paid.`;
  return (
    <section className="card" aria-label="Repayment plan">
      <div className={style.head}>
        <div>
          <p className="small dim">Remaining balance</p>
          <p className={`figure ${style.figure}`}>
            <Money amount={remainingBalance ?? 0} />
          </p>
        </div>
        <ul className={`small dim ${style.legend}`} aria-hidden>
          <li>Owed before each installment, RLUSD</li>
          {states.has('paid') && <li data-of="paid">Paid</li>}
          {states.has('overdue') && <li data-of="overdue">Overdue</li>}
          {states.has('coming') && <li data-of="coming">To come</li>}
        </ul>
      </div>
      <ChartFrame
        sentence={sentence}
        width={width}
        height={height}
        drawing={drawing}
        className={`chart ${style.plan}`}
        head={['Due', 'Payment', 'Interest', 'Principal', 'Balance', 'Paid']}
        rows={() =>
          schedule.map((row) => [
            businessDay(row.dueDate),
            rlusd(row.payment),
            rlusd(row.interest),
            rlusd(row.principal),
            rlusd(row.balance),
            row.paid ? 'yes' : 'no',
          ])
        }
      >
        <ValueLines values={linesUpTo(top)} left={LEFT} width={width} y={y} />
        {schedule.map((row, index) => {
          const owed = schedule[index - 1]?.balance ?? principal;
          return (
            <rect
              key={row.number}
              data-of={stateOf(row)}
              x={x(index) + 1.5}
              y={y(owed)}
              width={step - 3}
              height={y(0) - y(owed)}
            />
          );
        })}
        {due && (
          <>
            <line className={style.now} x1={x(at)} x2={x(at)} y1={4} y2={y(0)} />
            <text x={x(at) + (isEarly ? 6 : -6)} y={14} textAnchor={isEarly ? 'start' : 'end'}>
              {dueWords(due, quote?.date)}, installment {next.number}
            </text>
          </>
        )}
        <text x={LEFT} y={height - 4}>
          {schedule[0] && monthAndYear(schedule[0].dueDate)}
        </text>
        <text x={width} y={height - 4} textAnchor="end">
          {last && monthAndYear(last.dueDate)}
        </text>
      </ChartFrame>
    </section>
  );
}
