import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import type { ReconciliationRow, ReconciliationView } from '@tknest/contracts/api';
import { messageOf } from '../../../shared/api/problem';
import { count, dayAndTime, wordsOf } from '../../../shared/format/format';
import { useTitle } from '../../../shared/use-title';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Failed, Skeleton } from '../../../shared/ui/states/states';
import { Table } from '../../../shared/ui/table/table';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useSessionQuery } from '../../access/api';
import { ACCOUNT_NAMES } from '../account-names';
import { useCompareMutation, useReconciliationQuery } from '../api';
import '../../../shared/styles/lists.css';
import '../../administration/pages/admin.css';

const POLL_MS = { idle: 30_000, running: 1_500 };
const PILLS: Record<ReconciliationRow['verdict'], { status: string; word?: string }> = {
  matches: { status: 'matches' },
  'in-flight': { status: 'processing', word: 'In flight' },
  differs: { status: 'differs' },
};

/**
 * Books beside ledger, both ways: every transaction that the log must know, everything that the log calls settled, and
 * what everybody holds.
 */
export default function ReconciliationPage() {
  useTitle('Reconciliation');
  const { data: session } = useSessionQuery();
  const [compare, { isLoading, originalArgs }] = useCompareMutation();
  const { data, error, refetch } = useReconciliationQuery(undefined, { pollingInterval: POLL_MS.idle });
  // A running comparison is followed closely, whoever started it.
  useReconciliationQuery(undefined, { skip: !(isLoading || data?.running), pollingInterval: POLL_MS.running });
  const dispatch = useDispatch();
  const run = async (full: boolean) => {
    const result = await compare({ full });
    if (result.error)
      dispatch(
        showToast({ title: 'Error', text: messageOf(result.error, 'The comparison could not be run'), tone: 'bad' }),
      );
  };
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Reconciliation</h1>
          <p className="dim">What the books say beside what the ledger says.</p>
        </div>
        {session?.userRole === 'admin' && (
          <div className="row">
            <Button size="sm" busy={isLoading && !originalArgs?.full} onClick={() => void run(false)}>
              Compare now
            </Button>
            <Button size="sm" busy={isLoading && originalArgs?.full} onClick={() => void run(true)}>
              Compare everything
            </Button>
          </div>
        )}
      </div>
      {error && <Failed error={error} retry={() => void refetch()} what="The comparison" />}
      {!data && !error && <Skeleton height={300} />}
      {data && (
        <div className="stack">
          <Verdict view={data} />
          <Balances rows={data.rows} />
          <Followed view={data} />
          <Everything view={data} />
        </div>
      )}
    </>
  );
}

function Verdict({ view: { rows, openFindings, openCases, lastRunAt } }: { view: ReconciliationView }) {
  const differ = rows.filter(({ verdict }) => verdict === 'differs').length;
  const findings = Object.entries(openFindings);
  const bad = differ > 0 || findings.length > 0;
  return (
    <Note tone={bad ? 'bad' : 'ok'} live>
      {bad ? 'Books and ledger differ. ' : 'Books equal ledger. '}
      {rows.some(({ verdict }) => verdict === 'in-flight') &&
        'Differences marked In flight belong to payments under way. '}
      {findings.map(([kind, open]) => `${open} ${kind.replaceAll('-', ' ')}`).join(', ')}
      {findings.length > 0 && '. '}
      <Link to="/admin/cases">{openCases === 1 ? '1 open case' : `${openCases} open cases`}</Link>
      {lastRunAt && <span className="dim"> Last compared {dayAndTime(lastRunAt)}.</span>}
    </Note>
  );
}

function Balances({ rows }: { rows: ReconciliationRow[] }) {
  return (
    <Table label="Balances" dense lines>
      <thead>
        <tr>
          <th>Account</th>
          <th>What</th>
          <th className="num">Books</th>
          <th className="num">Ledger</th>
          <th className="num">Difference</th>
          <th className="num">In flight</th>
          <th>Result</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const figure = (value: number) =>
            row.what === 'fees received' ? <Money amount={value} six /> : count(value);
          return (
            <tr key={`${row.subject}-${row.what}`}>
              <td>{ACCOUNT_NAMES[row.subject] ?? <WalletText wallet={row.subject} />}</td>
              <td data-label="What">{wordsOf(row.what)}</td>
              <td className="num" data-label="Books">
                {figure(row.books)}
              </td>
              <td className="num" data-label="Ledger">
                {figure(row.ledger)}
              </td>
              <td className="num" data-label="Difference">
                {row.difference === 0 ? (
                  '—'
                ) : (
                  <span>
                    {row.difference < 0 ? '−' : '+'}
                    {figure(Math.abs(row.difference))}
                  </span>
                )}
              </td>
              <td className="num" data-label="In flight">
                {row.inFlight === 0 ? '—' : figure(row.inFlight)}
              </td>
              <td>
                <StatusPill {...PILLS[row.verdict]} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** How far each side was followed. */
function Followed({ view: { accounts, validatedLedger, log } }: { view: ReconciliationView }) {
  return (
    <>
      <h2>Followed continuously</h2>
      <Table label="Followed continuously" dense lines>
        <thead>
          <tr>
            <th>Account</th>
            <th>Address</th>
            <th className="num">Compared to</th>
            <th className="num">Ledgers behind</th>
            <th className="num">Compared</th>
            <th className="num">Findings</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ name, address, comparedTo, transactions, findings }) => (
            <tr key={name}>
              <td>{ACCOUNT_NAMES[name]}</td>
              <td>{address ? <WalletText wallet={address} /> : '—'}</td>
              <td className="num" data-label="Compared to">
                Ledger {count(comparedTo)}
              </td>
              <td className="num" data-label="Ledgers behind">
                {count(Math.max(0, validatedLedger - comparedTo))}
              </td>
              <td className="num" data-label="Compared">
                {count(transactions)}
              </td>
              <td className="num" data-label="Findings">
                {count(findings)}
              </td>
            </tr>
          ))}
          <tr>
            <td>{ACCOUNT_NAMES.log}</td>
            <td>—</td>
            <td className="num" data-label="Compared to">
              Event {count(Number(log.comparedTo))}
            </td>
            <td className="num" data-label="Ledgers behind">
              —
            </td>
            <td className="num" data-label="Compared">
              {count(log.settled)}
            </td>
            <td className="num" data-label="Findings">
              {count(log.findings)}
            </td>
          </tr>
        </tbody>
      </Table>
    </>
  );
}

/** The last comparison of everything, or how far the running one is. */
function Everything({ view: { lastFull, running } }: { view: ReconciliationView }) {
  if (running)
    return (
      <Note tone="run" live>
        Comparing everything: {ACCOUNT_NAMES[running.step] ?? running.step},{' '}
        {Math.round((100 * running.done) / Math.max(running.total, 1))}%.
      </Note>
    );
  if (!lastFull) return <Note tone="off">No comparison of everything has been made yet.</Note>;
  const { at, fromLedger, toLedger, transactions, settled, findings, unproved, complete } = lastFull;
  return (
    <Note tone={findings > 0 ? 'bad' : complete && unproved === 0 ? 'ok' : 'wait'}>
      Everything was compared {dayAndTime(at)}: {count(transactions)} transactions of ledgers {count(fromLedger)} to{' '}
      {count(toLedger)} and {count(settled)} settled legs of the log; {count(findings)} differ.
      {unproved > 0 && ` ${count(unproved)} could not be proved.`}
      {!complete && ' The node does not hold every ledger of that time.'}
    </Note>
  );
}
