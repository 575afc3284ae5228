import { Link } from 'react-router';
import type { ReconciliationRow, ReconciliationView } from '@tknest/contracts/api';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { can } from '../../../shared/session/can';
import { useAppDispatch } from '../../../shared/store/store';
import { Shown } from '../../../shared/ui/shown/shown';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { messageOf } from '../../../shared/api/problem';
import { count, wordsOf } from '../../../shared/format/format';
import { dayAndTime } from '../../../shared/format/time';
import { PageHead } from '../../../shared/page-head';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Skeleton } from '../../../shared/ui/states/states';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useSessionQuery } from '../../../shared/session/api';
import { ACCOUNT_NAMES } from '../../../shared/record/event-sentence';
import { ChainBand, useBroken } from '../components/chain-band';
import { useCompareMutation, useReconciliationQuery } from '../api';
import '../../../shared/styles/lists.css';

const POLL_MS = { idle: 30_000, running: 1_500 };
const PILLS: Record<ReconciliationRow['verdict'], { status: string; word?: string }> = {
  matches: { status: 'matches' },
  'in-flight': { status: 'processing', word: 'In flight' },
  differs: { status: 'differs' },
};

/**
 * The event log compared with the ledger, in both directions: the ledger's transactions, the log's settled ones, and
 * all balances.
 */
export default function ReconciliationPage() {
  const { data: session } = useSessionQuery();
  const [compare, { isLoading, originalArgs }] = useCompareMutation();
  const shown = useShown(useReconciliationQuery(undefined, usePolling(POLL_MS.idle)));
  // Polls while a comparison runs, even one that somebody else started.
  useReconciliationQuery(undefined, { skip: !(isLoading || shown.data?.running), pollingInterval: POLL_MS.running });
  const dispatch = useAppDispatch();
  const run = async (full: boolean) => {
    const result = await compare({ full });
    if (result.error)
      dispatch(
        showToast({ title: 'Error', text: messageOf(result.error, 'Couldn’t run the comparison'), tone: 'bad' }),
      );
  };
  return (
    <>
      <PageHead title="Reconciliation" text="Compares the platform’s books with the ledger.">
        {can(session?.userRole, 'reconcile') && (
          <div className="row">
            <Button size="sm" busy={isLoading && !originalArgs?.full} onClick={() => void run(false)}>
              Compare now
            </Button>
            <Button size="sm" busy={isLoading && originalArgs?.full} onClick={() => void run(true)}>
              Compare everything
            </Button>
          </div>
        )}
      </PageHead>
      <Shown of={shown} what="The comparison" skeleton={<Skeleton height={300} />}>
        {(view) => (
          <div className="stack">
            <ChainBand />
            <Verdict view={view} />
            {view.nodeOperators === 1 && (
              <Note tone="wait">
                All ledger nodes in the settings are run by one operator, so nobody checks what they say. Add a node of
                another operator to XRPL_URL.
              </Note>
            )}
            <Balances rows={view.rows} />
            <Followed view={view} />
            <Everything view={view} />
          </div>
        )}
      </Shown>
    </>
  );
}

function Verdict({ view: { rows, openFindings, openCases, lastRunAt } }: { view: ReconciliationView }) {
  const differ = rows.filter(({ verdict }) => verdict === 'differs').length;
  const findings = Object.entries(openFindings);
  const bad = differ > 0 || findings.length > 0;
  // What the ledger was compared with was changed.
  if (useBroken() && !bad) return null;
  return (
    <Note tone={bad ? 'bad' : 'ok'} live>
      {bad ? 'Books and ledger differ. ' : 'Books and ledger agree. '}
      {rows.some(({ verdict }) => verdict === 'in-flight') &&
        'Differences marked In flight belong to payments in progress. '}
      {findings.map(([kind, open]) => `${open} ${kind.replaceAll('-', ' ')}`).join(', ')}
      {findings.length > 0 && '. '}
      <Link to="/admin/cases">{openCases === 1 ? '1 open case' : `${openCases} open cases`}</Link>.
      {lastRunAt && <span className="dim"> Last compared {dayAndTime(lastRunAt)}.</span>}
    </Note>
  );
}

const figure = ({ what }: ReconciliationRow, value: number) =>
  what === 'fee wallet holds' || what === 'escrow holds' ? <Money amount={value} six /> : count(value);
