import type { TransactionView } from '@tknest/contracts/api';
import { recordedOn } from '@tknest/contracts/money';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { rowsOf } from '../../../shared/api/paging';
import { useShown } from '../../../shared/api/use-shown';
import { businessDay, day } from '../../../shared/format/time';
import { ReceiptLink } from '../../../shared/payments/components/receipt-link';
import { OWN, usePurchasesInfiniteQuery } from '../../../shared/portfolio/api';
import { Button } from '../../../shared/ui/button/button';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Money } from '../../../shared/ui/money/money';
import { More } from '../../../shared/ui/pager/more';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { useListFilters } from '../../../shared/use-list-filters';
import style from '../pages/investor-home.module.css';

const COLUMNS: readonly Column<TransactionView>[] = [
  {
    head: 'Property',
    cell: ({ propertyId, propertyName }) => <Link to={`/properties/${propertyId}`}>{propertyName}</Link>,
  },
  { head: 'Tokens', label: 'Tokens', numeric: true, cell: (row) => row.tokensPurchased },
  { head: 'Cost', label: 'Cost', numeric: true, cell: (row) => <Money amount={row.totalCost} /> },
  {
    head: 'Monthly Rent Income',
    label: 'A month',
    numeric: true,
    cell: (row) =>
      row.redeemedAt ? (
        <span className="dim">Ended {day(row.redeemedAt)}</span>
      ) : (
        <Money amount={row.estimatedMonthlyReturn} />
      ),
  },
  {
    head: 'Date',
    numeric: true,
    className: 'dim',
    cell: (row) => <ReceiptLink paymentId={row.id} shown={businessDay(recordedOn(row))} />,
  },
];

/** 'Your Participation History' (REQ-1.2.30). `find` in the address filters it by a hash, a wallet or a name. */
export function History() {
  const { value, clear } = useListFilters(['find'] as const, { find: '' });
  const { find } = value;
  const query = usePurchasesInfiniteQuery(find ? { ...OWN, search: find } : OWN);
  const purchases = useShown(query);
  const asked = new URLSearchParams({ mine: 'true', ...(find ? { search: find } : {}) });
  const { hash, key } = useLocation();
  const section = useRef<HTMLElement>(null);
  // It is rendered after the page, so the browser does not find it.
  useEffect(() => {
    if (hash === '#history') section.current?.scrollIntoView();
  }, [hash, key]);
  return (
    <section id="history" ref={section} className={style.history}>
      <div className="between">
        <h2>Your Participation History</h2>
        <div className="row">
          <Link to="/activity">All activity</Link>
          {purchases.data && rowsOf(purchases.data).length > 0 ? (
            <DownloadButton large href={`/api/transactions/export.csv?${asked}`} name="participation-history.csv">
              Export
            </DownloadButton>
          ) : null}
        </div>
      </div>
      {find && (
        <p className={`small dim ${style.historyFind}`}>
          Showing purchases that match “{find}”.{' '}
          <Button look="subtle" size="sm" onClick={clear}>
            Show all
          </Button>
        </p>
      )}
      <Shown
        of={purchases}
        what="Your history"
        skeleton={<Skeleton height={160} />}
        empty={[(data) => rowsOf(data).length === 0, <Nothing key="none" find={find} />]}
      >
        {(data) => (
          <DataTable label="Your participation history" columns={COLUMNS} rows={rowsOf(data)} keyOf={({ id }) => id} />
        )}
      </Shown>
      <More query={query} />
    </section>
  );
}

const Nothing = ({ find }: { find: string }) => (
  <div className="card">
    <Empty
      as="h3"
      kind={5}
      title={find ? 'No transactions found' : 'Nothing yet'}
      text={
        find
          ? 'No purchase of yours has this hash or wallet.'
          : 'Your purchases appear here with their tokens, cost and rent share.'
      }
    />
  </div>
);
