import type { TransactionView } from '@tknest/contracts/api';
import { LISTS } from '@tknest/contracts/rules';
import { percent, rlusd } from '../../../shared/format/format';
import { Bars } from '../../../shared/ui/chart/bars';
import { Money } from '../../../shared/ui/money/money';
import { Shares } from '../../../shared/ui/progress/progress';
import { Skeleton } from '../../../shared/ui/states/states';
import { StatusIcon } from '../../../shared/ui/status-pill/status-pill';
import { useOpenPaymentsQuery } from '../../payments/api';
import { holdings, incomeByMonth, sum } from '../holdings';

/** The four summary cards (D1 §2), income first. */
export function Summary({ history }: { history: TransactionView[] | undefined }) {
  if (!history)
    return (
      <div className="sums" aria-busy="true">
        {[1, 2, 3, 4].map((i) => (
          <Skeleton key={i} height={200} />
        ))}
      </div>
    );
  const held = holdings(history);
  const income = sum(history, (row) => row.estimatedMonthlyReturn);
  const cost = sum(history, (row) => row.totalCost);
  return (
    <section className="sums" aria-label="Summary">
      <Income history={history} income={income} />
      <div className="card">
        <h2>Total Tokens</h2>
        <p className="figure">{held.reduce((total, { tokens }) => total + tokens, 0).toLocaleString('en-US')}</p>
        <p className="small dim">
          in {held.length} {held.length === 1 ? 'property' : 'properties'}
        </p>
        {held.length > 0 && (
          <>
            <Shares parts={held.map(({ tokens }) => tokens)} />
            <p className="xsmall dim">{held.map(({ name }) => name).join(', ')}</p>
          </>
        )}
      </div>
      <div className="card">
        <h2>Total Participation (RLUSD)</h2>
        <p className="figure">
          <Money amount={cost} unit={false} />
        </p>
        {cost > 0 && <p className="small dim">{percent(((income * 12) / cost) * 100)} annual yield, incl. principal</p>}
      </div>
      <Recent history={history} />
    </section>
  );
}

function Income({ history, income }: { history: TransactionView[]; income: number }) {
  const bars = incomeByMonth(history, new Date()).map(({ label, value }) => ({ label, value, shown: rlusd(value) }));
  const [first, last] = [bars[0]!, bars.at(-1)!];
  return (
    <div className="card">
      <h2>Monthly Rent Income</h2>
      <p className="figure">
        <Money amount={income} />
        {income > 0 && <small className="sums-estimate">estimated</small>}
      </p>
      {income > 0 ? (
        <Bars
          bars={bars}
          unit="RLUSD a month"
          sentence={`Monthly rent share of the tokens you held, ${first.label} to ${last.label}: from ${first.shown} to ${last.shown} RLUSD, estimated from their terms`}
        />
      ) : (
        <p className="small dim">Your first token starts it.</p>
      )}
    </div>
  );
}

/** The three latest (D1 §9): payments under way, then what has settled. */
function Recent({ history }: { history: TransactionView[] }) {
  const { data: open = [] } = useOpenPaymentsQuery();
  const rows = [
    ...open.map(({ id, status, propertyName, amount }) => ({
      id,
      status: status as string,
      name: propertyName ?? 'Payment',
      amount,
    })),
    ...history.map(({ id, propertyName, totalCost }) => ({
      id,
      status: 'completed',
      name: propertyName,
      amount: totalCost,
    })),
  ].slice(0, LISTS.recentTransactions);
  return (
    <div className="card">
      <h2>Recent Transactions</h2>
      {rows.length === 0 && <p className="small dim">None yet</p>}
      <ul className="recent-list">
        {rows.map((row) => (
          <li key={row.id}>
            <StatusIcon status={row.status} />
            <span>{row.name}</span>
            <Money amount={row.amount} />
          </li>
        ))}
      </ul>
    </div>
  );
}
