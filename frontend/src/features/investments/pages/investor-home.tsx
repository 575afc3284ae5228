import type { TransactionView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { LISTS } from '@tknest/contracts/rules';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { day } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { Field } from '../../../shared/ui/field/field';
import { Money } from '../../../shared/ui/money/money';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { usePropertiesQuery } from '../../listings/api';
import { useParticipationsQuery } from '../../payments/api';
import { PropertyCard } from '../components/property-card';
import './investor-home.css';

const ParticipatePanel = lazy(() => import('../components/participate-panel'));
const PAGE = 24;

/** The investor's home (D1 §2): income first, then what can be bought, then what was. */
export default function InvestorHome() {
  const { propertyId } = useParams();
  const navigate = useNavigate();
  const { data: history, error, refetch } = useParticipationsQuery();
  return (
    <>
      <div className="page-head"><div><h1>Browse Properties</h1><p className="dim">Verified properties, and what each token returns from rent.</p></div></div>
      <Summary history={history} />
      <Marketplace />
      <h2 style={{ margin: '32px 0 12px' }}>Your Participation History</h2>
      {error ? <Failed error={error} retry={() => void refetch()} what="Your history" /> : <History rows={history} />}
      {propertyId && /^[1-9]\d*$/.test(propertyId) && <Suspense fallback={null}><ParticipatePanel propertyId={Number(propertyId)} onClose={() => navigate('/', { preventScrollReset: true })} /></Suspense>}
    </>
  );
}

const sum = (rows: readonly TransactionView[], of: (row: TransactionView) => number) => toNumber(rows.reduce((total, row) => total + parseRlusd(of(row).toFixed(6)), 0n));

function Summary({ history }: { history: TransactionView[] | undefined }) {
  if (!history) return <div className="sums">{[1, 2, 3, 4].map((i) => <Skeleton key={i} height={120} />)}</div>;
  const properties = new Set(history.map(({ propertyId }) => propertyId)).size;
  return (
    <section className="sums" aria-label="Summary">
      <div className="card"><span className="dim small">Monthly Rent Income</span><span className="figure"><Money amount={sum(history, (row) => row.estimatedMonthlyReturn)} /></span><span className="small dim">estimated, from the terms of your tokens</span></div>
      <div className="card"><span className="dim small">Total Tokens</span><span className="figure">{history.reduce((total, row) => total + row.tokensPurchased, 0)}</span><span className="small dim">in {properties} {properties === 1 ? 'property' : 'properties'}</span></div>
      <div className="card"><span className="dim small">Total Participation (RLUSD)</span><span className="figure"><Money amount={sum(history, (row) => row.totalCost)} unit={false} /></span></div>
      <div className="card">
        <span className="dim small">Recent Transactions</span>
        {history.length === 0 && <span className="small dim">None yet</span>}
        <ul>{history.slice(0, LISTS.recentTransactions).map((row) => <li key={row.id} className="between" style={{ padding: '5px 0', borderTop: '1px solid var(--line)' }}><span>{row.propertyName}</span><Money amount={row.totalCost} /></li>)}</ul>
      </div>
    </section>
  );
}

function Marketplace() {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState('newest');
  const [available, setAvailable] = useState(false);
  const [limit, setLimit] = useState(PAGE);
  const asked = useDeferredValue(search);
  const { data, error, refetch } = usePropertiesQuery({ search: asked || undefined, sort, available, limit });
  return (
    <section aria-labelledby="available">
      <h2 id="available">Available Properties</h2>
      <div className="filters" role="search">
        <Field label="Search"><input type="search" value={search} placeholder="Name, address or purpose" onChange={(event) => setSearch(event.target.value)} /></Field>
        <Field label="Sort by"><select value={sort} onChange={(event) => setSort(event.target.value)}><option value="newest">Newest first</option><option value="apr">Highest APR</option><option value="price">Lowest token price</option><option value="term">Shortest term</option></select></Field>
        <label className="row" style={{ minHeight: 36 }}><input type="checkbox" checked={available} onChange={(event) => setAvailable(event.target.checked)} />Only with tokens left</label>
      </div>
      {error && <Failed error={error} retry={() => void refetch()} what="The marketplace" />}
      {!data && !error && <div className="cards">{[1, 2, 3].map((i) => <Skeleton key={i} height={420} />)}</div>}
      {data?.rows.length === 0 && <Empty title="No Properties Available" text={search || available ? 'Nothing matches these filters.' : 'Verified properties appear here as soon as their owners list them.'} action={search || available ? <Button onClick={() => { setSearch(''); setAvailable(false); }}>Clear filters</Button> : undefined} />}
      <div className="cards">{data?.rows.map((property) => <PropertyCard key={property.id} property={property} />)}</div>
      {data?.next && <div style={{ textAlign: 'center', marginTop: 20 }}><Button onClick={() => setLimit((n) => Math.min(n + PAGE, LISTS.max))}>Show more</Button></div>}
    </section>
  );
}

function History({ rows }: { rows: TransactionView[] | undefined }) {
  if (!rows) return <Skeleton height={160} />;
  if (rows.length === 0) return <Empty as="h3" title="Nothing yet" text="Your purchases appear here with their tokens, cost and rent share." />;
  return (
    <div className="table-wrap">
      <table>
        <thead><tr><th>Property</th><th className="num">Tokens</th><th className="num">Cost</th><th className="num">Monthly Rent Income</th><th className="num">Date</th></tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}><td><strong>{row.propertyName}</strong></td><td className="num">{row.tokensPurchased}</td><td className="num"><Money amount={row.totalCost} /></td><td className="num"><Money amount={row.estimatedMonthlyReturn} /></td><td className="num dim">{day(row.createdAt)}</td></tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
