import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { DATE_RANGES_DAYS, TRANSACTION_TYPES, type AdminTransactionView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { dayAndTime } from '../../../shared/format/format';
import { useNow } from '../../../shared/use-now';
import { Button } from '../../../shared/ui/button/button';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Field } from '../../../shared/ui/field/field';
import { Money } from '../../../shared/ui/money/money';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { useAllTransactionsQuery } from '../api';
import { AdminFrame } from '../components/admin-frame';

const PaymentDrawer = lazy(() => import('../components/payment-drawer'));
const PAGE = 25;
const words = (type: string) => type.replaceAll('_', ' ').replace(/^./, (c) => c.toUpperCase()).replace('Rlusd', 'RLUSD');
const RANGES: Record<string, string> = { 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year', all: 'All time' };

/** Every transaction (D2 §2.10): filters in the address, refreshed every 10 s, a payment's trail in a drawer. */
export default function TransactionsPage() {
  const [params, setParams] = useSearchParams();
  const { paymentId } = useParams();
  const navigate = useNavigate();
  const [pages, setPages] = useState<string[]>([]);
  const [search, setSearch] = useState(params.get('search') ?? '');
  const asked = useDeferredValue(search);
  const filter = { search: asked || undefined, type: params.get('type') ?? 'all', days: params.get('days') ?? 'all', status: params.get('status') ?? 'all' };
  const { data, error, refetch, fulfilledTimeStamp = 0, isFetching } = useAllTransactionsQuery({ ...filter, cursor: pages.at(-1), limit: PAGE }, { pollingInterval: pages.length === 0 ? POLLING.adminTransactions : 0 });
  const set = (name: string) => (event: { target: { value: string } }) => {
    setPages([]);
    setParams((before) => { before.set(name, event.target.value); return before; }, { replace: true });
  };
  const query = new URLSearchParams(Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1])));
  const filtered = Boolean(asked) || filter.type !== 'all' || filter.days !== 'all' || filter.status !== 'all';
  const open = (row: AdminTransactionView) => navigate(`/admin/payments/${row.paymentId}?${params}`, { preventScrollReset: true });
  return (
    <AdminFrame
      title="Transactions"
      actions={
        <>
          <Updated at={fulfilledTimeStamp} />
          <Button size="sm" busy={isFetching} icon={<IconRefresh size={16} aria-hidden />} onClick={() => void refetch()}>Refresh</Button>
          <a className="btn btn-default btn-sm" href={`/api/admin/all-transactions/export.csv?${query}`} download><IconDownload size={16} aria-hidden />Export</a>
        </>
      }
    >
      <div className="filters" role="search">
        <Field label="Search"><input type="search" placeholder="Description, wallet or property" value={search} onChange={(event) => { setSearch(event.target.value); setPages([]); }} /></Field>
        <Field label="Type"><select value={filter.type} onChange={set('type')}><option value="all">All types</option>{TRANSACTION_TYPES.map((type) => <option key={type} value={type}>{words(type)}</option>)}</select></Field>
        <Field label="Date range"><select value={filter.days} onChange={set('days')}>{[...DATE_RANGES_DAYS.map(String), 'all'].map((days) => <option key={days} value={days}>{RANGES[days]}</option>)}</select></Field>
        <Field label="Status"><select value={filter.status} onChange={set('status')}><option value="all">All</option>{['completed', 'processing', 'pending', 'failed'].map((status) => <option key={status} value={status}>{words(status)}</option>)}</select></Field>
      </div>
      {error && <Failed error={error} retry={() => void refetch()} what="The transaction log" />}
      {!data && !error && <Skeleton height={320} />}
      {data?.rows.length === 0 && <Empty title="No transactions found" text={filtered ? 'Nothing matches these filters.' : 'Payments appear here as soon as somebody starts one.'} action={filtered ? <Button onClick={() => { setSearch(''); setParams({}, { replace: true }); }}>Clear filters</Button> : undefined} />}
      {data && data.rows.length > 0 && (
        <div className="table-wrap dense" tabIndex={0} role="region" aria-label="Transactions">
          <table>
            <thead><tr><th>Status</th><th>Type</th><th>Description</th><th>Wallet</th><th className="num">Amount</th><th>Property</th><th>Date</th><th>TX Hash</th><th><span className="sr-only">Open</span></th></tr></thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.id} data-opens onClick={() => open(row)}>
                  <td><StatusPill status={row.status} /></td><td>{words(row.type)}</td><td><div className="ellipsis" title={row.description}>{row.description}</div></td><td><WalletText wallet={row.userWallet} /></td>
                  <td className="num"><Money amount={row.amount} six /></td><td>{row.propertyName ?? '—'}</td><td className="dim">{dayAndTime(row.timestamp)}</td><td><HashText hash={row.txHash} /></td>
                  <td><button type="button" className="btn btn-subtle btn-sm" aria-label={`Open payment ${row.description}`} onClick={(event) => { event.stopPropagation(); open(row); }}>›</button></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && (pages.length > 0 || data.next) && (
        <div className="pager">
          <Button size="sm" disabled={pages.length === 0} onClick={() => setPages(pages.slice(0, -1))}>Newer</Button>
          <span className="small dim">Page {pages.length + 1}</span>
          <Button size="sm" disabled={!data.next} onClick={() => setPages([...pages, data.next!])}>Older</Button>
        </div>
      )}
      {paymentId && <Suspense fallback={null}><PaymentDrawer paymentId={paymentId} onClose={() => navigate(`/admin?${params}`, { preventScrollReset: true })} /></Suspense>}
    </AdminFrame>
  );
}

function Updated({ at }: { at: number }) {
  const now = useNow(1_000);
  return at > 0 ? <span className="small dim">Updated {Math.max(0, Math.round((now - at) / 1000))} s ago</span> : null;
}
