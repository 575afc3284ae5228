import type { TokenOperationView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count } from '../../../shared/format/format';
import { dayAndTime } from '../../../shared/format/time';
import { usePlatformConfigQuery } from '../../../shared/session/api';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { useOperationsQuery } from '../api';

const PAGE = 10;

const columnsOf = (explorer: string | null | undefined): readonly Column<TokenOperationView>[] => [
  { head: 'Status', area: 'status', cell: ({ status }) => <StatusPill status={status} /> },
  { head: 'Recipient', area: 'who', cell: ({ recipientAddress }) => <WalletText wallet={recipientAddress} /> },
  { head: 'Amount', area: 'amount', numeric: true, cell: ({ amount }) => <Tknest amount={amount} /> },
  { head: 'By', area: 'by', atEnd: true, cell: ({ source }) => (source === 'hand' ? 'Manual' : 'Automation') },
  { head: 'Time', area: 'time', className: 'dim nowrap', cell: ({ createdAt }) => dayAndTime(createdAt) },
  {
    head: 'TX Hash',
    area: 'hash',
    atEnd: true,
    cell: ({ txHash, error }) =>
      error ? <span className="small">{error}</span> : <HashText {...{ hash: txHash, explorer }} />,
  },
];

/** Tokens recently issued manually and by automation, latest first. */
export function IssuedLately() {
  const pages = usePages();
  const { data: config } = usePlatformConfigQuery();
  const page = useShown(useOperationsQuery({ cursor: pages.cursor, limit: PAGE }, usePolling(POLLING.adminOther)));
  return (
    <section className="tokens-list" aria-labelledby="issued-lately">
      <h2 id="issued-lately">Recently issued</h2>
      <Shown
        of={page}
        what="Recently issued tokens"
        skeleton={<Skeleton height={160} />}
        empty={[
          ({ rows }) => rows.length === 0,
          <Empty key="none" as="h3" title="No tokens issued manually yet" text="Issued tokens appear here." />,
        ]}
      >
        {({ rows }) => (
          <div className="tokens-issued">
            <DataTable
              label="Recently issued"
              dense
              columns={columnsOf(config?.explorer)}
              rows={rows}
              keyOf={({ id }) => id}
            />
          </div>
        )}
      </Shown>
      <Pager pages={pages} next={page.data?.next} />
    </section>
  );
}

export const Tknest = ({ amount }: { amount: string | number }) => (
  <span className="money">
    {count(Number(amount))}
    <span className="money-unit">&nbsp;TKNEST</span>
  </span>
);
