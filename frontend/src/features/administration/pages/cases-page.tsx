import { IconChevronRight } from '@tabler/icons-react';
import type { CaseView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { Link, useParams, useSearchParams } from 'react-router';
import { isRefusal } from '../../../shared/api/problem';
import { dayAndTime, wordsOf } from '../../../shared/format/format';
import { lazyPart } from '../../../shared/lazy-part';
import { useTitle } from '../../../shared/use-title';
import { ButtonLink } from '../../../shared/ui/button/button';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { Table } from '../../../shared/ui/table/table';
import { useCasesQuery } from '../api';
import { CasePill } from '../components/case-pill';
import { useDrawer } from '../components/use-drawer';
import { Updated } from '../components/updated';
import '../../../shared/styles/lists.css';
import './admin.css';

const CaseDrawer = lazyPart(() => import('../components/case-drawer'));
const TABS = [
  ['open', 'Open'],
  ['resolved', 'Resolved'],
  ['all', 'All'],
] as const;
const NONE: Record<string, readonly [title: string, text: string]> = {
  open: ['Nothing needs you', 'A case is opened where books and ledger differ, or where a payment needs a person.'],
  resolved: ['No case was resolved yet', 'What is resolved stays here, with what was done about it.'],
};

/** What a person must look at, and what was done about it; one of them in a drawer. */
export default function CasesPage() {
  useTitle('Cases');
  const { caseId } = useParams();
  const [params] = useSearchParams();
  const pages = usePages();
  const [status] = TABS.find(([value]) => value === params.get('status')) ?? TABS[0];
  const { data, error, refetch, fulfilledTimeStamp, isFetching } = useCasesQuery(
    { status, cursor: pages.cursor },
    { pollingInterval: POLLING.adminOther },
  );
  const drawer = useDrawer('/admin/cases', Boolean(caseId));
  const addressOf = (one: CaseView) => `/admin/cases/${encodeURIComponent(one.id)}`;
  const [title, text] = NONE[status] ?? ['No case was opened yet', NONE.open![1]];
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Cases</h1>
          <p className="dim">Where books and ledger differ, or a payment needs a person.</p>
        </div>
        <div className="row">
          <Updated at={fulfilledTimeStamp} busy={isFetching} failed={Boolean(error)} refresh={() => void refetch()} />
        </div>
      </div>
      <nav className="tabs" aria-label="Which cases">
        {TABS.map(([value, label]) => (
          <Link
            key={value}
            to={value === 'open' ? '/admin/cases' : `/admin/cases?status=${value}`}
            aria-current={status === value ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {error && !data && (
        <Failed
          error={error}
          retry={() => void refetch()}
          what="The cases"
          action={
            isRefusal(error) ? (
              <ButtonLink to="/admin/cases" size="sm">
                To the open cases
              </ButtonLink>
            ) : undefined
          }
        />
      )}
      {!data && !error && <Skeleton height={200} />}
      {data?.rows.length === 0 && <Empty title={title} text={text} />}
      {data && data.rows.length > 0 && (
        <div className="cases">
          <Table label="Cases" dense>
            <thead>
              <tr>
                <th>State</th>
                <th>Case</th>
                <th>What was found</th>
                <th>Wallet</th>
                <th>TX Hash</th>
                <th>Opened</th>
                <th>
                  <span className="sr-only">Open</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((one) => (
                <tr key={one.id} data-opens onClick={() => drawer.openRow(addressOf(one))}>
                  <td>
                    <CasePill status={one.status} />
                  </td>
                  <td>
                    <strong>{wordsOf(one.kind)}</strong>
                  </td>
                  <td>{one.summary}</td>
                  <td>
                    <WalletText wallet={one.wallet} />
                  </td>
                  <td>
                    <HashText hash={one.txHash} />
                  </td>
                  <td className="dim nowrap">{dayAndTime(one.openedAt)}</td>
                  <td>
                    <button
                      type="button"
                      className="btn btn-subtle btn-sm"
                      aria-label={`Open case ${wordsOf(one.kind)}, ${dayAndTime(one.openedAt)}`}
                      onClick={(event) => {
                        event.stopPropagation();
                        drawer.open(addressOf(one));
                      }}
                    >
                      <IconChevronRight size={16} aria-hidden />
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <Pager pages={pages} next={data?.next} />
      {caseId && <CaseDrawer id={caseId} onClose={drawer.close} />}
    </>
  );
}
