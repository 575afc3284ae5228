import type { ParkedEventView } from '@tknest/contracts/api';
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
import { Button } from '../../../shared/ui/button/button';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { Updated } from '../../../shared/ui/updated/updated';
import { useTitle } from '../../../shared/use-title';
import { useParkedEventsQuery, useReleaseParkedMutation } from '../api';
import '../../../shared/styles/lists.css';
import './admin.css';

const COLUMNS: readonly Column<ParkedEventView>[] = [
  { head: 'Who follows', cell: ({ consumer }) => <span className="mono">{consumer}</span> },
  {
    head: 'Event',
    cell: ({ stream, revision }) => (
      <Link to={`/audit/events?stream=${encodeURIComponent(stream)}`} className="mono">
        {stream}/{revision}
      </Link>
    ),
  },
  { head: 'Why', cell: ({ error }) => error },
  { head: 'Since', className: 'dim nowrap', cell: ({ parkedAt }) => dayAndTime(parkedAt) },
];

/** Events that a read model or a process could not take: why, and the way to try them again. */
export default function ParkedPage() {
  useTitle('Set aside');
  const { data: session } = useSessionQuery();
  const pages = usePages();
  const page = useShown(useParkedEventsQuery({ cursor: pages.cursor }, usePolling(POLLING.adminOther)));
  const none = (
    <Empty
      as="h2"
      title="Nothing is set aside"
      text="Whoever follows the log took every event. What cannot be taken stands here, with what stands behind it."
    />
  );
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Set aside</h1>
          <p className="dim">Events that could not be taken. Once the cause is mended, they are handed over again.</p>
        </div>
        <Updated of={page} />
      </div>
      <Shown
        of={page}
        what="What is set aside"
        skeleton={<Skeleton height={200} />}
        empty={[({ rows }) => rows.length === 0, none]}
        quiet
      >
        {({ rows }) => (
          <div className="stack">
            {can(session?.userRole, 'brake') && <Release rows={rows} />}
            <DataTable
              label="Set aside"
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

/** One button for each that has something set aside: all of it is handed over in its order. */
function Release({ rows }: { rows: readonly ParkedEventView[] }) {
  const [release, { isLoading }] = useReleaseParkedMutation();
  const dispatch = useAppDispatch();
  const consumers = [...new Set(rows.map(({ consumer }) => consumer))];
  const handOver = async (consumer: string) => {
    const { data, error } = await release(consumer);
    const text = messageOf(error, 'They could not be handed over');
    if (!data) return void dispatch(showToast({ title: 'Error', text, tone: 'bad' }));
    const { released, stuck } = data;
    dispatch(
      showToast({
        title: stuck === 0 ? 'Handed over' : 'Some could still not be taken',
        text: `${released} taken. ${stuck === 0 ? 'Nothing of it' : `${stuck} in a row`} still waits.`,
        tone: stuck === 0 ? 'ok' : 'wait',
      }),
    );
  };
  return (
    <div className="row" role="group" aria-label="Try again">
      {consumers.map((consumer) => (
        <Button
          key={consumer}
          size="sm"
          busy={isLoading}
          icon={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => void handOver(consumer)}
        >
          Hand over to {consumer}
        </Button>
      ))}
    </div>
  );
}