const BALANCES: readonly Column<ReconciliationRow>[] = [
  {
    head: 'Account',
    cell: ({ subject }) => ACCOUNT_NAMES[subject] ?? <WalletText wallet={subject} />,
    sortBy: ({ subject }) => ACCOUNT_NAMES[subject] ?? subject,
  },
  { head: 'What', label: 'What', cell: ({ what }) => wordsOf(what), sortBy: ({ what }) => what },
  {
    head: 'Books',
    label: 'Books',
    numeric: true,
    cell: (row) => figure(row, row.books),
    sortBy: ({ books }) => books,
  },
  {
    head: 'Ledger',
    label: 'Ledger',
    numeric: true,
    cell: (row) => figure(row, row.ledger),
    sortBy: ({ ledger }) => ledger,
  },
  {
    head: 'Difference',
    label: 'Difference',
    numeric: true,
    cell: (row) =>
      row.difference === 0 ? (
        '—'
      ) : (
        <span>
          {row.difference < 0 ? '−' : '+'}
          {figure(row, Math.abs(row.difference))}
        </span>
      ),
    sortBy: ({ difference }) => Math.abs(difference),
  },
  {
    head: 'In flight',
    label: 'In flight',
    numeric: true,
    cell: (row) => (row.inFlight === 0 ? '—' : figure(row, row.inFlight)),
  },
  { head: 'Result', cell: ({ verdict }) => <StatusPill {...PILLS[verdict]} />, sortBy: ({ verdict }) => verdict },
];

const Balances = ({ rows }: { rows: ReconciliationRow[] }) => (
  <DataTable
    label="Balances"
    dense
    lines
    columns={BALANCES}
    rows={rows}
    keyOf={({ subject, what }) => `${subject}-${what}`}
  />
);

interface FollowedSide {
  key: string;
  name: string | undefined;
  address: string | null;
  comparedTo: string;
  behind: string;
  compared: number;
  findings: number;
}
const FOLLOWED: readonly Column<FollowedSide>[] = [
  { head: 'Account', cell: ({ name }) => name },
  { head: 'Address', cell: ({ address }) => (address ? <WalletText wallet={address} /> : '—') },
  { head: 'Compared to', label: 'Compared to', numeric: true, cell: ({ comparedTo }) => comparedTo },
  { head: 'Ledgers behind', label: 'Ledgers behind', numeric: true, cell: ({ behind }) => behind },
  { head: 'Compared', label: 'Compared', numeric: true, cell: ({ compared }) => count(compared) },
  { head: 'Findings', label: 'Findings', numeric: true, cell: ({ findings }) => count(findings) },
];

/** The position up to which each side was compared. */
function Followed({ view: { accounts, validatedLedger, log } }: { view: ReconciliationView }) {
  const sides: FollowedSide[] = [
    ...accounts.map(({ name, address, comparedTo, transactions, findings }) => ({
      key: name,
      name: ACCOUNT_NAMES[name],
      address,
      comparedTo: `Ledger ${count(comparedTo)}`,
      behind: count(Math.max(0, validatedLedger - comparedTo)),
      compared: transactions,
      findings,
    })),
    {
      key: 'log',
      name: ACCOUNT_NAMES.log,
      address: null,
      comparedTo: `Event ${count(Number(log.comparedTo))}`,
      behind: '—',
      compared: log.settled,
      findings: log.findings,
    },
  ];
  return (
    <>
      <h2>Compared continuously</h2>
      <DataTable label="Compared continuously" dense lines columns={FOLLOWED} rows={sides} keyOf={({ key }) => key} />
    </>
  );
}

/** The last full comparison, or the progress of the running one. */
function Everything({ view: { lastFull, running } }: { view: ReconciliationView }) {
  if (running)
    return (
      <Note tone="run" live>
        Full comparison: {ACCOUNT_NAMES[running.step] ?? running.step},{' '}
        {Math.round((100 * running.done) / Math.max(running.total, 1))}%.
      </Note>
    );
  if (!lastFull) return <Note tone="off">No full comparison has been made yet.</Note>;
  const { at, fromLedger, toLedger, transactions, settled, findings, unproved, complete } = lastFull;
  return (
    <Note tone={findings > 0 ? 'bad' : complete && unproved === 0 ? 'ok' : 'wait'}>
      Full comparison of {dayAndTime(at)}: {count(transactions)} transactions of ledgers {count(fromLedger)} to{' '}
      {count(toLedger)} and {count(settled)} settled legs of the event log; {count(findings)} differ.
      {unproved > 0 && ` ${count(unproved)} could not be proved.`}
      {!complete && ' The node does not hold every ledger of that time.'}
    </Note>
  );
}
