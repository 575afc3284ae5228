import type { PayoutView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useNavigate } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { usePayoutsQuery } from '../../../shared/payouts/api';
import { periodOf, sourceOf } from '../../../shared/payouts/payout-words';
import { Money } from '../../../shared/ui/money/money';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { PayoutsFrame } from '../components/payouts-frame';
import { PropertyName } from '../components/property-name';

const COLUMNS: readonly Column<PayoutView>[] = [
  { head: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
  {
    head: 'Property',
    cell: ({ propertyId }) => (
      <strong>
        <PropertyName id={propertyId} />
      </strong>
    ),
  },
  { head: 'Period', label: 'Period', cell: periodOf },
  { head: 'Source', label: 'Source', cell: sourceOf },
  { head: 'Amount', label: 'Amount', numeric: true, cell: ({ amount }) => <Money amount={amount} /> },
  { head: 'Fee', label: 'Fee', numeric: true, cell: ({ fee }) => <Money amount={fee} /> },
  {
    head: 'Paid',
    label: 'Paid',
    numeric: true,
    cell: ({ settled, lines }) => `${count(settled)} of ${count(lines)}`,
  },
  { head: 'Unclaimed', label: 'Unclaimed', numeric: true, cell: ({ unclaimed }) => count(unclaimed) },
  { head: 'Date', label: 'Date', className: 'dim nowrap', cell: ({ date }) => businessDay(date) },
];
const addressOf = ({ id }: PayoutView) => `/admin/payouts/${encodeURIComponent(id)}`;

/** Every distribution run, newest first. */
export default function PayoutsPage() {
  const pages = usePages();
  const navigate = useNavigate();
  const page = useShown(usePayoutsQuery({ cursor: pages.cursor }, usePolling(POLLING.adminOther)));
  const none = <Empty title="No payout yet" text="The first one starts when a landlord repays, or on a due date." />;
  const open = (run: PayoutView) => void navigate(addressOf(run));
  return (
    <PayoutsFrame
      title="Payout runs"
      text="What a landlord pays is shared among the token holders, only once."
      of={page}
    >
      <Shown
        of={page}
        what="The payout runs"
        skeleton={<Skeleton height={240} />}
        empty={[({ rows }) => rows.length === 0, none]}
        quiet
      >
        {({ rows }) => (
          <DataTable
            label="Payout runs"
            dense
            lines
            columns={COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            opens={{ open, to: addressOf, nameOf: (run) => `Open the payout for ${periodOf(run)}` }}
          />
        )}
      </Shown>
      <Pager pages={pages} next={page.data?.next} />
    </PayoutsFrame>
  );
}
