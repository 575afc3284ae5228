import type { CaseView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useParams, useSearchParams } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { wordsOf } from '../../../shared/format/format';
import { dayAndTime } from '../../../shared/format/time';
import { lazyPart } from '../../../shared/lazy-part';
import { ButtonLink } from '../../../shared/ui/button/button';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { Tabs } from '../../../shared/ui/tabs/tabs';
import { useTitle } from '../../../shared/use-title';
import { useCasesQuery } from '../api';
import { CasePill } from '../components/case-pill';
import { Updated } from '../../../shared/ui/updated/updated';
import { useDrawer } from '../components/use-drawer';
import '../../../shared/styles/lists.css';
import './admin.css';

const CaseDrawer = lazyPart(() => import('../components/case-drawer'));
const TABS = [
  ['open', 'Open'],
  ['resolved', 'Resolved'],
  ['all', 'All'],
] as const;
const addressOfTab = (status: string) => (status === 'open' ? '/admin/cases' : `/admin/cases?status=${status}`);
const NONE: Record<string, readonly [title: string, text: string]> = {
  open: [
    'No open payment cases',
    'A case opens by itself when books and ledger differ, or when a payment needs a decision. The menu then counts it.',
  ],
  resolved: ['No resolved payment cases', 'Resolved cases stay here with their resolution.'],
};
const COMPARE = (
  <ButtonLink to="/audit/reconciliation" size="sm">
    Compare books and ledger
  </ButtonLink>
);

const COLUMNS: readonly Column<CaseView>[] = [
  { head: 'State', area: 'state', atEnd: true, cell: ({ status }) => <CasePill status={status} /> },
  { head: 'Case', area: 'kind', cell: ({ kind }) => <strong>{wordsOf(kind)}</strong> },
  { head: 'Finding', area: 'what', cell: ({ summary }) => summary },
  { head: 'Wallet', area: 'wallet', cell: ({ wallet }) => <WalletText wallet={wallet} /> },
  { head: 'TX Hash', area: 'hash', atEnd: true, cell: ({ txHash }) => <HashText hash={txHash} /> },
  { head: 'Opened', area: 'date', className: 'dim nowrap', cell: ({ openedAt }) => dayAndTime(openedAt) },
];

/** Cases and their resolutions; a selected one opens in a drawer. */
export default function CasesPage() {
  useTitle('Payment cases');
  const { caseId } = useParams();
  const [params] = useSearchParams();
  const pages = usePages();
  const [status] = TABS.find(([value]) => value === params.get('status')) ?? TABS[0];
  const page = useShown(useCasesQuery({ status, cursor: pages.cursor }, usePolling(POLLING.adminOther)));
  const drawer = useDrawer('/admin/cases', Boolean(caseId));
  const addressOf = (one: CaseView) => `/admin/cases/${encodeURIComponent(one.id)}`;
  const [title, text] = NONE[status] ?? ['No payment cases yet', NONE.open![1]];
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Payment cases</h1>
          <p className="dim">Differences between books and ledger, and payments that need a decision.</p>
        </div>
        <div className="row">
          <Updated of={page} />
        </div>
      </div>
      <Tabs
        label="Show cases"
        current={addressOfTab(status)}
        items={TABS.map(([value, label]) => [addressOfTab(value), label])}
      />
      <Shown
        of={page}
        what="The cases"
        skeleton={<Skeleton height={200} />}
        wayOut={
          <ButtonLink to="/admin/cases" size="sm">
            Show open cases
          </ButtonLink>
        }
        empty={[({ rows }) => rows.length === 0, <Empty key="none" title={title} text={text} action={COMPARE} />]}
        quiet
      >
        {({ rows }) => (
          <div className="cases">
            <DataTable
              label="Payment cases"
              dense
              columns={COLUMNS}
              rows={rows}
              keyOf={({ id }) => id}
              opens={{
                open: (one) => drawer.open(addressOf(one)),
                nameOf: ({ kind, openedAt }) => `Open case ${wordsOf(kind)}, ${dayAndTime(openedAt)}`,
              }}
            />
          </div>
        )}
      </Shown>
      <Pager pages={pages} next={page.data?.next} />
      {caseId && <CaseDrawer key={caseId} id={caseId} onClose={drawer.close} />}
    </>
  );
}
