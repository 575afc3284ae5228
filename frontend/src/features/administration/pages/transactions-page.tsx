import type { AdminTransactionView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useNavigate, useParams } from 'react-router';
import type { FirstData } from '../../../shared/api/first-data';
import { shownAs } from '../../../shared/api/paging';
import { useFoundSaid } from '../../../shared/ui/live/live';
import { useShown } from '../../../shared/api/use-shown';
import { useTogether } from '../../../shared/api/use-together';
import { administrationApi, usePlatformStatsQuery } from '../api';
import { usePolling } from '../../../shared/attention/use-attended';
import { rlusd, wordsOf } from '../../../shared/format/format';
import { businessDay, dayAndTime } from '../../../shared/format/time';
import { lazyPart } from '../../../shared/lazy-part';
import { Button } from '../../../shared/ui/button/button';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Money } from '../../../shared/ui/money/money';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, PageWaiting, Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { transactionsApi, useAllTransactionsQuery } from '../../../shared/transactions/api';
import { sessionApi, useOfficeWaitingQuery, useSessionQuery } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { AdminFrame } from '../components/admin-frame';
import { NeedsYou } from '../components/needs-you';
import { PlainSwitch } from '../../../shared/ui/inputs/plain';
import { useListFilters } from '../../../shared/use-list-filters';
import { TransactionFilters, useTransactionFilters } from '../components/transaction-filters';
import { Updated } from '../../../shared/ui/updated/updated';
import { useDrawer } from '../components/use-drawer';

const PaymentDrawer = lazyPart(() => import('../components/payment-drawer'));
const PAGE = 25;
/** A payment's row and, where it is not listed itself, its fee. */
type Line = AdminTransactionView & { fee?: number };
const COLUMNS: readonly Column<Line>[] = [
  { head: 'Status', area: 'status', cell: ({ ending, status }) => <StatusPill status={ending ?? status} /> },
  { head: 'Type', area: 'type', cell: ({ type }) => wordsOf(type) },
  {
    head: 'Description',
    area: 'what',
    cell: ({ type, description }) =>
      type === 'platform_fee' ? <span className="fee-line">{description}</span> : description,
  },
  { head: 'Wallet', area: 'wallet', atEnd: true, cell: ({ userWallet }) => <WalletText wallet={userWallet} /> },
  {
    head: 'Amount',
    area: 'amount',
    numeric: true,
    cell: ({ amount, fee, payoutId }) => (
      <>
        <Money amount={amount} six />
        {fee !== undefined && (
          <div className="dim">
            + {rlusd(fee, 'six')} {payoutId ? 'run fee' : 'fee'}
          </div>
        )}
      </>
    ),
  },
  { head: 'Property', area: 'property', cell: ({ propertyName }) => propertyName ?? '—' },
  {
    head: 'Date',
    area: 'date',
    atEnd: true,
    className: 'dim',
    cell: ({ date, timestamp }) => (
      <time dateTime={date} title={`Recorded ${dayAndTime(timestamp)}`}>
        {businessDay(date)}
      </time>
    ),
  },
  { head: 'TX Hash', area: 'hash', atEnd: true, cell: ({ txHash }) => <HashText hash={txHash} /> },
];

/** Without filters. */
const ALL = { type: 'all', days: 'all', status: 'all', limit: PAGE };

export const firstData: FirstData = (ask, { search, who }) =>
  Promise.all([
    search.size === 0 && ask(transactionsApi.endpoints.allTransactions.initiate(ALL)),
    ask(administrationApi.endpoints.platformStats.initiate()),
    can(who?.userRole, 'control') && ask(sessionApi.endpoints.officeWaiting.initiate()),
  ]);

const isFee = ({ type }: Line) => type === 'platform_fee';
const wholeOf = ({ paymentId, payoutId }: Line) => paymentId ?? payoutId;

/**
 * The rows with fees folded into the first row of their payment or payout run. A fee that ended otherwise, or whose
 * payment is not among the rows, keeps its own.
 */
