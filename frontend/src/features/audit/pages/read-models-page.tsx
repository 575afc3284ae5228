import type { ReadModelView } from '@tknest/contracts/api';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../shared/api/problem';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count, percent } from '../../../shared/format/format';
import { useSessionQuery } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Confirm } from '../../../shared/ui/later/dialogs';
import { Progress } from '../../../shared/ui/progress/progress';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { Updated } from '../../../shared/ui/updated/updated';
import { PageHead } from '../../../shared/page-head';
import { useReadModelsQuery, useRebuildMutation } from '../api';
import { ChainBand } from '../components/chain-band';
import '../../../shared/styles/lists.css';

const FOLLOW_MS = 1_000;

/** A read model's state, for the status pill and as text. */
const STATES: Record<ReadModelView['state'], { status: string; word: string }> = {
  live: { status: 'active', word: 'Live' },
  rebuilding: { status: 'running', word: 'Rebuilding' },
  'catching-up': { status: 'processing', word: 'Catching up' },
  halted: { status: 'failed', word: 'Stopped' },
  'failed-events': { status: 'failed', word: 'Failed events' },
};

/** The read models: the position of each in the event log, and the progress of rebuilds. */
export default function ReadModelsPage() {
  const { data: session } = useSessionQuery();
  const models = useShown(useReadModelsQuery(undefined, usePolling(FOLLOW_MS)));
  const may = can(session?.userRole, 'rebuild');
  return (
    <>
      <PageHead
        title="Read models"
        text="Tables behind the pages, built from the event log. A rebuild runs beside the live table, then replaces it."
      >
        <Updated of={models} />
        {may && <RebuildAll busy={models.data?.some(({ state }) => state === 'rebuilding') ?? false} />}
      </PageHead>
      <div className="stack">
        <ChainBand />
        <Shown of={models} what="The read models" skeleton={<Skeleton height={420} />} quiet>
          {(rows) => (
            <DataTable
              label="Read models"
              dense
              lines
              columns={may ? [...COLUMNS, REBUILD] : COLUMNS}
              rows={rows}
              keyOf={({ name }) => name}
            />
          )}
        </Shown>
      </div>
    </>
  );
}

const COLUMNS: readonly Column<ReadModelView>[] = [
  { head: 'Read model', cell: ({ name }) => <span className="mono">{name}</span>, sortBy: ({ name }) => name },
  { head: 'State', cell: (model) => <State of={model} />, sortBy: ({ state }) => STATES[state].word },
  { head: 'Rows', label: 'Rows', numeric: true, cell: ({ rows }) => count(rows), sortBy: ({ rows }) => rows },
  {
    head: 'Events behind',
    label: 'Events behind',
    numeric: true,
    cell: ({ lag }) => count(lag),
    sortBy: ({ lag }) => lag,
  },
];
const REBUILD: Column<ReadModelView> = { head: 'Controls', cell: (model) => <RebuildOne model={model} /> };

function State({ of: { name, state, progress, error } }: { of: ReadModelView }) {
  const pill = <StatusPill {...STATES[state]} />;
  if (state === 'failed-events') return <Link to="/admin/failed-events">{pill}</Link>;
  if (state !== 'rebuilding')
    return (
      <>
        {pill}
        {error && <p className="small dim">{error}</p>}
      </>
    );
  return (
    <div className="stack">
      {pill}
      <Progress label={`Rebuilding ${name}`} value={progress * 100} tone="pri" />
      <span className="small dim">{percent(progress * 100)}</span>
    </div>
  );
}

/** Requests a rebuild, and reports the outcome. */
function useRebuilding() {
  const [rebuild, { isLoading }] = useRebuildMutation();
  const dispatch = useAppDispatch();
  const start = async (name?: string) => {
    const { error } = await rebuild(name);
    const text = messageOf(error, 'Nothing was changed. Please try again.');
    if (error) dispatch(showToast({ title: 'The rebuild didn’t start', text, tone: 'bad' }));
  };
  return { start, busy: isLoading };
}

function RebuildOne({ model: { name, state } }: { model: ReadModelView }) {
  const { start, busy } = useRebuilding();
  return (
    <Button
      size="sm"
      busy={busy || state === 'rebuilding'}
      aria-label={`Rebuild ${name}`}
      icon={<IconRefresh size={16} aria-hidden />}
      onClick={() => void start(name)}
    >
      Rebuild
    </Button>
  );
}

function RebuildAll({ busy }: { busy: boolean }) {
  const [asked, setAsked] = useState(false);
  const { start } = useRebuilding();
  const confirm = async () => {
    await start();
    setAsked(false);
  };
  return (
    <>
      <Button size="sm" busy={busy} icon={<IconRefresh size={16} aria-hidden />} onClick={() => setAsked(true)}>
        Rebuild all
      </Button>
      {asked && (
        <Confirm
          title="Rebuild all read models?"
          action="Rebuild all"
          safe="Not now"
          onConfirm={confirm}
          onClose={() => setAsked(false)}
        >
          <p>
            Each is rebuilt from the whole event log. Pages keep working meanwhile; the database is busier than usual
            until the rebuild is done.
          </p>
        </Confirm>
      )}
    </>
  );
}
