import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import type { ReconciliationRow } from '@tknest/contracts/api';
import { messageOf } from '../../../shared/api/problem';
import { useTitle } from '../../../shared/use-title';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useSessionQuery } from '../../access/api';
import { useCompareNowMutation, useReconciliationQuery } from '../api';
import '../../../shared/styles/lists.css';
import '../../administration/pages/admin.css';

const NAMES: Record<string, string> = { issuer: 'Token issuer', feeWallet: 'Fee wallet' };

/** Books beside ledger, both ways: every payment of the platform's accounts, and what everybody holds. */
export default function ReconciliationPage() {
  useTitle('Reconciliation');
  const { data: session } = useSessionQuery();
  const allowed = session?.userRole === 'admin' || session?.userRole === 'auditor';
  const { data, error, refetch } = useReconciliationQuery(undefined, { skip: !allowed, pollingInterval: 30_000 });
  const [compare, { isLoading }] = useCompareNowMutation();
  const dispatch = useDispatch();
  if (!allowed) return <Empty as="h1" title="The record is for auditors and administrators" action={<ButtonLink to="/" look="filled">Go to your dashboard</ButtonLink>} />;
  const run = async () => {
    const result = await compare();
    if (result.error) dispatch(showToast({ title: 'Error', text: messageOf(result.error, 'The comparison could not be run'), tone: 'bad' }));
  };
  const differs = data?.rows.some(({ matches }) => !matches) ?? false;
  return (
    <>
      <div className="page-head"><div><h1>Reconciliation</h1><p className="dim">What the books say beside what the ledger says.</p></div>{session?.userRole === 'admin' && <Button size="sm" busy={isLoading} onClick={() => void run()}>Compare now</Button>}</div>
      {error && <Failed error={error} retry={() => void refetch()} what="The comparison" />}
      {!data && !error && <Skeleton height={300} />}
      {data && (
        <div className="stack">
          <Note tone={differs ? 'bad' : 'ok'} live>{differs ? 'Books and ledger differ.' : 'Books equal ledger.'} {data.underWay && 'Payments are under way: a difference may be theirs. '}{data.transactions} payments of the platform’s accounts were compared up to ledger {data.comparedTo.toLocaleString('en-US')}; {data.findings} are not in the log. <Link to="/admin/cases">{data.openCases} open cases</Link></Note>
          <div className="table-wrap dense" tabIndex={0} role="region" aria-label="Comparison">
            <table>
              <thead><tr><th>Account</th><th>What</th><th className="num">Books</th><th className="num">Ledger</th><th>Result</th></tr></thead>
              <tbody>{data.rows.map((row) => <Row key={`${row.subject}-${row.what}`} row={row} />)}</tbody>
            </table>
          </div>
        </div>
      )}
    </>
  );
}

function Row({ row }: { row: ReconciliationRow }) {
  const figure = (value: number) => (row.what === 'fees received' ? <Money amount={value} six /> : value.toLocaleString('en-US'));
  return <tr><td>{NAMES[row.subject] ?? <WalletText wallet={row.subject} />}</td><td>{row.what}</td><td className="num">{figure(row.books)}</td><td className="num">{figure(row.ledger)}</td><td><StatusPill status={row.matches ? 'matches' : 'differs'} /></td></tr>;
}
