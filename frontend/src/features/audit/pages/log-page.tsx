import { EVENT_CATALOGUE } from '@tknest/contracts/events';
import { IconDownload } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { isRefusal } from '../../../shared/api/problem';
import { count, exactTime } from '../../../shared/format/format';
import { useTitle } from '../../../shared/use-title';
import { useTyped } from '../../../shared/use-typed';
import { Button } from '../../../shared/ui/button/button';
import { HashText } from '../../../shared/ui/copyable/copyable';
import { Select, TextInput } from '../../../shared/ui/inputs/inputs';
import { Note } from '../../../shared/ui/note/note';
import { PAGE_PARAM, Pager, usePages } from '../../../shared/ui/pager/pager';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { Table } from '../../../shared/ui/table/table';
import { useAuditEventsQuery, useReadModelsQuery } from '../api';
import { eventSentence } from '../event-sentence';
import { positionOf } from '../moment';
import '../../../shared/styles/lists.css';
import '../../administration/pages/admin.css';
import './audit.css';

const PAGE = 50;
const TYPES = Object.keys(EVENT_CATALOGUE).sort();

/**
 * The log itself, in order, with its seals; and how far each read model has followed it. What is looked for and where
 * one reads stand in the address.
 */
export default function LogPage() {
  useTitle('Event log');
  const [params, setParams] = useSearchParams();
  const pages = usePages();
  const [stream, type] = ['stream', 'type'].map((name) => params.get(name) ?? '') as [string, string];
  const {
    data: last,
    currentData,
    error,
    refetch,
  } = useAuditEventsQuery({
    after: pages.cursor,
    limit: PAGE,
    stream: stream.trim() || undefined,
    type: type || undefined,
  });
  // The page asked for last stays while the next one comes, not where that failed.
  const data = currentData ?? (error ? undefined : last);
  const filtered = stream !== '' || type !== '';

  const set = (name: 'stream' | 'type', value: string) =>
    setParams(
      (now) => {
        now.delete(PAGE_PARAM);
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace: true },
    );
  const [typed, typeStream] = useTyped(stream, (to) => set('stream', to));
  const clear = () => setParams({});
  // Without a filter the page before is known also to whoever came by a link; with one only the log's beginning is.
  const start = filtered ? 0 : Number(pages.cursor) - PAGE;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Event log</h1>
          <p className="dim">Every fact in order. Each is sealed to the one before it.</p>
        </div>
        <a className="btn btn-default btn-sm" href="/api/audit/events.jsonl" download>
          <IconDownload size={16} aria-hidden />
          Export log
        </a>
      </div>
      <ReadModels />
      <div className="filters compact" role="search">
        <TextInput
          className="filters-search"
          aria-label="Stream begins with"
          type="search"
          placeholder="Stream begins with, as payment-"
          value={typed}
          onChange={(event) => typeStream(event.currentTarget.value)}
        />
        <Select
          aria-label="Event"
          placeholder="Every event"
          data={TYPES}
          searchable
          clearable
          nothingFoundMessage="No such event"
          value={type || null}
          onChange={(to) => set('type', to ?? '')}
        />
      </div>
      {error && (
        <Failed
          error={error}
          retry={() => void refetch()}
          what="The log"
          action={
            isRefusal(error) ? (
              <Button size="sm" onClick={clear}>
                To the beginning of the log
              </Button>
            ) : undefined
          }
        />
      )}
      {!data && !error && <Skeleton height={400} />}
      {data?.events.length === 0 && (
        <Empty
          title="No events here"
          text={filtered ? 'Nothing in the log matches.' : 'Nothing was recorded after this position yet.'}
          action={<Button onClick={clear}>{filtered ? 'Clear filters' : 'To the beginning of the log'}</Button>}
        />
      )}
      {data && data.events.length > 0 && (
        <div className="log" aria-busy={!currentData}>
          <Table label="Events" dense>
            <thead>
              <tr>
                <th className="num">Position</th>
                <th>Time</th>
                <th>Event</th>
                <th>What happened</th>
                <th>Stream</th>
                <th>Seal</th>
              </tr>
            </thead>
            <tbody>
              {data.events.map((event) => (
                <tr key={event.position}>
                  <td className="num mono">{count(Number(event.position))}</td>
                  <td className="mono dim nowrap">{exactTime(event.at)}</td>
                  <td>
                    <strong>{event.type}</strong>
                  </td>
                  <td>
                    <details>
                      <summary>{eventSentence(event) || 'Data'}</summary>
                      <p className="mono dim">
                        {event.stream}, revision {event.revision}, by{' '}
                        {event.actor.wallet ? `${event.actor.role} ${event.actor.wallet}` : event.actor.role}
                      </p>
                      <pre className="mono">{JSON.stringify(event.data, null, 2)}</pre>
                    </details>
                  </td>
                  <td className="nowrap">
                    <Link
                      className="mono"
                      to={`/audit/events?stream=${encodeURIComponent(event.stream)}`}
                      title={event.stream}
                      aria-label={`Only the stream ${event.stream}`}
                    >
                      {shortStream(event.stream)}
                    </Link>
                  </td>
                  <td>
                    <HashText hash={event.hash} what="seal" />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <Pager
        pages={pages}
        next={data && data.events.length === PAGE ? data.next : null}
        words={['Earlier', 'Later']}
        onBack={() => pages.back(start > 0 ? positionOf(start) : '')}
      />
    </>
  );
}

/** Enough to tell the stream: what it is of, and the first letters of whose. */
function shortStream(stream: string): string {
  const [kind, ...whose] = stream.split('-');
  return [kind, whose.join('-').slice(0, 12)].filter(Boolean).join('-');
}

function ReadModels() {
  const { data, error } = useReadModelsQuery(undefined, { pollingInterval: 10_000 });
  if (!data && error) return <Note tone="wait">How far the read models have followed the log could not be asked.</Note>;
  if (!data) return <Skeleton height={44} />;
  const behind = data.filter(({ lag }) => lag > 0);
  return (
    <Note tone={behind.length === 0 ? 'ok' : 'wait'}>
      {behind.length === 0
        ? `All ${data.length} read models have followed the whole log.`
        : `${behind.map(({ name, lag }) => `${name} is ${count(lag)} ${lag === 1 ? 'event' : 'events'} behind`).join(', ')}.`}
    </Note>
  );
}
