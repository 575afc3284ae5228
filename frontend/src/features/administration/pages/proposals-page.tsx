import type { ProposalAnswer, ProposalView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useCallback, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { messageOf } from '../../../shared/api/problem';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { WithReason, type ActWithReason } from '../../../shared/form/with-reason';
import { dayAndTime } from '../../../shared/format/time';
import { lateForm } from '../../../shared/late-form';
import { useSessionQuery } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { useAppDispatch } from '../../../shared/store/store';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { Updated } from '../../../shared/ui/updated/updated';
import { useTitle } from '../../../shared/use-title';
import { useApproveProposalMutation, useEndProposalMutation, useProposalsQuery } from '../api';
import type { Signing } from '../components/proposal-signature';
import '../../../shared/styles/lists.css';
import './admin.css';

// If its dialog does not come, what was asked for in the wallet can still be shown.
const ProposalSignature = lateForm(() => import('../components/proposal-signature'), null);

/** Acts that take two people: proposed by one admin, approved by another, each with a signature in their own wallet. */
export default function ProposalsPage() {
  useTitle('Proposals');
  const { data: session } = useSessionQuery();
  const { state } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [signing, setSigning] = useState<Signing | null>(() => signingOf(state as ProposalAnswer | null));
  const [asked, setAsked] = useState<ActWithReason | null>(null);
  const pages = usePages();
  const polling = usePolling(signing ? POLLING.paymentStatus : POLLING.adminOther);
  const page = useShown(useProposalsQuery({ cursor: pages.cursor }, polling));
  const [approve, { isLoading, originalArgs: approving }] = useApproveProposalMutation();
  const [end] = useEndProposalMutation();
  const decides = can(session?.userRole, 'control');
  const close = useCallback(() => {
    setSigning(null);
    void navigate('.', { replace: true, state: null });
  }, [navigate]);
  const sign = async (id: string) => {
    const { data, error } = await approve(id);
    if (data) return setSigning({ proposalId: id, links: data, does: 'approve' });
    dispatch(
      showToast({ title: 'Not approved', text: messageOf(error, 'Couldn’t approve the proposal'), tone: 'bad' }),
    );
  };
  const ending = ({ id, summary }: ProposalView, how: 'refuse' | 'withdraw'): ActWithReason => ({
    of: id,
    action: how === 'refuse' ? 'Refuse proposal' : 'Withdraw proposal',
    title: how === 'refuse' ? 'Refuse this proposal?' : 'Withdraw this proposal?',
    effect: summary,
    done: how === 'refuse' ? 'Refused' : 'Withdrawn',
    carryOut: (reason) => end({ id, how, reason }),
  });
  const action = (row: ProposalView) => {
    const isOwn = row.by === session?.walletAddress;
    const waits = row.status === 'approved' && row.carriedOut === null;
    if (!decides || !(row.status === 'open' || waits || (row.status === 'unsigned' && isOwn))) return null;
    // Another wallet of the proposer, which can neither approve nor refuse.
    if (row.isProposer && !isOwn) return null;
    if (isOwn)
      return (
        <Button size="sm" aria-label={`Withdraw: ${row.summary}`} onClick={() => setAsked(ending(row, 'withdraw'))}>
          Withdraw
        </Button>
      );
    return (
      <div className="row">
        {!waits && (
          <Button
            size="sm"
            look="filled"
            busy={isLoading && approving === row.id}
            aria-label={`Approve: ${row.summary}`}
            onClick={() => void sign(row.id)}
          >
            Approve
          </Button>
        )}
        <Button size="sm" aria-label={`Refuse: ${row.summary}`} onClick={() => setAsked(ending(row, 'refuse'))}>
          Refuse
        </Button>
      </div>
    );
  };
  const columns: readonly Column<ProposalView>[] = [
    { head: 'Proposal', cell: (row) => <What row={row} /> },
    { head: 'State', label: 'State', cell: (row) => <State row={row} /> },
    { head: 'By', label: 'By', cell: ({ by }) => <WalletText wallet={by} /> },
    { head: 'At', label: 'At', className: 'dim nowrap', cell: ({ at }) => dayAndTime(at) },
    { head: 'Action', cell: (row) => action(row) ?? <span className="dim">—</span> },
  ];
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Proposals</h1>
          <p className="dim">
            Moving the platform’s money takes two people: one proposes, another approves, and each signs.
          </p>
        </div>
        <Updated of={page} />
      </div>
      <Shown
        of={page}
        what="The proposals"
        skeleton={<Skeleton height={200} />}
        empty={[
          ({ rows }) => rows.length === 0,
          <Empty
            key="none"
            title="No proposals"
            text="Manual payouts and issuances, bulk lists, and case resolutions that keep money appear here once an admin proposes them. Another admin then approves or refuses."
            action={
              decides ? (
                <ButtonLink to="/tokens" size="sm">
                  Open token management
                </ButtonLink>
              ) : undefined
            }
          />,
        ]}
        quiet
      >
        {({ rows, next }) => (
          <div className="stack">
            <DataTable label="Proposals" lines columns={columns} rows={rows} keyOf={({ id }) => id} />
            <Pager pages={pages} next={next} />
          </div>
        )}
      </Shown>
      {signing && (
        <ProposalSignature
          signing={signing}
          proposal={page.data?.rows.find(({ id }) => id === signing.proposalId)}
          onClose={close}
        />
      )}
      {asked && <WithReason act={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const signingOf = (answer: ProposalAnswer | null): Signing | null =>
  answer?.proposalId ? { proposalId: answer.proposalId, links: answer, does: 'propose' } : null;

function State({ row: { status, carriedOut } }: { row: ProposalView }) {
  if (status === 'approved')
    return carriedOut === false ? (
      <StatusPill status="failed" word="Approved, not carried out" />
    ) : (
      <StatusPill
        status={carriedOut ? 'completed' : 'processing'}
        word={carriedOut ? 'Approved and carried out' : 'Approved'}
      />
    );
  if (status === 'open') return <StatusPill status="waiting" word="Waiting for a second person" />;
  if (status === 'unsigned') return <StatusPill status="pending" word="Waiting for signature" />;
  if (status === 'refused') return <StatusPill status="rejected" word="Refused" />;
  if (status === 'withdrawn') return <StatusPill status="cancelled" word="Withdrawn" />;
  return <StatusPill status="expired" />;
}

function What({
  row: { summary, note, linkTo, status, expiresAt, approvedBy, problem, reason },
}: {
  row: ProposalView;
}) {
  return (
    <div>
      <Link to={linkTo}>{summary}</Link>
      {note && <p className="small">{note}</p>}
      {status === 'open' && <p className="small dim">Expires {dayAndTime(expiresAt)}</p>}
      {approvedBy && (
        <p className="small dim">
          Approved by <WalletText wallet={approvedBy} />
        </p>
      )}
      {problem && <p className="small bad">{problem}</p>}
      {reason && <p className="small dim">{reason}</p>}
    </div>
  );
}
