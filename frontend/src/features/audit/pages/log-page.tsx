import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { exactTime } from '../../../shared/format/format';
import { useTitle } from '../../../shared/use-title';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Field } from '../../../shared/ui/field/field';
import { Note } from '../../../shared/ui/note/note';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { useSessionQuery } from '../../access/api';
import { useAuditEventsQuery, useReadModelsQuery } from '../api';
import { eventSentence } from '../event-sentence';
import '../../../shared/styles/lists.css';
import '../../administration/pages/admin.css';

const PAGE = 50;

/** The log itself, in order, with its seals; and how far each read model has followed it. */
export default function LogPage() {
  useTitle('Event log');
  const { data: session } = useSessionQuery();
  const allowed = session?.userRole === 'admin' || session?.userRole === 'auditor';
  const [params, setParams] = useSearchParams();
  const [pages, setPages] = useState<string[]>([params.get('after') ?? '']);
  const [stream, type] = [params.get('stream') ?? '', params.get('type') ?? ''];
  const { data, error, refetch } = useAuditEventsQuery({ after: pages.at(-1) || undefined, limit: PAGE, stream: stream || undefined, type: type || undefined }, { skip: !allowed });
  if (!allowed) return <Empty as="h1" title="The record is for auditors and administrators" action={<ButtonLink to="/" look="filled">Go to your dashboard</ButtonLink>} />;
  const set = (name: string) => (event: { target: { value: string } }) => {
    setPages(['']);
    setParams((before) => { if (event.target.value) before.set(name, event.target.value); else before.delete(name); return before; }, { replace: true });
  };
  return (
    <>
      <div className="page-head"><div><h1>Event log</h1><p className="dim">Every fact in order. Each is sealed to the one before it.</p></div><a className="btn btn-default btn-sm" href="/api/audit/events.jsonl" download>Download events.jsonl</a></div>
      <ReadModels />
      <div className="filters" role="search">
        <Field label="Stream begins with"><input value={stream} placeholder="payment-" onChange={set('stream')} /></Field>
        <Field label="Event"><input value={type} placeholder="TokensPurchased" onChange={set('type')} /></Field>
      </div>
      {error && <Failed error={error} retry={() => void refetch()} what="The log" />}
      {!data && !error && <Skeleton height={400} />}
      {data?.events.length === 0 && <Empty title="No events here" text="Nothing in the log matches, or you are past its end." />}
      {data && data.events.length > 0 && (
        <div className="table-wrap dense" tabIndex={0} role="region" aria-label="Events">
          <table>
            <thead><tr><th className="num">Position</th><th>Time</th><th>Event</th><th>What happened</th><th>Stream</th><th>Seal</th></tr></thead>
            <tbody>
              {data.events.map((event) => (
                <tr key={event.position}>
                  <td className="num mono">{Number(event.position)}</td><td className="mono dim nowrap">{exactTime(event.at)}</td><td><strong>{event.type}</strong></td>
                  <td><details><summary>{eventSentence(event) || 'Data'}</summary><pre className="mono" style={{ whiteSpace: 'pre-wrap', maxWidth: 560, overflowWrap: 'anywhere' }}>{JSON.stringify(event.data, null, 2)}</pre></details></td>
                  <td className="mono dim nowrap" title={event.stream}>{event.stream.slice(0, 20)}</td><td className="mono dim" title={event.hash ?? ''}>{event.hash?.slice(0, 8) ?? '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="pager"><Button size="sm" disabled={pages.length <= 1} onClick={() => setPages(pages.slice(0, -1))}>Earlier</Button><Button size="sm" disabled={!data?.next || data.events.length < PAGE} onClick={() => setPages([...pages, data!.next!])}>Later</Button></div>
    </>
  );
}

function ReadModels() {
  const { data } = useReadModelsQuery(undefined, { pollingInterval: 10_000 });
  if (!data) return <Skeleton height={60} />;
  const behind = data.filter(({ lag }) => lag > 0);
  return <Note tone={behind.length === 0 ? 'ok' : 'wait'}>{behind.length === 0 ? `All ${data.length} read models have followed the whole log.` : `${behind.map(({ name, lag }) => `${name} is ${lag} events behind`).join(', ')}.`}</Note>;
}
