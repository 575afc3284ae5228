import { BULK_KINDS, type BulkAnswer, type BulkKind } from '@tknest/contracts/api';
import { BULK_ROWS_MAX } from '@tknest/contracts/rules';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { once } from '../../../shared/api/intent';
import { messageOf } from '../../../shared/api/problem';
import { useKept } from '../../../shared/form/use-kept';
import { isProposed, useProposed } from '../../../shared/proposals/use-proposed';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Confirm } from '../../../shared/ui/confirm/confirm';
import { Textarea } from '../../../shared/ui/inputs/inputs';
import { Note } from '../../../shared/ui/note/note';
import { Segments } from '../../../shared/ui/segments/segments';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useCarryOutBulkMutation } from '../api';
import { rowsOfCsv } from '../bulk-csv';

const KINDS: Record<BulkKind, { label: string; unit: 'TKNEST' | 'RLUSD'; action: string }> = {
  issue: { label: 'Issue tokens', unit: 'TKNEST', action: 'Issue' },
  payout: { label: 'Pay RLUSD', unit: 'RLUSD', action: 'Pay' },
};

type Row = BulkAnswer['rows'][number];
const COLUMNS: readonly Column<Row>[] = [
  { head: 'Recipient', cell: ({ recipientAddress }) => <span className="mono break">{recipientAddress || '—'}</span> },
  { head: 'Amount', numeric: true, cell: ({ amount }) => amount || '—' },
  { head: 'Check', cell: ({ problem }) => (problem ? <span className="bad">{problem}</span> : 'Ready') },
];

/** A list that is checked row by row, then carried out as a whole or not at all. */
export function BulkForm() {
  const [kind, setKind] = useState<BulkKind>('issue');
  const [text, setText] = useKept<string>('bulk-list', '');
  const [checked, setChecked] = useState<BulkAnswer | null>(null);
  const [asked, setAsked] = useState(false);
  const [done, setDone] = useState<BulkAnswer | null>(null);
  const [error, setError] = useState<string>();
  const [call, { isLoading }] = useCarryOutBulkMutation();
  const dispatch = useAppDispatch();
  const proposed = useProposed();
  const rows = rowsOfCsv(text);
  /** The current input: an answer about any other input is not shown. */
  const current = useRef('');
  current.current = JSON.stringify([kind, rows]);
  const { unit, action } = KINDS[kind];
  const change = (next: { kind?: BulkKind; text?: string }) => {
    if (next.kind) setKind(next.kind);
    if (next.text !== undefined) setText(next.text);
    setChecked(null);
    setDone(null);
    setError(undefined);
  };
  const check = async () => {
    const question = current.current;
    const { data, error: refused } = await call({ kind, rows, preview: true, key: '' });
    if (current.current !== question) return;
    setChecked(data && !isProposed(data) ? data : null);
    setError(data ? undefined : messageOf(refused, 'The list could not be checked'));
  };
  const carryOut = async (confirmed: BulkAnswer) => {
    // Exactly what was checked and confirmed.
    const wish = {
      kind: confirmed.kind,
      rows: confirmed.rows.map(({ recipientAddress, amount }) => ({ recipientAddress, amount })),
    };
    const { data, error: refused } = await once(['bulk', wish], (key) => call({ ...wish, key }));
    setAsked(false);
    if (!data) return setError(messageOf(refused, 'No rows were carried out'));
    change({ text: '' });
    if (isProposed(data)) {
      change({ text: '' });
      return proposed(data);
    }
    setDone(data);
    dispatch(showToast({ title: 'Bulk operation started', text: `${data.rows.length} rows`, tone: 'ok' }));
  };
  const wrong = checked?.rows.filter(({ problem }) => problem).length ?? 0;
  return (
    <section className="card stack" aria-labelledby="bulk">
      <div>
        <h2 id="bulk">Bulk Operations</h2>
        <p className="small dim">
          One wallet and one amount per line, at most {BULK_ROWS_MAX}. Nothing happens before you confirm.
        </p>
      </div>
      <Segments
        label="Operation"
        value={kind}
        onChange={(value) => change({ kind: value as BulkKind })}
        name="bulk-kind"
        options={BULK_KINDS.map((value) => ({ value, label: KINDS[value].label }))}
      />
      <Textarea
        label="List"
        placeholder={'wallet,amount\nr…,25'}
        className="mono-input"
        autosize
        minRows={5}
        maxRows={16}
        value={text}
        onChange={({ currentTarget: { value } }) => change({ text: value })}
      />
      <div className="row">
        <Button busy={isLoading && !asked} unavailable={rows.length === 0} onClick={() => void check()}>
          Check {rows.length || ''} {rows.length === 1 ? 'row' : 'rows'}
        </Button>
        {checked && wrong === 0 && (
          <Button look="filled" onClick={() => setAsked(true)}>
            {action} {checked.total} {unit}
          </Button>
        )}
      </div>
      {error && (
        <Note tone="bad" live>
          {error}
        </Note>
      )}
      {checked && wrong > 0 && (
        <Note tone="wait" live>
          {wrong} of {checked.rows.length} rows cannot be carried out. Correct the list and check it again.
        </Note>
      )}
      {checked && (
        <DataTable
          label="Checked rows"
          columns={COLUMNS}
          rows={checked.rows}
          keyOf={(row) => checked.rows.indexOf(row)}
        />
      )}
      {done && <Started done={done} />}
      {asked && checked && (
        <Confirm
          title={`${action} ${checked.total} ${unit} to ${checked.rows.length} wallets?`}
          amount={checked.total}
          unit={KINDS[checked.kind].unit}
          action={action}
          safe="Go back"
          onConfirm={() => carryOut(checked)}
          onClose={() => setAsked(false)}
        >
          <p>
            {kind === 'payout'
              ? 'They are paid from the platform’s own money. Payments that fail return there; completed payments can’t be undone.'
              : 'The tokens are in no property’s register until they are assigned.'}
          </p>
        </Confirm>
      )}
    </section>
  );
}

function Started({ done: { payoutId, rows } }: { done: BulkAnswer }) {
  return (
    <Note tone="run" live>
      {rows.length} rows are in progress and continue on their own.{' '}
      {payoutId ? (
        <Link to={`/admin/payouts/${payoutId}`}>View payout run</Link>
      ) : (
        <Link to="/tokens">View tokens</Link>
      )}
    </Note>
  );
}
