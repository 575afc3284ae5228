import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isApiError, isRefusal, statusText } from '../../api/problem';
import { Button } from '../button/button';
import { Spoken } from '../live/live';
import { Facade } from '../facade/facade';
import '../note/note.css';
import './states.css';

/** An empty state: an unlit house on its ground line, what will appear here, and at most one action. */
export function Empty({
  title,
  text,
  action,
  as: Heading = 'h2',
  kind = 0,
}: {
  title: string;
  text?: string;
  action?: ReactNode;
  as?: 'h1' | 'h2' | 'h3';
  kind?: number;
}) {
  return (
    <div className="empty">
      <span className="empty-house">
        <Facade id={kind} share={0} height={84} />
      </span>
      <Heading>{title}</Heading>
      {text && <p className="dim">{text}</p>}
      {action}
    </div>
  );
}

/** A placeholder in the final shape, shown only if loading takes long enough to notice (150 ms). */
export function Skeleton({ height, width = '100%' }: { height: number | string; width?: number | string }) {
  return <div className="skeleton" style={{ height, width }} aria-hidden />;
}

/** A page of which nothing has loaded, or only what does not change. */
export const PageWaiting = ({ hasHead = false }: { hasHead?: boolean }) => (
  <div className="stack" aria-busy="true">
    {!hasHead && <Skeleton height={40} width={260} />}
    <Skeleton height={180} />
    <Skeleton height={280} />
  </div>
);

/** A part that failed to load; the rest of the page is unaffected. `action`: offered if retrying cannot help. */
export function Failed({
  error,
  retry,
  action,
  what = 'This part',
}: {
  error: unknown;
  retry?: () => void;
  action?: ReactNode;
  what?: string;
}) {
  return (
    <div className="card failed" role="alert">
      <IconCloudOff size={28} stroke={1.7} aria-hidden />
      <h2>{what} did not load</h2>
      <p className="dim">
        {statusText(error).replace(/[^.!?]$/, '$&.')}
        {!isRefusal(error) && ' Your money and tokens are not affected.'}
      </p>
      {action ??
        (retry && (
          <Button size="sm" icon={<IconRefresh size={16} aria-hidden />} onClick={retry}>
            Try again
          </Button>
        ))}
      {isApiError(error) && error.traceId && (
        <details className="small dim">
          <summary>Details for support</summary>
          <span className="mono">{error.traceId}</span>
        </details>
      )}
    </div>
  );
}

/** Shown while the live feed is unavailable and data is refetched every half minute instead. */
export function FeedPaused() {
  return (
    <div className="note note-wait feed-paused">
      <IconCloudOff aria-hidden />
      <Spoken>Live updates are paused. We check every 30 seconds instead.</Spoken>
    </div>
  );
}
