import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { CaseView } from '@tknest/contracts/api';
import { Link } from 'react-router';
import { messageOf } from '../../../shared/api/problem';
import { dayAndTime, wordsOf } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { Field } from '../../../shared/ui/field/field';
import { HashText } from '../../../shared/ui/copyable/copyable';
import { Modal } from '../../../shared/ui/modal/modal';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useSessionQuery } from '../../access/api';
import { useCasesQuery, useResolveCaseMutation } from '../api';
import { AdminFrame } from '../components/admin-frame';

/** What a person must look at, and what was done about it. */
export default function CasesPage() {
  const [status, setStatus] = useState('open');
  const { data: session } = useSessionQuery();
  const { data, error, refetch } = useCasesQuery(status, { pollingInterval: 30_000 });
  const [resolving, setResolving] = useState<CaseView | null>(null);
  return (
    <AdminFrame title="Cases">
      <div className="filters"><Field label="Show"><select value={status} onChange={(event) => setStatus(event.target.value)}><option value="open">Open</option><option value="resolved">Resolved</option><option value="all">All</option></select></Field></div>
      {error && <Failed error={error} retry={() => void refetch()} what="The cases" />}
      {!data && !error && <Skeleton height={200} />}
      {data?.length === 0 && <Empty title="Nothing needs you" text="A case is opened where books and ledger differ, or where a payment needs a person." />}
      <div className="stack">
        {data?.map((one) => (
          <article className="card stack" key={one.id} style={{ gap: 8 }}>
            <div className="between"><h2 style={{ fontSize: 17 }}>{wordsOf(one.kind)}</h2><span className="small dim">{dayAndTime(one.openedAt)}</span></div>
            <p>{one.summary}</p>
            <div className="row small">{one.paymentId && <Link to={`/admin/payments/${one.paymentId}`}>Open the payment</Link>}{one.txHash && <HashText hash={one.txHash} />}</div>
            {one.status === 'resolved' ? <p className="small dim">Resolved: {one.resolution?.replaceAll('-', ' ')}, {dayAndTime(one.resolvedAt!)}</p> : session?.userRole === 'admin' && <div><Button size="sm" onClick={() => setResolving(one)}>Resolve</Button></div>}
          </article>
        ))}
      </div>
      {resolving && <Resolve one={resolving} onClose={() => setResolving(null)} />}
    </AdminFrame>
  );
}

function Resolve({ one, onClose }: { one: CaseView; onClose(): void }) {
  const [resolution, setResolution] = useState('corrected');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [resolve, { isLoading }] = useResolveCaseMutation();
  const dispatch = useDispatch();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const result = await resolve({ id: one.id, resolution, note });
    if (result.error) return setError(messageOf(result.error, 'The case could not be resolved'));
    dispatch(showToast({ title: 'Case resolved', tone: 'ok' }));
    onClose();
  };
  return (
    <Modal title="Resolve the case" onClose={onClose} narrow>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <Field label="What was done"><select value={resolution} onChange={(event) => setResolution(event.target.value)}><option value="corrected">Corrected</option><option value="tokens-issued">Tokens issued</option><option value="refunded">Refunded by the owner</option><option value="no-action">No action needed</option></select></Field>
        <Field label="In words" hint="At least 10 characters. It stays in the log for ever." error={error}><textarea value={note} onChange={(event) => setNote(event.target.value)} /></Field>
        <div className="row" style={{ justifyContent: 'flex-end' }}><Button onClick={onClose}>Not yet</Button><Button type="submit" look="filled" busy={isLoading}>Resolve</Button></div>
      </form>
    </Modal>
  );
}
