import { BULK_KINDS, type BulkAnswer, type BulkKind } from '@tknest/contracts/api';
import { BULK_ROWS_MAX } from '@tknest/contracts/rules';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { once } from '../../../shared/api/intent';
import { messageOf } from '../../../shared/api/problem';
import { SegmentsField, TextAreaField } from '../../../shared/form/fields';
import { Form, NOT_SENT_YET } from '../../../shared/form/form';
import { isProposed, useProposed } from '../../../shared/proposals/use-proposed';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Confirm } from '../../../shared/ui/later/dialogs';
import { Note } from '../../../shared/ui/note/note';
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

interface Fields {
  kind: BulkKind;
  list: string;
}
/** What is to be carried out. */
const asRequest = ({ kind, list }: Fields) => ({ kind, rows: rowsOfCsv(list) });

/** The outcome for a list; shown as long as that list is on the screen. */
interface Answer {
  of: string;
  checked?: BulkAnswer;
  done?: BulkAnswer;
  error?: string;
}

/** A list that is checked row by row, then carried out as a whole or not at all. */
export function BulkForm() {
  const form = useForm<Fields>({ defaultValues: { kind: 'issue', list: '' } });
  const { kind, rows } = asRequest(useWatch({ control: form.control }) as Fields);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [asked, setAsked] = useState(false);
  const [call, { isLoading }] = useCarryOutBulkMutation();
  const dispatch = useAppDispatch();
  const proposed = useProposed();
  // Another list needs a check of its own, even if it is changed back.
  if (answer && answer.of !== JSON.stringify({ kind, rows })) setAnswer(null);
  const { checked, done, error }: Partial<Answer> = answer ?? {};
  const { unit, action } = KINDS[kind];
  const check = async (fields: Fields) => {
    const wish = asRequest(fields);
    const { data, error: refused } = await call({ ...wish, preview: true, key: '' });
    setAnswer({
      of: JSON.stringify(wish),
      ...(data
        ? !isProposed(data) && { checked: data }
        : { error: messageOf(refused, 'The list could not be checked') }),
    });
    return NOT_SENT_YET;
  };
  const carryOut = async (confirmed: BulkAnswer) => {
    // Exactly what was checked and confirmed.
    const wish = {
      kind: confirmed.kind,
      rows: confirmed.rows.map(({ recipientAddress, amount }) => ({ recipientAddress, amount })),
    };
    const { data, error: refused } = await once(['bulk', wish], (key) => call({ ...wish, key }));
    setAsked(false);
    if (!data) return setAnswer({ ...answer!, error: messageOf(refused, 'No rows were carried out') });
    form.setValue('list', '');
    if (isProposed(data)) return proposed(data);
    setAnswer({ of: JSON.stringify({ kind, rows: [] }), done: data });
    dispatch(showToast({ title: 'Bulk operation started', text: `${data.rows.length} rows`, tone: 'ok' }));
  };
  const wrong = checked?.rows.filter(({ problem }) => problem).length ?? 0;
  return (
    <section className="card" aria-labelledby="bulk">
      <Form form={form} draft="bulk-list" className="stack" onSubmit={check}>
        <div>
          <h2 id="bulk">Bulk Operations</h2>
          <p className="small dim">
            One wallet and one amount per line, at most {BULK_ROWS_MAX}. Nothing happens before you confirm.
          </p>
        </div>
        <SegmentsField
          name="kind"
          label="Operation"
          options={BULK_KINDS.map((value) => ({ value, label: KINDS[value].label }))}
        />
        <TextAreaField
          name="list"
          label="List"
          placeholder={'wallet,amount\nr…,25'}
          className="mono-input"
          autosize
          minRows={5}
          maxRows={16}
        />
        <div className="row">
          <Button type="submit" busy={isLoading && !asked} unavailable={rows.length === 0}>
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
      </Form>
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
