import type { AdminPropertyView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { Link, useNavigate } from 'react-router';
import { shownAs } from '../../../shared/api/paging';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count, percent } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { useSessionQuery } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { Button } from '../../../shared/ui/button/button';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Facade } from '../../../shared/ui/facade/facade';
import { useFoundSaid } from '../../../shared/ui/live/live';
import { Money } from '../../../shared/ui/money/money';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Progress } from '../../../shared/ui/progress/progress';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { useAllPropertiesQuery } from '../api';
import { AdminFrame } from '../components/admin-frame';
import { searchOf } from '../../../shared/use-list-filters';
import { PropertyControls } from '../../../shared/properties/property-controls';
import { PropertyFilters, usePropertyFilters } from '../components/property-filters';
import { Updated } from '../../../shared/ui/updated/updated';

/** A link to the payments for a property, by searching the transaction log for its name. */
const transactionsOf = ({ name }: AdminPropertyView) => `/admin?search=${encodeURIComponent(name)}`;
const shareOf = ({ tokensIssued, tokenCount }: AdminPropertyView) => (100 * tokensIssued) / tokenCount;

const COLUMNS: readonly Column<AdminPropertyView>[] = [
  { head: 'Property', cell: (row) => <Named {...row} /> },
  { head: 'Monthly Rent', label: 'Monthly Rent', numeric: true, cell: (row) => <Money amount={row.monthlyRent} /> },
  { head: 'Tokens Issued', cell: (row) => <Issued {...row} /> },
  {
    head: 'Total Investment',
    label: 'Total Investment',
    numeric: true,
    cell: (row) => (
      <strong>
        <Money amount={row.totalInvestment} />
      </strong>
    ),
  },
];

const CONTROLS: Column<AdminPropertyView> = {
  head: 'Controls',
  label: 'Controls',
  cell: (row) => <PropertyControls property={row} />,
};

/** Every listing, with its rent and sold tokens (REQ-2.2.10.8). */
export default function PropertiesPage() {
  const navigate = useNavigate();
  const pages = usePages();
  const filters = usePropertyFilters();
  const search = searchOf(filters.value);
  const page = useShown(
    useAllPropertiesQuery({ ...Object.fromEntries(search), cursor: pages.cursor }, usePolling(POLLING.adminOther)),
  );
  useFoundSaid(search.toString(), page.data && shownAs(page.data, 'property', 'properties'));
  const { data: session } = useSessionQuery();
  const columns = can(session?.userRole, 'control') ? [...COLUMNS, CONTROLS] : COLUMNS;
  const show = (row: AdminPropertyView) => void navigate(transactionsOf(row));
  return (
    <AdminFrame
      title="Properties"
      actions={
        <>
          <Updated of={page} />
          <DownloadButton large href={`/api/admin/all-properties/export.csv?${search}`} name="properties.csv">
            Export
          </DownloadButton>
        </>
      }
    >
      <PropertyFilters {...filters} />
      <Shown
        of={page}
        what="The properties"
        skeleton={<Skeleton height={300} />}
        empty={[({ rows }) => rows.length === 0, <Nothing key="none" filters={filters} />]}
        wayOut={filters.active ? <Button onClick={filters.clear}>Clear filters</Button> : undefined}
        quiet
      >
        {({ rows }) => (
          <div className="properties">
            <DataTable
              label="Properties"
              dense
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              opens={{ open: show, nameOf: ({ name }) => `Transactions of ${name}`, to: transactionsOf }}
            />
          </div>
        )}
      </Shown>
      <Pager pages={pages} next={page.data?.next} />
    </AdminFrame>
  );
}

function Nothing({ filters }: { filters: ReturnType<typeof usePropertyFilters> }) {
  if (!filters.active)
    return <Empty title="No properties yet" text="They appear as soon as a verified landlord lists one." />;
  return (
    <Empty
      title="No properties found"
      text="No properties match these filters."
      action={<Button onClick={filters.clear}>Clear filters</Button>}
    />
  );
}

function Named(row: AdminPropertyView) {
  return (
    <div className="row">
      <span className="mini-house">
        <Facade id={row.id} share={shareOf(row) / 100} width={64} height={40} />
      </span>
      <div>
        <strong>
          <Link to={`/properties/${row.id}`} onClick={(event) => event.stopPropagation()}>
            {row.name}
          </Link>
        </strong>{' '}
        {row.hidden && <StatusPill status="closed" word="Hidden" />}
        {row.paused && <StatusPill status="pending" word="Paused" />}
        <div className="dim">
          {row.address}
          <br />
          <span className="small">Listed {businessDay(row.listedOn)}</span>
        </div>
      </div>
    </div>
  );
}

function Issued(row: AdminPropertyView) {
  return (
    <>
      <div className="between">
        <span>
          <strong>
            {count(row.tokensIssued)} / {count(row.tokenCount)}
          </strong>
          <span className="until-900"> tokens</span>
        </span>
        <span className="dim">{percent(shareOf(row))}</span>
      </div>
      <Progress label={`Tokens issued of ${row.name}`} value={shareOf(row)} />
    </>
  );
}
