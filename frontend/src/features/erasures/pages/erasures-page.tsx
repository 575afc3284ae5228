import type { ErasureView } from '@tknest/contracts/api';
import { capitalized } from '@tknest/contracts/words';
import { useState } from 'react';
import { useShown } from '../../../shared/api/use-shown';
import { businessDay, day, dayAndTime } from '../../../shared/format/time';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { PageHead } from '../../../shared/page-head';
import { messageOf } from '../../../shared/api/problem';
import { useAppDispatch } from '../../../shared/store/store';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useErasuresQuery, useStopErasureMutation } from '../api';
import { CarryOut } from '../components/carry-out';
import { Kept } from '../components/kept';
import '../../../shared/styles/lists.css';

/** Erasure requests, the holds that delay them, and the data that is retained after an erasure. */
export default function ErasuresPage() {
  const page = useShown(useErasuresQuery());
  const [erasing, setErasing] = useState<ErasureView | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [stop] = useStopErasureMutation();
  const dispatch = useAppDispatch();
  const halt = async (wallet: string) => {
    const { error } = await stop(wallet);
    dispatch(
      error
        ? showToast({ title: 'Not stopped', text: messageOf(error, 'Please try again.'), tone: 'bad' })
        : showToast({ title: 'Erasure stopped', text: 'Nothing was erased.', tone: 'ok' }),
    );
  };
  const columns: readonly Column<ErasureView>[] = [
    { head: 'Wallet', cell: ({ wallet }) => <WalletText wallet={wallet} /> },
    {
      head: 'Requested',
      label: 'Requested',
      cell: ({ requestedAt }) => (requestedAt ? dayAndTime(requestedAt) : 'By an admin'),
    },
    { head: 'State', cell: (row) => <State row={row} /> },
    { head: 'On hold because', label: 'On hold because', cell: (row) => <Why row={row} /> },
    {
      head: 'Action',
      cell: (row) =>
        !row.erasedAt ? (
          <div className="row">
            {!row.erasesAt && (
              <Button size="sm" aria-label={`Erase ${row.wallet}`} onClick={() => setErasing(row)}>
                Erase
              </Button>
            )}
            <Button size="sm" aria-label={`Stop the erasure of ${row.wallet}`} onClick={() => void halt(row.wallet)}>
              Stop
            </Button>
          </div>
        ) : row.retainedUntil ? (
          <Button size="sm" aria-label={`Retained data of ${row.wallet}`} onClick={() => setShown(row.wallet)}>
            Retained data
          </Button>
        ) : (
          <span className="dim">—</span>
        ),
    },
  ];
  return (
    <>
      <PageHead title="Erasures" text="People who asked to have their data erased. Erasure can’t be undone." />
      <Shown
        of={page}
        what="The erasures"
        skeleton={<Skeleton height={200} />}
        empty={[
          (rows) => rows.length === 0,
          <Empty
            key="none"
            title="No erasure requests"
            text="People ask for erasure under Identity and documents. Requests appear here, with what delays them and what the law keeps."
          />,
        ]}
      >
        {(rows) => <DataTable label="Erasures" lines columns={columns} rows={rows} keyOf={({ wallet }) => wallet} />}
      </Shown>
      {erasing && <CarryOut one={erasing} onClose={() => setErasing(null)} />}
      {shown && <Kept wallet={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function State({ row: { erasedAt, erasesAt, holds } }: { row: ErasureView }) {
  if (erasedAt) return <StatusPill status="verified" word="Erased" />;
  if (erasesAt && holds.length === 0) return <StatusPill status="pending" word={`Erases on ${day(erasesAt)}`} />;
  return holds.length > 0 ? (
    <StatusPill status="waiting" word="On hold" />
  ) : (
    <StatusPill status="pending" word="To do" />
  );
}

function Why({ row: { erasedAt, holds, retainedUntil, redactions } }: { row: ErasureView }) {
  if (!erasedAt) return holds.length > 0 ? capitalized(holds.join(', ')) : <span className="dim">Nothing</span>;
  const said = [
    retainedUntil ? `Some data until ${businessDay(retainedUntil)}, as the law requires` : 'No data is kept',
    ...(redactions > 0 ? [`${redactions} not confirmed by a provider yet`] : []),
  ];
  return <span>{said.join('; ')}</span>;
}
