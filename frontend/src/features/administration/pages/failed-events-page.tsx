import type { FailedEventView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router';
import { messageOf } from '../../../shared/api/problem';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { dayAndTime } from '../../../shared/format/time';
import { useSessionQuery } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { useAppDispatch } from '../../../shared/store/store';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { Updated } from '../../../shared/ui/updated/updated';
import { PageHead } from '../../../shared/page-head';
import { useFailedEventsQuery, useReleaseFailedEventsMutation } from '../api';
import '../../../shared/styles/lists.css';
import './admin.css';

const COLUMNS: readonly Column<FailedEventView>[] = [
  { head: 'Read model or process', cell: ({ consumer }) => <span className="mono">{consumer}</span> },
  {
    head: 'Event',
    cell: ({ stream, revision }) => (
      <Link to={`/audit/events?stream=${encodeURIComponent(stream)}`} className="mono">
        {stream}/{revision}
      </Link>
    ),
  },
  { head: 'Error', cell: ({ error }) => error },
  { head: 'Since', className: 'dim nowrap', cell: ({ failedAt }) => dayAndTime(failedAt) },
];

/** Events that a read model or a process failed to process, with the reasons, and buttons to retry them. */
export default function FailedEventsPage() {
  const { data: session } = useSessionQuery();
  const pages = usePages();
  const page = useShown(useFailedEventsQuery({ cursor: pages.cursor }, usePolling(POLLING.adminOther)));
  const none = (
    <Empty
      as="h2"
      title="No failed events"
      text="Events that a read model or process can’t apply are listed here, with the events waiting behind them."
      action={
        <ButtonLink to="/audit/read-models" size="sm">
          Open read models
        </ButtonLink>
      }
    />
  );
  return (
    <>
      <PageHead
        title="Failed events"
        text="Events that a read model or process couldn’t apply. Fix the cause, then retry them."
      >
        <Updated of={page} />
      </PageHead>
      <Shown
        of={page}
        what="Failed events"
        skeleton={<Skeleton height={200} />}
        empty={[({ rows }) => rows.length === 0, none]}
        quiet
      >
        {({ rows }) => (
          <div className="stack">
            {can(session?.userRole, 'control') && <Release rows={rows} />}
            <DataTable
              label="Failed events"
              dense
              columns={COLUMNS}
              rows={rows}
              keyOf={({ consumer, position }) => `${consumer}@${position}`}
            />
          </div>
        )}
      </Shown>
      <Pager pages={pages} next={page.data?.next} />
    </>
  );
}

/** One button per consumer with failed events, which retries all of them in order. */
function Release({ rows }: { rows: readonly FailedEventView[] }) {
  const [release, { isLoading }] = useReleaseFailedEventsMutation();
  const dispatch = useAppDispatch();
  const consumers = [...new Set(rows.map(({ consumer }) => consumer))];
  const handOver = async (consumer: string) => {
    const { data, error } = await release(consumer);
    const text = messageOf(error, 'Couldn’t retry the events');
    if (!data) return void dispatch(showToast({ title: 'Error', text, tone: 'bad' }));
    const { released, stuck } = data;
    dispatch(
      showToast({
        title: stuck === 0 ? 'Events applied' : 'Some events failed again',
        text: `${released} applied, ${stuck === 0 ? 'none' : `${stuck} in order`} still waiting.`,
        tone: stuck === 0 ? 'ok' : 'wait',
      }),
    );
  };
  return (
    <div className="row" role="group" aria-label="Retry events">
      {consumers.map((consumer) => (
        <Button
          key={consumer}
          size="sm"
          busy={isLoading}
          icon={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => void handOver(consumer)}
        >
          Retry events of {consumer}
        </Button>
      ))}
    </div>
  );
}
