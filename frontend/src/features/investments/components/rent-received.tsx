import type { PayoutView, PortfolioView } from '@tknest/contracts/api';
import { propertyName } from '@tknest/contracts/words';
import { Link } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { businessDay } from '../../../shared/format/time';
import { LATEST_PAYOUTS, usePayoutsQuery } from '../../../shared/payouts/api';
import { periodOf } from '../../../shared/payouts/payout-words';
import { usePortfolioQuery } from '../../../shared/portfolio/api';
import { usePlatformConfigQuery } from '../../../shared/session/api';
import { HashText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { ReceiptLink } from '../../../shared/payments/components/receipt-link';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { ComingPayments } from './coming-payments';
import style from './rent-received.module.css';

/** The investor's rent shares: received ones with their hashes, and the coming ones. */
export function RentReceived() {
  const { data: portfolio } = usePortfolioQuery();
  return portfolio && portfolio.purchases > 0 ? <Received own={portfolio} /> : null;
}

function Received({ own: portfolio }: { own: PortfolioView }) {
  const { data: config } = usePlatformConfigQuery();
  const pages = usePages();
  const payouts = useShown(usePayoutsQuery({ ...LATEST_PAYOUTS, cursor: pages.cursor }));
  const columns: readonly Column<PayoutView>[] = [
    { head: 'Property', cell: (run) => <Property of={run} /> },
    { head: 'Period', cell: periodOf },
    { head: 'Amount', numeric: true, cell: ({ own }) => <Money amount={own?.amount ?? 0} six /> },
    { head: 'Status', cell: ({ own }) => <StatusPill status={own?.status ?? 'waiting'} /> },
    { head: 'TX Hash', cell: ({ own }) => <HashText hash={own?.txHash ?? null} explorer={config?.explorer} /> },
    { head: 'Date', numeric: true, className: 'dim', cell: ({ date, own }) => businessDay(own?.date ?? date) },
    { head: 'Receipt', cell: ({ id, own }) => own?.txHash && <ReceiptLink paymentId={`${id}~${own.wallet}`} /> },
  ];
  const none = (
    <div className="card">
      <Empty as="h3" kind={2} title="No rent yet" text="The first share comes after the first due day of a property." />
    </div>
  );
  return (
    <section className={style.rent}>
      <div className="between">
        <h2>Rent received</h2>
        <Link to="/statements">Statements</Link>
      </div>
      <ComingPayments own={portfolio} />
      <Shown
        of={payouts}
        what="Your payouts"
        skeleton={<Skeleton height={160} />}
        empty={[({ rows }) => rows.every(({ own }) => own === null), none]}
      >
        {({ rows }) => (
          <DataTable
            label="Rent received"
            columns={columns}
            rows={rows.filter(({ own }) => own !== null)}
            keyOf={({ id }) => id}
          />
        )}
      </Shown>
      <Pager pages={pages} next={payouts.data?.next} />
    </section>
  );
}

function Property({ of: { propertyId, propertyName: name } }: { of: Pick<PayoutView, 'propertyId' | 'propertyName'> }) {
  if (propertyId === null) return <strong>—</strong>;
  return (
    <Link to={`/properties/${propertyId}`}>
      <strong>{propertyName({ id: propertyId, name })}</strong>
    </Link>
  );
}
