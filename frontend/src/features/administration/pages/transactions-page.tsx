import { IconChevronRight, IconDownload } from '@tabler/icons-react';
import type { AdminTransactionView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useParams } from 'react-router';
import { isRefusal } from '../../../shared/api/problem';
import { dayAndTime, wordsOf } from '../../../shared/format/format';
import { lazyPart } from '../../../shared/lazy-part';
import { Button } from '../../../shared/ui/button/button';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { Table } from '../../../shared/ui/table/table';
import { useAllTransactionsQuery } from '../api';
import { AdminFrame } from '../components/admin-frame';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { useDrawer } from '../components/use-drawer';
import { TransactionFilters, useTransactionFilters } from '../components/transaction-filters';
import { Updated } from '../components/updated';

const PaymentDrawer = lazyPart(() => import('../components/payment-drawer'));
const PAGE = 25;

/** Every transaction (D2 §2.10): filters in the address, refreshed every 10 s, a payment's trail in a drawer. */
export default function TransactionsPage() {
  const { paymentId } = useParams();
  const pages = usePages();
  const filters = useTransactionFilters();
  const asked = { ...filters.value, search: filters.value.search.trim() || undefined };
  // Later pages stand still: what one reads there must not slide away.
  const {
    data: last,
    currentData,
    error,
    refetch,
    fulfilledTimeStamp,
    isFetching,
  } = useAllTransactionsQuery(
    { ...asked, cursor: pages.cursor, limit: PAGE },
    { pollingInterval: !pages.cursor ? POLLING.adminTransactions : 0 },
  );
  // The rows of the last question stay while the next one is asked, not where it failed.
  const data = currentData ?? (error ? undefined : last);
  const query = new URLSearchParams(
    Object.entries(asked).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  const drawer = useDrawer('/admin', Boolean(paymentId));
  const addressOf = (row: AdminTransactionView) => `/admin/payments/${row.paymentId}`;
  return (
    <AdminFrame
      title="Transactions"
      actions={
        <>
          <Updated at={fulfilledTimeStamp} busy={isFetching} failed={Boolean(error)} refresh={() => void refetch()} />
          <a className="btn btn-default btn-sm" href={`/api/admin/all-transactions/export.csv?${query}`} download>
            <IconDownload size={16} aria-hidden />
            Export
          </a>
        </>
      }
    >
      <TransactionFilters {...filters} />
      {error && !data && (
        <Failed
          error={error}
          retry={() => void refetch()}
          what="The transaction log"
          action={
            isRefusal(error) ? (
              <Button size="sm" onClick={filters.clear}>
                {filters.active ? 'Clear filters' : 'To the first page'}
              </Button>
            ) : undefined
          }
        />
      )}
      {!data && !error && <Skeleton height={320} />}
      {data?.rows.length === 0 && (
        <Empty
          title="No transactions found"
          text={
            filters.active ? 'Nothing matches these filters.' : 'Payments appear here as soon as somebody starts one.'
          }
          action={filters.active ? <Button onClick={filters.clear}>Clear filters</Button> : undefined}
        />
      )}
      {data && data.rows.length > 0 && (
        <div className="transactions" aria-busy={!currentData}>
          <Table label="Transactions" dense>
            <thead>
              <tr>
                <th>Status</th>
                <th>Type</th>
                <th>Description</th>
                <th>Wallet</th>
                <th className="num">Amount</th>
                <th>Property</th>
                <th>Date</th>
                <th>TX Hash</th>
                <th>
                  <span className="sr-only">Open</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.id} data-opens onClick={() => drawer.openRow(addressOf(row))}>
                  <td>
                    <StatusPill status={row.ending ?? row.status} />
                  </td>
                  <td>{wordsOf(row.type)}</td>
                  <td>
                    <div className="ellipsis" title={row.description}>
                      {row.description}
                    </div>
                  </td>
                  <td>
                    <WalletText wallet={row.userWallet} />
                  </td>
                  <td className="num">
                    <Money amount={row.amount} six />
                  </td>
                  <td>
                    <div className="ellipsis" title={row.propertyName ?? undefined}>
                      {row.propertyName ?? '—'}
                    </div>
                  </td>
                  <td className="dim">{dayAndTime(row.timestamp)}</td>
                  <td>
                    <HashText hash={row.txHash} />
                  </td>
                  <td>
                    <button
                      type="button"
                      className="btn btn-subtle btn-sm"
                      aria-label={`Open payment ${row.description}`}
                      onClick={(event) => {
                        event.stopPropagation();
                        drawer.open(addressOf(row));
                      }}
                    >
                      <IconChevronRight size={16} aria-hidden />
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <Pager pages={pages} next={data?.next} />
      {paymentId && <PaymentDrawer paymentId={paymentId} onClose={drawer.close} />}
    </AdminFrame>
  );
}