function folded(rows: readonly AdminTransactionView[]): Line[] {
  const lines = rows.map((row): Line => ({ ...row }));
  for (const fee of lines.filter((one) => isFee(one) && wholeOf(one) !== null)) {
    const payment = lines.find(
      (one) => !isFee(one) && wholeOf(one) === wholeOf(fee) && one.status === fee.status && one.ending === fee.ending,
    );
    if (!payment) continue;
    payment.fee = fee.amount;
    lines.splice(lines.indexOf(fee), 1);
  }
  return lines;
}

/**
 * Every transaction (REQ-2.2.10.3 to REQ-2.2.10.7): filters in the address, refreshed every 10 s, a payment's events in
 * a drawer.
 */
export default function TransactionsPage() {
  const { paymentId } = useParams();
  const pages = usePages();
  const filters = useTransactionFilters();
  const asked = { ...filters.value, search: filters.value.search.trim() || undefined };
  // Later pages do not update, so that rows do not move while they are read.
  const polling = usePolling(pages.cursor ? 0 : POLLING.adminTransactions);
  const transactions = useAllTransactionsQuery({ ...asked, cursor: pages.cursor, limit: PAGE }, polling);
  const page = useShown(transactions);
  const { data: session } = useSessionQuery();
  const acts = can(session?.userRole, 'control');
  const waiting = useOfficeWaitingQuery(undefined, { skip: !acts });
  const together = useTogether(transactions, usePlatformStatsQuery(), waiting);
  const query = new URLSearchParams(
    Object.entries(asked).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  useFoundSaid(query.toString(), page.data && shownAs(page.data, 'transaction', 'transactions'));
  const fees = useListFilters(['fees'] as const);
  const showFees = fees.value.fees === 'shown';
  const drawer = useDrawer('/admin', Boolean(paymentId));
  const navigate = useNavigate();
  /** A payout links to its run; other rows open in a drawer. */
  const runOf = ({ payoutId }: AdminTransactionView) => payoutId && `/admin/payouts/${encodeURIComponent(payoutId)}`;
  const addressOf = ({ paymentId: id }: AdminTransactionView) => `/admin/payments/${id}`;
  if (!together) return <PageWaiting />;
  const none = (
    <Empty
      title="No transactions found"
      text={filters.active ? 'Nothing matches these filters.' : 'Payments appear here as soon as somebody starts one.'}
      action={filters.active ? <Button onClick={filters.clear}>Clear filters</Button> : undefined}
    />
  );
  return (
    <AdminFrame
      title="Transactions"
      needs={acts && waiting.data && <NeedsYou waiting={waiting.data} />}
      actions={
        <>
          <Updated of={page} />
          <DownloadButton large href={`/api/admin/all-transactions/export.csv?${query}`} name="transactions.csv">
            Export
          </DownloadButton>
        </>
      }
    >
      <TransactionFilters {...filters} />
      <PlainSwitch
        className="show-fees"
        label="Show fees"
        checked={showFees}
        onChange={({ currentTarget: { checked } }) => fees.set('fees', checked ? 'shown' : 'all')}
      />
      <Shown
        of={page}
        what="The transaction log"
        skeleton={<Skeleton height={320} />}
        wayOut={
          <Button size="sm" onClick={filters.clear}>
            {filters.active ? 'Clear filters' : 'Go to the first page'}
          </Button>
        }
        empty={[({ rows }) => rows.length === 0, none]}
        quiet
      >
        {({ rows }) => (
          <div className="transactions">
            <DataTable
              label="Transactions"
              dense
              columns={COLUMNS}
              rows={showFees ? rows : folded(rows)}
              keyOf={({ id }) => id}
              opens={{
                open: (row) => {
                  const run = runOf(row);
                  if (run) void navigate(run);
                  else drawer.open(addressOf(row));
                },
                to: runOf,
                nameOf: ({ description, payoutId }) => `Open ${payoutId ? 'payout' : 'payment'} ${description}`,
              }}
            />
          </div>
        )}
      </Shown>
      <Pager pages={pages} next={page.data?.next} />
      {paymentId && <PaymentDrawer key={paymentId} paymentId={paymentId} onClose={drawer.close} />}
    </AdminFrame>
  );
}
