import type { CaseView } from '@tknest/contracts/api';
import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { isRefusal, messageOf } from '../../../shared/api/problem';
import { dayAndTime, wordsOf } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Select, Textarea } from '../../../shared/ui/inputs/inputs';
import { Drawer } from '../../../shared/ui/modal/modal';
import { Note } from '../../../shared/ui/note/note';
import { Failed, Skeleton } from '../../../shared/ui/states/states';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { usePlatformConfigQuery, useSessionQuery } from '../../access/api';
import { useOneCaseQuery, useResolveCaseMutation } from '../api';
import { CasePill } from './case-pill';

const DONE: Record<string, string> = {
  corrected: 'Corrected',
  'tokens-issued': 'Tokens issued',
  refunded: 'Refunded by the owner',
  'no-action': 'No action needed',
};

/** One case: what was found, what it is about, and what was done; an admin resolves it here. */
export default function CaseDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { data: session } = useSessionQuery();
  const { data: one, error, refetch } = useOneCaseQuery(id);
  return (
    <Drawer title="Case" onClose={onClose}>
      {error && (
        <Failed
          error={error}
          retry={() => void refetch()}
          what="The case"
          action={
            isRefusal(error) ? (
              <Button size="sm" onClick={onClose}>
                To the cases
              </Button>
            ) : undefined
          }
        />
      )}
      {!one && !error && <Skeleton height={240} />}
      {one && (
        <>
          <Facts one={one} />
          {one.status === 'resolved' && (
            <Note tone="ok">
              <strong>{DONE[one.resolution!] ?? wordsOf(one.resolution!)}</strong>, {dayAndTime(one.resolvedAt!)}.
              {one.note && <p>{one.note}</p>}
            </Note>
          )}
          {one.status === 'open' && session?.userRole === 'admin' && <Resolve id={id} />}
          <p className="case-log">
            <Link className="small" to={`/audit/events?stream=${encodeURIComponent(`case-${id}`)}`}>
              Open in the event log
            </Link>
          </p>
        </>
      )}
    </Drawer>
  );
}

function Facts({ one: { kind, status, summary, openedAt, wallet, txHash, paymentId, details } }: { one: CaseView }) {
  const { data: config } = usePlatformConfigQuery();
  return (
    <div className="payment-facts">
      <div className="between">
        <CasePill status={status} />
        <span className="small dim">{dayAndTime(openedAt)}</span>
      </div>
      <h3>{wordsOf(kind)}</h3>
      <p>{summary}</p>
      <dl>
        {wallet && (
          <div className="between">
            <dt>Wallet</dt>
            <dd>
              <WalletText wallet={wallet} />
            </dd>
          </div>
        )}
        {txHash && (
          <div className="between">
            <dt>Transaction</dt>
            <dd>
              <HashText hash={txHash} explorer={config?.explorer} />
            </dd>
          </div>
        )}
        {paymentId && (
          <div className="between">
            <dt>Payment</dt>
            <dd>
              <Link to={`/admin/payments/${paymentId}`}>Open the payment</Link>
            </dd>
          </div>
        )}
      </dl>
      <details className="small case-details">
        <summary>Everything that was found</summary>
        <pre className="mono">{JSON.stringify(details, null, 2)}</pre>
      </details>
    </div>
  );
}

function Resolve({ id }: { id: string }) {
  const [resolution, setResolution] = useState('corrected');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [resolve, { isLoading }] = useResolveCaseMutation();
  const dispatch = useDispatch();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const result = await resolve({ id, resolution, note });
    if (result.error) return setError(messageOf(result.error, 'The case could not be resolved'));
    dispatch(showToast({ title: 'Case resolved', tone: 'ok' }));
  };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <Select
        label="What was done"
        data={Object.entries(DONE).map(([value, label]) => ({ value, label }))}
        value={resolution}
        onChange={(to) => to && setResolution(to)}
      />
      <Textarea
        label="In words"
        description="At least 10 characters. It stays in the log for ever."
        error={error}
        autosize
        minRows={3}
        value={note}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <div>
        <Button type="submit" look="filled" busy={isLoading}>
          Resolve the case
        </Button>
      </div>
    </form>
  );
}
