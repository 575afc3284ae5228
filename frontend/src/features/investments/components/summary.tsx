import type { PortfolioView } from '@tknest/contracts/api';
import { recordedOn } from '@tknest/contracts/money';
import { LISTS } from '@tknest/contracts/rules';
import { rowsOf } from '../../../shared/api/paging';
import { useShown } from '../../../shared/api/use-shown';
import { count, percent, rlusd, sumOf, wordsOf } from '../../../shared/format/format';
import { businessDay, shortMonth } from '../../../shared/format/time';
import { Bars } from './bars';
import { Money } from '../../../shared/ui/money/money';
import { ShareKey, Shares } from '../../../shared/ui/progress/progress';
import { Skeleton } from '../../../shared/ui/states/states';
import { StatusIcon } from '../../../shared/ui/status-pill/status-pill';
import { useOpenPaymentsQuery } from '../../../shared/payments/api';
import { LATEST_PAYOUTS, usePayoutsQuery } from '../../../shared/payouts/api';
import { OWN, usePortfolioQuery, usePurchasesInfiniteQuery } from '../../../shared/portfolio/api';
import { Shown } from '../../../shared/ui/shown/shown';
import { incomeByMonth } from '../holdings';
import style from '../pages/investor-home.module.css';

const WAITING = (
  <div className={style.sums}>
    {[1, 2, 3, 4].map((i) => (
      <Skeleton key={i} height={200} />
    ))}
  </div>
);

/** The four summary cards (REQ-1.2.26), income first; added up by the server over every purchase. */
export function Summary() {
  const portfolio = useShown(usePortfolioQuery());
  return (
    <Shown of={portfolio} what="Your summary" skeleton={WAITING}>
      {(own) => <Cards own={own} />}
    </Shown>
  );
}

function Cards({ own }: { own: PortfolioView }) {
  const { holdings, properties, totalCost, monthlyIncome, returned } = own;
  return (
    <section className={style.sums} aria-label="Summary">
      <Income own={own} />
      <div className="card">
        <h2>Total Tokens</h2>
        <p className="figure">{count(own.tokens)}</p>
        <p className="small dim">
          in {properties} {properties === 1 ? 'property' : 'properties'}
        </p>
        {holdings.length > 0 && (
          <>
            <Shares parts={holdings.map(({ tokens }) => tokens)} />
            <p className="xsmall dim">
              {holdings.map(({ propertyId, name }, index) => (
                <span key={propertyId}>
                  {index > 0 && ', '}
                  <ShareKey index={index} />
                  {name}
                </span>
              ))}
              {properties > holdings.length && ` and ${properties - holdings.length} more`}
            </p>
          </>
        )}
      </div>
      <div className="card">
        <h2>Total Participation (RLUSD)</h2>
        <p className="figure">
          <Money amount={totalCost} unit={false} />
        </p>
        {totalCost > 0 && (
          <p className="small dim">{percent(((monthlyIncome * 12) / totalCost) * 100)} annual yield, incl. principal</p>
        )}
        {returned > 0 && (
          <p className="xsmall dim">
            {rlusd(returned)} received so far, {percent((returned / totalCost) * 100)} of your cost
          </p>
        )}
      </div>
      <Recent />
    </section>
  );
}

/** What came last; the estimate over all properties only until something has come, because some may not have begun. */
function Income({ own }: { own: PortfolioView }) {
  const { monthlyIncome: income, returned, properties } = own;
  const bars = incomeByMonth(own).map((bar) => ({ ...bar, shown: rlusd(sumOf(bar.value, bar.expected ?? 0)) }));
  const [first, last] = [bars[0]!, bars.at(-1)!];
  const latest = own.months.findLast((month) => month.income > 0);
  return (
    <div className="card">
      <h2>Monthly Rent Income</h2>
      <p className="figure">
        <Money amount={latest?.income ?? income} />{' '}
        {(latest || income > 0) && (
          <small className={style.sumsEstimate}>{latest ? `in ${shortMonth(latest.month)}` : 'estimated'}</small>
        )}
      </p>
      {latest && income > 0 && (
        <p className="small dim">
          {rlusd(income)} a month before fees, once {properties === 1 ? 'it pays' : `all ${properties} pay`}
        </p>
      )}
      {income > 0 || returned > 0 ? (
        <Bars
          bars={bars}
          unit="RLUSD a month"
          sentence={`Rent received from ${first.label} to ${last.label}: ${rlusd(returned)} RLUSD so far${last.expected ? `; ${rlusd(last.expected)} RLUSD is expected in ${last.label}` : ''}`}
        />
      ) : (
        <p className="small dim">It starts with your first token.</p>
      )}
    </div>
  );
}

/** The three latest (REQ-1.9.7): payments in progress, then what was paid and received, by day. */
function Recent() {
  const { data: open = [] } = useOpenPaymentsQuery();
  const { data: bought } = usePurchasesInfiniteQuery(OWN);
  const { data: payouts, isLoading } = usePayoutsQuery(LATEST_PAYOUTS);
  const settled = [
    ...(bought ? rowsOf(bought) : []).map((purchase) => ({
      id: purchase.id,
      name: purchase.propertyName,
      kind: 'Purchase',
      date: recordedOn(purchase),
      shown: `−${rlusd(purchase.totalCost)}`,
    })),
    ...(payouts?.rows ?? []).flatMap(({ id, propertyName, own }) =>
      own?.txHash
        ? { id, name: propertyName ?? 'Property', kind: 'Rent share', date: own.date, shown: `+${rlusd(own.amount)}` }
        : [],
    ),
  ].sort((a, b) => Date.parse(b.date) - Date.parse(a.date));
  const rows = [
    ...open.map(({ id, kind, status, propertyName, amount }) => ({
      id,
      status: status as string,
      name: propertyName ?? 'Payment',
      what: wordsOf(kind),
      shown: rlusd(amount),
    })),
    ...settled.map(({ kind, date, ...row }) => ({
      ...row,
      status: 'completed',
      what: `${kind}, ${businessDay(date)}`,
    })),
  ].slice(0, LISTS.recentTransactions);
  return (
    <div className="card">
      <h2>Recent Transactions</h2>
      {rows.length === 0 && <p className="small dim">None yet</p>}
      <ul className={style.recentList} aria-busy={isLoading}>
        {rows.map(({ id, status, name, what, shown }) => (
          <li key={id}>
            <StatusIcon status={status} />
            <span>
              {name}
              <br />
              <small className="dim">{what}</small>
            </span>
            <span className="money">
              {shown}
              <span className="money-unit">&nbsp;RLUSD</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
