import { EVENT_CATALOGUE } from '@tknest/contracts/events';
import { addDays, isDay } from '@tknest/contracts/money';
import { Link } from 'react-router';
import type { AuditEventView } from '@tknest/contracts/api';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count } from '../../../shared/format/format';
import { day, exactClock } from '../../../shared/format/time';
import { useListFilters, type ListFilters } from '../../../shared/use-list-filters';
import { PageHead } from '../../../shared/page-head';
import { useTyped } from '../../../shared/use-typed';
import { Button } from '../../../shared/ui/button/button';
import { HashText } from '../../../shared/ui/copyable/copyable';
import { PlainInput } from '../../../shared/ui/inputs/plain';
import { Select } from '../../../shared/ui/inputs/select';
import { Note } from '../../../shared/ui/note/note';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { useAuditEventsQuery, type LogPart } from '../../../shared/record/api';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { useReadModelsQuery } from '../api';
import { ChainBand, useBroken } from '../components/chain-band';
import { eventSentence } from '../../../shared/record/event-sentence';
import { positionOf } from '../moment';
import '../../../shared/styles/lists.css';
import './audit.css';

const PAGE = 50;
const FOLLOW_MS = 10_000;
const TYPES = Object.keys(EVENT_CATALOGUE).sort();
/** Each is empty if nothing is chosen. */
const UNSET = { stream: '', type: '', actor: '', wallet: '', from: '', to: '' };
const FILTERS = Object.keys(UNSET) as FilterName[];
type FilterName = keyof typeof UNSET;
type LogFilters = ListFilters<FilterName>;
/** The filters of the call: the last day is included, so the range ends at the beginning of the next day. */
function askedOf(value: LogFilters['value']): LogPart {
  const typed = Object.entries(value).map(([name, text]) => [name, text.trim()]);
  const asked: LogPart = Object.fromEntries(typed.filter(([, text]) => text));
  return asked.to && isDay(asked.to) ? { ...asked, to: addDays(asked.to, 1) } : asked;
}

const COLUMNS: readonly Column<AuditEventView>[] = [
  {
    head: 'Position',
    area: 'position',
    numeric: true,
    className: 'mono',
    cell: ({ position }) => count(Number(position)),
  },
  { head: 'Time', area: 'time', className: 'mono dim', cell: ({ at }) => <Moment at={at} /> },
  { head: 'Event', area: 'event', cell: ({ type }) => <strong>{type}</strong> },
  { head: 'What happened', area: 'what', cell: (event) => <WhatHappened event={event} /> },
  {
    head: 'Stream',
    area: 'stream',
    className: 'nowrap',
    cell: ({ stream }) => (
      <Link
        className="mono"
        to={`/audit/events?stream=${encodeURIComponent(stream)}`}
        title={stream}
        aria-label={`Only the stream ${stream}`}
      >
        {shortStream(stream)}
      </Link>
    ),
  },
  { head: 'Seal', area: 'seal', atEnd: true, cell: ({ hash }) => <HashText hash={hash} what="seal" /> },
];

/**
 * The log itself, in order, with its seals, and how far each read model has followed it. Filters and position are in
 * the address.
 */
