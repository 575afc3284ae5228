import { IconShieldCheck, IconShieldExclamation, IconShieldPause } from '@tabler/icons-react';
import type { PayoutLineView, PayoutView } from '@tknest/contracts/api';
import { Link, useParams } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count, percent } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { usePayoutLinesQuery, usePayoutQuery } from '../../../shared/payouts/api';
import { pauseOf, periodOf, reasonOf, sourceOf } from '../../../shared/payouts/payout-words';
import { usePlatformConfigQuery } from '../../../shared/session/api';
import { BackLink, ButtonLink } from '../../../shared/ui/button/button';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Strip } from '../../../shared/ui/strip/strip';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { Verdict } from '../../../shared/ui/verdict/verdict';
import { Windows } from '../components/windows';
import { useTitle } from '../../../shared/use-title';
import { PropertyName } from '../components/property-name';
import { RunControls } from '../components/run-controls';
import '../../../shared/styles/lists.css';
import style from './run-page.module.css';

/** How often a run in progress is refreshed, in milliseconds. */
const WHILE_RUNNING_MS = 2_000;

/** One payout run: its progress, and each of its lines (`payout-run-*`). */
export default function RunPage() {
  useTitle('Payout run');
  const { runId = '' } = useParams();
  const run = useShown(usePayoutQuery(runId, usePolling(WHILE_RUNNING_MS)));
  const back = (
    <ButtonLink to="/admin/payouts" size="sm">
      Back to payout runs
    </ButtonLink>
  );
  return (
    <Shown of={run} what="The payout run" skeleton={<Skeleton height={420} />} wayOut={back}>
      {(view) => <Run run={view} />}
    </Shown>
  );
}

function Run({ run }: { run: PayoutView }) {
  // Money that a manual payout could not pay was returned, so nothing is waiting in a completed run.
  const waiting = run.status === 'completed' ? 0 : run.lines - run.settled - run.unclaimed;
  return (
    <div className="stack">
      <div className="page-head">
        <div>
          <BackLink to="/admin/payouts">Payout runs</BackLink>
          <h1>
            {periodOf(run)}, <PropertyName of={run} />
          </h1>
          <p className="dim">
            {sourceOf(run)} of {businessDay(run.date)} · <span className="mono">{run.id}</span> ·{' '}
            <Link to={`/audit/events?stream=${encodeURIComponent(`payout-${run.id}`)}`}>event log</Link>
          </p>
        </div>
        <div className="row">
          {run.status === 'completed' && run.unclaimed > 0 ? (
            <StatusPill status="unclaimed" word={`${count(run.unclaimed)} unclaimed`} />
          ) : (
            <StatusPill status={run.status} />
          )}
          <RunControls run={run} />
        </div>
      </div>
      <div className={style.top}>
        <PaidOut run={run} />
        <Standing run={run} />
      </div>
      <Strip
        figures={[
          ['Completed', count(run.settled)],
          ['Processing', count(waiting)],
          ['Unclaimed', <span className={run.unclaimed > 0 ? 'in-bad' : undefined}>{count(run.unclaimed)}</span>],
          [`Total of ${count(run.lines)} ${run.lines === 1 ? 'line' : 'lines'}`, <Money amount={shareOf(run)} six />],
        ]}
      />
      <Lines run={run} />
    </div>
  );
}

/** What holders get: the collected amount without the fee, in RLUSD. */
const shareOf = ({ amount, fee }: PayoutView) => Number((amount - fee).toFixed(6));

function PaidOut({ run }: { run: PayoutView }) {
  const sentence = `${count(run.settled)} of ${count(run.lines)} holders are paid, ${count(run.unclaimed)} unclaimed`;
  return (
    <section className={`card ${style.paid}`} aria-label="Paid out">
      <div>
        <p className="small dim">Paid out</p>
        <p className={`figure ${style.figure}`}>
          <Money amount={run.paid} />
        </p>
        <p className="dim">
          of <Money amount={shareOf(run)} /> to {count(run.lines)} {run.lines === 1 ? 'holder' : 'holders'}, fee{' '}
          <Money amount={run.fee} />
        </p>
      </div>
      {run.lines > 0 && <Windows done={run.settled} failed={run.unclaimed} of={run.lines} sentence={sentence} />}
    </section>
  );
}

function Standing({ run }: { run: PayoutView }) {
  if (run.status === 'paused')
    return (
      <Verdict tone="run" icon={<IconShieldPause size={40} stroke={1.5} />} title="Nothing is sent while it is paused">
        {pauseOf(run.pausedFor ?? '')} Lines already sent are completed; the rest waits.
      </Verdict>
    );
  if (run.status === 'completed' && run.unclaimed > 0)
    return (
      <Verdict
        tone="bad"
        icon={<IconShieldExclamation size={40} stroke={1.5} />}
        title={run.unclaimed === 1 ? 'One share could not be paid' : `${count(run.unclaimed)} shares could not be paid`}
      >
        The note of a line says why. The money stays in the payout escrow, and is paid once the ledger shows that the
        wallet accepts it.
      </Verdict>
    );
  const done = run.status === 'completed' && run.settled === run.lines;
  return (
    <Verdict
      tone="ok"
      icon={<IconShieldCheck size={40} stroke={1.5} />}
      title={done ? 'All holders are paid' : 'No line is ever paid twice'}
    >
      Each line is signed once and keeps its hash and last ledger. It is signed again only after that ledger has passed
      without it, so the first transaction can no longer arrive.
    </Verdict>
  );
}

function Lines({ run }: { run: PayoutView }) {
  const pages = usePages();
  const { data: config } = usePlatformConfigQuery();
  const lines = useShown(usePayoutLinesQuery({ id: run.id, cursor: pages.cursor }, usePolling(WHILE_RUNNING_MS)));
  const all = shareOf(run);
  const columns: readonly Column<PayoutLineView>[] = [
    { head: 'Holder', cell: ({ wallet }) => <WalletText wallet={wallet} /> },
    {
      head: 'Tokens',
      label: 'Tokens',
      numeric: true,
      cell: (line) => (line.tokens === null ? '—' : count(line.tokens)),
    },
    {
      head: 'Share',
      label: 'Share',
      numeric: true,
      cell: ({ amount }) => (all > 0 ? percent((amount / all) * 100) : '—'),
    },
    { head: 'Amount', numeric: true, cell: ({ amount }) => <Money amount={amount} six /> },
    { head: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
    { head: 'TX Hash', cell: ({ txHash }) => <HashText hash={txHash} explorer={config?.explorer} /> },
    { head: 'Note', cell: ({ reason }) => (reason ? reasonOf(reason) : '') },
  ];
  const none = <Empty as="h3" title="Preparing the lines" text="They appear here in a moment." />;
  return (
    <>
      <Shown
        of={lines}
        what="The lines"
        skeleton={<Skeleton height={240} />}
        empty={[({ rows }) => rows.length === 0, none]}
        quiet
      >
        {({ rows }) => (
          <DataTable
            label="Lines of the payout"
            dense
            lines
            columns={columns}
            rows={rows}
            keyOf={({ wallet }) => wallet}
          />
        )}
      </Shown>
      <Pager pages={pages} next={lines.data?.next} words={['Back', 'More']} />
    </>
  );
}
