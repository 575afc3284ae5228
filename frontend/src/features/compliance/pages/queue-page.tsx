import type { ComplianceCaseRow } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useNavigate, useSearchParams } from 'react-router';
import type { FirstData } from '../../../shared/api/first-data';
import { shownAs } from '../../../shared/api/paging';
import { useFoundSaid } from '../../../shared/ui/live/live';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Button } from '../../../shared/ui/button/button';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { Tabs } from '../../../shared/ui/tabs/tabs';
import { Updated } from '../../../shared/ui/updated/updated';
import { hundred } from '../../../shared/ui/words/words';
import { PageHead } from '../../../shared/page-head';
import { sessionApi, useComplianceSummaryQuery } from '../../../shared/session/api';
import { complianceApi, useComplianceCasesQuery, useSanctionsListQuery } from '../api';
import { ListInUse } from '../components/list-in-use';
import { Promised, StatePill } from '../components/state-pill';
import { QueueFigures } from '../components/queue-figures';
import { QueueFilters, useQueueFilters } from '../components/queue-filters';
import style from '../components/case.module.css';
import '../../../shared/styles/lists.css';

const PLACES = { open: '/compliance', mine: '/compliance?show=mine', decided: '/compliance?show=decided' };
const isPlace = (show: string | null): show is keyof typeof PLACES => show !== null && Object.hasOwn(PLACES, show);
/** A short prefix of a case's id, which the search accepts. */
const ID_SHOWN = 8;
/** Pixels of a phone's screen below the heading. */
const PAGE_HEIGHT = 560;
const ROLES = { investor: 'Investor', landlord: 'Landlord' };
const addressOf = ({ id }: ComplianceCaseRow) => `/compliance/${encodeURIComponent(id)}`;

const COLUMNS: readonly Column<ComplianceCaseRow>[] = [
  { head: 'Case', label: 'Case', className: 'mono', cell: ({ id }) => id.slice(0, ID_SHOWN) },
  { head: 'Applicant', cell: ({ wallet }) => <WalletText wallet={wallet} /> },
  { head: 'Score', numeric: true, cell: ({ score }) => (score === null ? '—' : <strong>{hundred(score)}</strong>) },
  { head: 'Reason', label: 'Reason', cell: ({ reason }) => reason },
  { head: 'Type', label: 'Type', cell: ({ userRole }) => ROLES[userRole] },
  {
    head: 'Due',
    label: 'Due',
    cell: ({ promiseBy, daysLeft, state }) => <Promised by={promiseBy} left={daysLeft} decided={state === 'decided'} />,
  },
  {
    head: 'Assigned to',
    label: 'Assigned to',
    cell: ({ assignee }) => (assignee ? <WalletText wallet={assignee} /> : <span className="dim">Unassigned</span>),
  },
  { head: 'State', cell: (row) => <StatePill {...row} /> },
];

export const firstData: FirstData = (ask, { search }) =>
  Promise.all([
    search.size === 0 && ask(complianceApi.endpoints.complianceCases.initiate({ show: 'open' })),
    ask(sessionApi.endpoints.complianceSummary.initiate()),
    ask(complianceApi.endpoints.sanctionsList.initiate()),
  ]);

/** The queue, sorted by due date. Only the case itself shows a name, because that view is recorded. */
export default function QueuePage() {
  const [params] = useSearchParams();
  const pages = usePages();
  const navigate = useNavigate();
  const asked = params.get('show');
  const show = isPlace(asked) ? asked : 'open';
  const filters = useQueueFilters();
  const { search, reason } = filters.value;
  const question = { show, cursor: pages.cursor, ...(search && { search }), ...(reason !== 'all' && { reason }) };
  const polling = usePolling(POLLING.adminOther);
  const page = useShown(useComplianceCasesQuery(question, polling));
  useFoundSaid(JSON.stringify({ show, search, reason }), page.data && shownAs(page.data, 'case', 'cases'));
  const { data: summary, isLoading: isCounting } = useComplianceSummaryQuery(undefined, polling);
  const { data: list, isLoading: isNaming } = useSanctionsListQuery(undefined, polling);
  const counted = (name: string, count: number | undefined) => (count === undefined ? name : `${name}, ${count}`);
  return (
    <>
      <PageHead title="Compliance cases" text="Sorted by due date">
        <Updated of={page} />
      </PageHead>
      {/* The note about the list can be of any height, so nothing is shown that it would move. */}
      {isCounting || isNaming ? (
        <Skeleton height={PAGE_HEIGHT} />
      ) : (
        <>
          <div className={style.figures}>
            {list && <ListInUse list={list} />}
            <QueueFigures summary={summary} />
          </div>
          <Tabs
            label="Show cases"
            current={PLACES[show]}
            items={[
              [PLACES.open, counted('Open', summary?.open)],
              [PLACES.mine, counted('Mine', summary?.mine)],
              [PLACES.decided, 'Decided'],
            ]}
          />
          {(page.data?.rows.length !== 0 || filters.active) && <QueueFilters {...filters} />}
          <Shown
            of={page}
            what="The cases"
            skeleton={<Skeleton height={240} />}
            empty={[
              ({ rows }) => rows.length === 0,
              filters.active ? <NotFound key="f" clear={filters.clear} /> : NONE[show],
            ]}
            quiet
          >
            {({ rows }) => (
              <DataTable
                label="Compliance cases"
                lines
                columns={COLUMNS}
                rows={rows}
                keyOf={({ id }) => id}
                opens={{
                  open: (row) => void navigate(addressOf(row)),
                  nameOf: ({ wallet }) => `the case of ${wallet}`,
                  to: addressOf,
                }}
              />
            )}
          </Shown>
          <Pager pages={pages} next={page.data?.next} />
        </>
      )}
    </>
  );
}

const NONE = {
  open: (
    <Empty
      key="open"
      title="No open compliance cases"
      text="A case opens when screening, a provider or the policy requires an officer’s decision."
    />
  ),
  mine: (
    <Empty
      key="mine"
      title="No cases assigned to you"
      text="Open a case and choose “Assign to me”: it then stays here until it is decided."
    />
  ),
  decided: <Empty key="decided" title="No decided cases" text="Decided cases stay here with their reason." />,
};

function NotFound({ clear }: { clear(): void }) {
  return (
    <Empty
      title="No matching cases"
      text="Search by whole words of a name, any part of a wallet, or the start of a case number."
      action={
        <Button size="sm" onClick={clear}>
          Clear filters
        </Button>
      }
    />
  );
}