export default function LogPage() {
  const pages = usePages();
  const filters = useListFilters(FILTERS, UNSET);
  const { value, set, clear } = filters;
  const asked = askedOf(value);
  const page = useShown(useAuditEventsQuery({ ...asked, after: pages.cursor, limit: PAGE }));
  const filtered = Object.keys(asked).length > 0;
  // Without a filter, the previous page can be computed even after following a link; with one, only the log's beginning
  // is known.
  const start = filtered ? 0 : Number(pages.cursor) - PAGE;
  const none = (
    <Empty
      title="No events here"
      text={
        page.data?.more
          ? 'None of the events searched so far match. Choose Later to keep searching.'
          : filtered
            ? 'No events match these filters.'
            : 'Nothing was recorded after this position yet.'
      }
      action={<Button onClick={clear}>{filtered ? 'Clear filters' : 'Go to the beginning of the log'}</Button>}
    />
  );
  return (
    <>
      <PageHead title="Event log" text="All events in order. Each includes the hash of the one before it.">
        <DownloadButton
          large
          href={`/api/audit/log.jsonl?${new URLSearchParams(asked)}`}
          name={filtered ? 'log-part.jsonl' : 'log.jsonl'}
        >
          {filtered ? 'Export these events' : 'Export log'}
        </DownloadButton>
      </PageHead>
      {useBroken() ? <ChainBand /> : <ReadModels />}
      <div className="filters compact log-filters" role="search">
        <Typed name="stream" label="Stream begins with" hint="For example payment-" of={filters} />
        <Select
          label="Event"
          placeholder="All events"
          data={TYPES}
          searchable
          clearable
          nothingFoundMessage="No matching event"
          value={value.type || null}
          onChange={(to) => set('type', to ?? '')}
        />
        <Typed name="actor" label="Actor" hint="Wallet or role, such as admin" of={filters} />
        <Typed name="wallet" label="About a wallet" hint="r…" of={filters} />
        <Day name="from" label="From (UTC)" of={filters} />
        <Day name="to" label="To (UTC)" of={filters} />
      </div>
      <Shown
        of={page}
        what="The log"
        skeleton={<Skeleton height={400} />}
        wayOut={
          <Button size="sm" onClick={clear}>
            Go to the beginning of the log
          </Button>
        }
        empty={[({ events }) => events.length === 0, none]}
      >
        {({ events }) => (
          <div className="log">
            <DataTable label="Events" dense columns={COLUMNS} rows={events} keyOf={({ position }) => position} />
          </div>
        )}
      </Shown>
      <Pager
        pages={pages}
        next={page.data?.more ? page.data.next : null}
        words={['Earlier', 'Later']}
        onBack={() => pages.back(start > 0 ? positionOf(start) : '')}
      />
    </>
  );
}

interface FilterProps {
  name: FilterName;
  label: string;
  of: LogFilters;
}

function Typed({ name, label, hint, of }: FilterProps & { hint: string }) {
  const [typed, type] = useTyped(of.value[name], (to) => of.set(name, to));
  return (
    <PlainInput
      className="filters-search"
      label={label}
      type="search"
      placeholder={hint}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

const Day = ({ name, label, of }: FilterProps) => (
  <PlainInput
    label={label}
    type="date"
    value={of.value[name]}
    onChange={(event) => of.set(name, event.currentTarget.value)}
  />
);

/** The date above the time on a narrow page, to leave more width for the description. */
const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} className="log-time">
    <span>{day(at)}</span> <span>{exactClock(at)}</span>
  </time>
);

function WhatHappened({ event }: { event: AuditEventView }) {
  const { stream, revision, actor, data } = event;
  return (
    <details>
      <summary>{eventSentence(event) || 'Data'}</summary>
      <p className="mono dim">
        {stream}, revision {revision}, by {actor.wallet ? `${actor.role} ${actor.wallet}` : actor.role}
      </p>
      <pre className="mono">{JSON.stringify(data, null, 2)}</pre>
    </details>
  );
}

/** Enough to identify the stream: its category, and the first characters of its id. */
function shortStream(stream: string): string {
  const [kind, ...whose] = stream.split('-');
  return [kind, whose.join('-').slice(0, 12)].filter(Boolean).join('-');
}

function ReadModels() {
  const { data, error } = useShown(useReadModelsQuery(undefined, usePolling(FOLLOW_MS)));
  if (!data && error) return <Note tone="wait">Couldn’t load read-model status.</Note>;
  if (!data) return <Skeleton height={44} />;
  const behind = data.filter(({ lag }) => lag > 0);
  return (
    <Note tone={behind.length === 0 ? 'ok' : 'wait'}>
      {behind.length === 0
        ? `All ${data.length} read models are up to date.`
        : `${behind.map(({ name, lag }) => `${name} is ${count(lag)} ${lag === 1 ? 'event' : 'events'} behind`).join(', ')}.`}
    </Note>
  );
}
