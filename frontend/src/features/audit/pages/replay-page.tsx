import type { BooksView } from '@tknest/contracts/api';
import { Link, useSearchParams } from 'react-router';
import type { FirstData } from '../../../shared/api/first-data';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { clock, exactTime } from '../../../shared/format/time';
import { PageHead } from '../../../shared/page-head';
import { Note } from '../../../shared/ui/note/note';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { auditApi, useBooksQuery, useTimelineQuery } from '../api';
import { AnchorsVerdict } from '../components/anchors-verdict';
import { BooksCard } from '../components/books-card';
import { TimeLine } from '../components/time-line';
import { useBroken } from '../components/chain-band';
import { ChainVerdict, ReadModelsVerdict } from '../components/verdicts';
import { eventSentence } from '../../../shared/record/event-sentence';
import { logAddress } from '../../../shared/record/api';
import { momentOf, pollingOf, type Moment } from '../moment';
import './audit.css';

const POLL_MS = 30_000;

export const firstData: FirstData = (ask, { search }) => {
  const { timeline, books, verification, readModels, anchors } = auditApi.endpoints;
  return Promise.all([
    ask(timeline.initiate()),
    ask(books.initiate(momentOf(search) ?? {})),
    ask(verification.initiate()),
    ask(readModels.initiate()),
    ask(anchors.initiate()),
  ]);
};

/** The state at any time: the timeline, the two verdicts, the books, and the events that led there. */
export default function ReplayPage() {
  const [params, setParams] = useSearchParams();
  const asked = momentOf(params);
  const moment = asked ?? {};
  const timeline = useShown(useTimelineQuery(undefined, usePolling(POLL_MS)));
  const books = useShown(useBooksQuery(moment, usePolling(pollingOf(moment).pollingInterval)));
  const broken = useBroken();
  const ahead = Boolean(moment.at && moment.at > new Date().toISOString());
  const choose = (chosen: Moment) => setParams({ ...chosen }, { replace: true });
  return (
    <>
      <PageHead title="Replay" text="Choose a date to see the books as they were at that time.">
        <DownloadButton large href="/api/audit/log.jsonl" name="log.jsonl">
          Export log
        </DownloadButton>
        <DownloadButton href="/api/audit/manifest.json" name="manifest.json">
          Manifest
        </DownloadButton>
      </PageHead>
      <div className="stack">
        {(!asked || ahead) && (
          <Note tone="wait">
            {ahead
              ? 'That link’s date is in the future. Showing the current state.'
              : 'That link has no valid date. Showing the current state.'}{' '}
            <button type="button" className="note-way" onClick={() => choose({})}>
              Remove the date
            </button>
          </Note>
        )}
        {broken && <ChainVerdict />}
        {/* The card above says why a part did not load. */}
        {!(broken && timeline.error) && (
          <Shown of={timeline} what="The timeline" skeleton={<Skeleton height={206} />}>
            {(data) => <TimeLine timeline={data} books={books.data} moment={moment} onChoose={choose} />}
          </Shown>
        )}
        <div className="verdicts">
          {!broken && <ChainVerdict />}
          <ReadModelsVerdict />
          <AnchorsVerdict />
        </div>
        {!(broken && books.error) && (
          <Shown of={books} what="The books" skeleton={<Skeleton height={320} />}>
            {(data) => (
              <div className="moment">
                <BooksCard books={data} moment={moment} />
                <Facts books={data} />
              </div>
            )}
          </Shown>
        )}
      </div>
    </>
  );
}

function Facts({ books: { latest, position } }: { books: BooksView }) {
  return (
    <section className="card facts" aria-label="At this moment">
      <div className="between">
        <h2>At this moment</h2>
        <span className="small dim">newest first</span>
      </div>
      {latest.length === 0 && <p className="dim">Nothing had been recorded yet.</p>}
      <ol>
        {latest.map((event, index) => (
          <li key={event.position} data-current={index === 0 || undefined}>
            <time className="mono" dateTime={event.at} title={exactTime(event.at)}>
              {clock(new Date(event.at), 'seconds')}
            </time>
            <div>
              <strong>{event.type}</strong>
              <p className="small dim">{eventSentence(event)}</p>
            </div>
            <Link
              className="mono"
              to={logAddress(event.position)}
              aria-label={`Position ${Number(event.position)} in the event log`}
            >
              #{Number(event.position)}
            </Link>
          </li>
        ))}
      </ol>
      <Link to={logAddress(latest.at(-1)?.position ?? position)}>Open the event log at this position</Link>
    </section>
  );
}
