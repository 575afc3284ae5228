import type { LoanView } from '@tknest/contracts/api';
import { rlusd } from '../../../shared/format/format';
import { businessDay, shortMonth } from '../../../shared/format/time';
import { ChartFrame } from '../../../shared/ui/chart/chart-frame';
import { Money } from '../../../shared/ui/money/money';
import style from './plan-chart.module.css';

const [WIDTH, HEIGHT, TOP] = [720, 150, 14];
const GAP = 3;
/** `Nov 2026` */
const monthAndYear = (day: string) => `${shortMonth(day.slice(0, 7))} ${day.slice(0, 4)}`;

/**
 * The whole plan: a bar per installment, interest above principal, the balance as a line, and the loan's current state.
 */
export function PlanChart({ loan }: { loan: LoanView }) {
  const { schedule, loanPrincipal, remainingBalance, loanStatus, nominalDueDate, nextPaymentDue } = loan;
  const principal = loanPrincipal ?? 0;
  const next = schedule.find(({ paid }) => !paid);
  const due = next?.dueDate === nominalDueDate ? nextPaymentDue : next?.dueDate;
  const width = (WIDTH - GAP * (schedule.length - 1)) / Math.max(1, schedule.length);
  const most = Math.max(...schedule.map(({ payment }) => payment), 1);
  // The bars take the lower half, the balance the whole height.
  const tall = (value: number) => (value / most) * (HEIGHT / 2);
  const x = (index: number) => index * (width + GAP);
  const y = (balance: number) => TOP + (1 - balance / Math.max(principal, 1)) * (HEIGHT - TOP);
  const line = [`0,${y(principal)}`, ...schedule.map(({ balance }, index) => `${x(index) + width},${y(balance)}`)];
  const last = schedule.at(-1);
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
          <li data-of="principal">Principal</li>
          <li data-of="interest">Interest</li>
          <li data-of="balance">Balance</li>
          {next && due && <li data-of="next">{`Due ${businessDay(due)}, installment ${next.number}`}</li>}
        </ul>
      </div>
      <ChartFrame
        sentence={sentence}
        width={WIDTH}
        height={HEIGHT + 2}
        stretch
        className={`chart ${style.plan}`}
        below={
          <div className="between chart-ends" aria-hidden>
            <span>{schedule[0] && monthAndYear(schedule[0].dueDate)}</span>
            <span>{last && monthAndYear(last.dueDate)}</span>
          </div>
        }
        head={['Due', 'Payment', 'Interest', 'Principal', 'Balance', 'Paid']}
        rows={schedule.map((row) => [
          businessDay(row.dueDate),
          rlusd(row.payment),
          rlusd(row.interest),
          rlusd(row.principal),
          rlusd(row.balance),
          row.paid ? 'yes' : 'no',
        ])}
      >
        {schedule.map((row, index) => {
          const below = tall(row.principal);
          const above = tall(row.interest);
          return (
            <g key={row.number} data-paid={row.paid || undefined}>
              <rect className={style.principal} x={x(index)} y={HEIGHT - below} width={width} height={below} />
              <rect
                className={style.interest}
                x={x(index)}
                y={HEIGHT - below - above - 1.5}
                width={width}
                height={above}
              />
            </g>
          );
        })}
        {next && (
          <line
            className={style.now}
            x1={x(schedule.indexOf(next))}
            x2={x(schedule.indexOf(next))}
            y1={0}
            y2={HEIGHT}
          />
        )}
        <polyline className={style.balance} points={line.join(' ')} />
      </ChartFrame>
    </section>
  );
}
