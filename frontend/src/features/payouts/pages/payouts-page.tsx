import type { PayoutView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useNavigate } from 'react-router';
import { shownAs } from '../../../shared/api/paging';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { usePayoutsQuery } from '../../../shared/payouts/api';
import { periodOf, sourceOf } from '../../../shared/payouts/payout-words';
import { Button } from '../../../shared/ui/button/button';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Days } from '../../../shared/ui/filters/days';
import { choicesOf, Filters } from '../../../shared/ui/filters/filters';
import { useFoundSaid } from '../../../shared/ui/live/live';
import { Money } from '../../../shared/ui/money/money';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { searchOf, useListFilters } from '../../../shared/use-list-filters';
import { RunControls } from '../components/run-controls';
import { PayoutsFrame } from '../components/payouts-frame';
import { PropertyName } from '../components/property-name';

const COLUMNS: readonly Column<PayoutView>[] = [
  { head: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
  {
    head: 'Property',
    cell: (run) => (
      <strong>
        <PropertyName of={run} />
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
  {
    head: 'Controls',
    cell: (run) => (
      // A click here must not open the run like a click on the row.
      <div role="presentation" onClick={(event) => event.stopPropagation()}>
        <RunControls run={run} small />
      </div>
    ),
  },
];
const STATUSES = choicesOf('Any status', ['running', 'paused', 'completed']);
const addressOf = ({ id }: PayoutView) => `/admin/payouts/${encodeURIComponent(id)}`;

/** Every payout run, newest first. */
export default function PayoutsPage() {
  const pages = usePages();
  const navigate = useNavigate();
  const filters = useListFilters(['search', 'status', 'from', 'to'] as const);
  const search = searchOf(filters.value);
  const page = useShown(
    usePayoutsQuery({ ...Object.fromEntries(search), cursor: pages.cursor }, usePolling(POLLING.adminOther)),
  );
  useFoundSaid(search.toString(), page.data && shownAs(page.data, 'payout run', 'payout runs'));
  const none = filters.active ? (
    <Empty
      title="No payouts found"
      text="No payout runs match these filters."
      action={<Button onClick={filters.clear}>Clear filters</Button>}
    />
  ) : (
    <Empty title="No payout yet" text="The first run starts when a landlord repays, or on a due date." />
  );
  const isUnused = page.data?.rows.length === 0 && !filters.active;
  const open = (run: PayoutView) => void navigate(addressOf(run));
  return (
    <PayoutsFrame
      title="Payout runs"
      text="What a landlord pays is shared among the token holders, only once."
      of={page}
      actions={
        isUnused || (
          <DownloadButton large href={`/api/payouts/export.csv?${search}`} name="payouts.csv">
            Export
          </DownloadButton>
        )
      }
    >
      {!isUnused && (
        <>
          <Filters
            of={filters}
            search={{ label: 'Search payout runs', placeholder: 'Property, or the run’s ID' }}
            choices={[{ name: 'status', label: 'Status', data: STATUSES }]}
          />
          <Days of={filters} />
        </>
      )}
      <Shown
        of={page}
        what="The payout runs"
        skeleton={<Skeleton height={240} />}
        empty={[({ rows }) => rows.length === 0, none]}
        wayOut={filters.active ? <Button onClick={filters.clear}>Clear filters</Button> : undefined}
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
