import type { UnclaimedView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { Link } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { businessDay } from '../../../shared/format/time';
import { useUnclaimedQuery } from '../../../shared/payouts/api';
import { reasonOf } from '../../../shared/payouts/payout-words';
import { useSessionQuery } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Money } from '../../../shared/ui/money/money';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { PayoutsFrame } from '../components/payouts-frame';
import { PropertyName } from '../components/property-name';

const COLUMNS: readonly Column<UnclaimedView>[] = [
  { head: 'Holder', cell: ({ wallet }) => <WalletText wallet={wallet} /> },
  { head: 'Property', label: 'Property', cell: (one) => <PropertyName of={one} /> },
  { head: 'Amount', numeric: true, cell: ({ amount }) => <Money amount={amount} six /> },
  { head: 'Reason', label: 'Reason', cell: ({ reason }) => reasonOf(reason) },
  { head: 'Since', label: 'Since', className: 'dim nowrap', cell: ({ since }) => businessDay(since) },
  {
    head: 'Run',
    label: 'Run',
    cell: ({ runId }) => <Link to={`/admin/payouts/${encodeURIComponent(runId)}`}>View run</Link>,
  },
];

/** Shares that could not be paid to their holders; they are retried when the ledger shows that they can be paid. */
export default function UnclaimedPage() {
  const pages = usePages();
  const { data: session } = useSessionQuery();
  const year = new Date().getFullYear();
  const page = useShown(useUnclaimedQuery({ cursor: pages.cursor }, usePolling(POLLING.adminOther)));
  const none = (
    <Empty
      title="No unclaimed rent shares"
      text="A rent share that can’t arrive, for example without a trust line, is listed here until it is paid."
    />
  );
  return (
    <PayoutsFrame
      title="Unclaimed"
      text="Rent shares that couldn’t be paid. Each stays owed and is sent once it can arrive."
      of={page}
      actions={
        can(session?.userRole, 'run-payouts') &&
        [year - 1, year].map((one) => (
          <DownloadButton
            key={one}
            large
            href={`/api/payouts/unclaimed/export.csv?year=${one}`}
            name={`unclaimed-${one}.csv`}
          >
            Export {one}
          </DownloadButton>
        ))
      }
    >
      <Shown
        of={page}
        what="Unclaimed rent shares"
        skeleton={<Skeleton height={200} />}
        empty={[({ rows }) => rows.length === 0, none]}
        quiet
      >
        {({ rows }) => (
          <DataTable
            label="Unclaimed"
            dense
            lines
            columns={COLUMNS}
            rows={rows}
            keyOf={({ wallet, runId }) => `${runId}/${wallet}`}
          />
        )}
      </Shown>
      <Pager pages={pages} next={page.data?.next} />
    </PayoutsFrame>
  );
}
