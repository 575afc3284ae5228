import { IconDownload } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { exactTime } from '../../../shared/format/format';
import { useTitle } from '../../../shared/use-title';
import { Note } from '../../../shared/ui/note/note';
import { Failed, Skeleton } from '../../../shared/ui/states/states';
import { useBooksQuery, useTimelineQuery } from '../api';
import { BooksCard } from '../components/books-card';
import { TimeLine } from '../components/time-line';
import { ChainVerdict, ReadModelsVerdict } from '../components/verdicts';
import { eventSentence } from '../event-sentence';
import { logAddress } from '../log-address';
import { momentOf, pollingOf, type Moment } from '../moment';
import './audit.css';

const POLL_MS = 30_000;

/** The record as it was at any moment: the time line, the two verdicts, the books, and the facts that led there. */
export default function ReplayPage() {
  useTitle('Replay');
  const [params, setParams] = useSearchParams();
  const asked = momentOf(params);
  const moment = asked ?? {};
  const timeline = useTimelineQuery(undefined, { pollingInterval: POLL_MS });
  const { data: books, currentData, error, refetch } = useBooksQuery(moment, pollingOf(moment));
  const choose = (chosen: Moment) => setParams({ ...chosen }, { replace: true, preventScrollReset: true });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Replay</h1>
          <p className="dim">
            Every fact in the order it was recorded. Choose a moment and see the books as they were.
          </p>
        </div>
        <div className="row">
          <a className="btn btn-default btn-sm" href="/api/audit/events.jsonl" download>
            <IconDownload size={16} aria-hidden />
            Export log
          </a>
          <a className="btn btn-default btn-sm" href="/api/audit/manifest.json" download>
            <IconDownload size={16} aria-hidden />
            Manifest
          </a>
        </div>
      </div>
      <div className="stack">
        {!asked && (
          <Note tone="wait">
            The address asks for a moment that is none. This is now.{' '}
            <button type="button" className="note-way" onClick={() => choose({})}>
              Stay with now
            </button>
          </Note>
        )}
        {timeline.error && <Failed error={timeline.error} retry={() => void timeline.refetch()} what="The time line" />}
        {!timeline.data && !timeline.error && <Skeleton height={206} />}
        {timeline.data && <TimeLine timeline={timeline.data} books={books} moment={moment} onChoose={choose} />}
        <div className="verdicts">
          <ChainVerdict />
          <ReadModelsVerdict />
        </div>
        {error && <Failed error={error} retry={() => void refetch()} what="The books" />}
        {!books && !error && <Skeleton height={320} />}
        {books && (
          <div className="moment" aria-busy={!currentData}>
            <BooksCard books={books} moment={moment} />
            <section className="card facts" aria-label="At this moment">
              <div className="between">
                <h2>At this moment</h2>
                <span className="small dim">newest first</span>
              </div>
              {books.latest.length === 0 && <p className="dim">Nothing had been recorded yet.</p>}
              <ol>
                {books.latest.map((event, index) => (
                  <li key={event.position} data-current={index === 0 || undefined}>
                    <time className="mono" dateTime={event.at} title={exactTime(event.at)}>
                      {new Date(event.at).toLocaleTimeString('en-GB')}
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
              <Link to={logAddress(books.latest.at(-1)?.position ?? books.position)}>Open the event log here</Link>
            </section>
          </div>
        )}
      </div>
    </>
  );
}
