import type { ComplianceCaseRow } from '@tknest/contracts/api';
import { dayAt } from '@tknest/contracts/money';
import { POLLING } from '@tknest/contracts/rules';
import { useNavigate, useSearchParams } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { useSessionQuery } from '../../../shared/session/api';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { Strip } from '../../../shared/ui/strip/strip';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { Tabs } from '../../../shared/ui/tabs/tabs';
import { Updated } from '../../../shared/ui/updated/updated';
import { hundred } from '../../../shared/ui/words/words';
import { useTitle } from '../../../shared/use-title';
import { useComplianceCasesQuery, useSanctionsListQuery } from '../api';
import { Promised } from '../components/promise';
import { StatePill } from '../components/state-pill';
import '../../../shared/styles/lists.css';

const PLACES = { open: '/compliance', mine: '/compliance?show=mine', decided: '/compliance?show=decided' };
const ROLES = { investor: 'Investor', landlord: 'Landlord' };
const addressOf = ({ id }: ComplianceCaseRow) => `/compliance/${encodeURIComponent(id)}`;

const COLUMNS: readonly Column<ComplianceCaseRow>[] = [
  { head: 'Applicant', cell: ({ wallet }) => <WalletText wallet={wallet} /> },
  { head: 'Score', numeric: true, cell: ({ score }) => (score === null ? '—' : <strong>{hundred(score)}</strong>) },
  { head: 'Why it is here', cell: ({ reason }) => reason },
  { head: 'Type', cell: ({ userRole }) => ROLES[userRole] },
  { head: 'Promise', cell: ({ promiseBy, state }) => <Promised by={promiseBy} decided={state === 'decided'} /> },
  {
    head: 'With',
    cell: ({ assignee }) => (assignee ? <WalletText wallet={assignee} /> : <span className="dim">Unassigned</span>),
  },
  { head: 'State', cell: (row) => <StatePill {...row} /> },
];

/** The queue: the oldest promise first. A name is shown by the case alone, since that look is recorded. */
export default function QueuePage() {
  useTitle('Cases');
  const { data: session } = useSessionQuery();
  const [params] = useSearchParams();
  const pages = usePages();
  const navigate = useNavigate();
  const show = (params.get('show') ?? 'open') as keyof typeof PLACES;
  const page = useShown(
    useComplianceCasesQuery(
      { state: show === 'decided' ? 'decided' : undefined, cursor: pages.cursor },
      usePolling(POLLING.adminOther),
    ),
  );
  const { data: list } = useSanctionsListQuery();
  const mine = ({ assignee }: ComplianceCaseRow) => assignee === session?.walletAddress;
  const shown = (rows: ComplianceCaseRow[]) =>
    show === 'decided' ? rows : rows.filter((row) => row.state !== 'decided' && (show !== 'mine' || mine(row)));
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Cases</h1>
          <p className="dim">Oldest promise first. An applicant waits behind each line.</p>
        </div>
        <div className="row">
          <Updated of={page} />
        </div>
      </div>
      <Shown of={page} what="The cases" skeleton={<Skeleton height={240} />} quiet>
        {({ rows }) => (
          <>
            {show !== 'decided' && <Strip figures={figuresOf(rows, list?.closed)} />}
            <Tabs
              label="Which cases"
              current={PLACES[show] ?? PLACES.open}
              items={[
                [PLACES.open, 'Open'],
                [PLACES.mine, 'Mine'],
                [PLACES.decided, 'Decided'],
              ]}
            />
            {shown(rows).length === 0 ? (
              <Empty
                title="Nobody is waiting"
                text="A case opens where screening, a provider or the policy asks for a person."
              />
            ) : (
              <DataTable
                label="Cases"
                columns={COLUMNS}
                rows={shown(rows)}
                keyOf={({ id }) => id}
                opens={{
                  open: (row) => void navigate(addressOf(row)),
                  openRow: (row) => void navigate(addressOf(row)),
                  nameOf: ({ wallet }) => `the case of ${wallet}`,
                  to: addressOf,
                }}
              />
            )}
          </>
        )}
      </Shown>
      <Pager pages={pages} next={page.data?.next} />
    </>
  );
}

function figuresOf(rows: readonly ComplianceCaseRow[], closed: boolean | undefined) {
  const today = dayAt(new Date());
  const waiting = rows.filter(({ state }) => state !== 'decided');
  const late = waiting.filter(({ promiseBy }) => promiseBy < today).length;
  return [
    ['To review', waiting.filter(({ state }) => state === 'open').length],
    ['Wait for a second person', waiting.filter(({ state }) => state === 'second-approval').length],
    ['Past the promise of 3 business days', late],
    ['Sanctions list', closed === undefined ? '—' : closed ? 'Not available' : 'Loaded'],
  ] as const;
}
