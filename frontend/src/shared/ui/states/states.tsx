import type { ReactNode } from 'react';
import { isApiError, statusText } from '../../api/problem';
import { Button } from '../button/button';
import { Facade } from '../facade/facade';
import './states.css';

/** Nothing here yet: an unlit house, what will fill it, at most one action. */
export function Empty({ title, text, action, as: Heading = 'h2' }: { title: string; text?: string; action?: ReactNode; as?: 'h1' | 'h2' | 'h3' }) {
  return (
    <div className="empty">
      <Facade id={3} share={0} width={110} height={110} />
      <Heading>{title}</Heading>
      {text && <p className="dim">{text}</p>}
      {action}
    </div>
  );
}

/** A place of the final shape; it shows itself only where the wait is long enough to notice. */
export function Skeleton({ height, width = '100%' }: { height: number; width?: number | string }) {
  return <div className="skeleton" style={{ height, width }} aria-hidden />;
}

/** One part that did not load; the rest of the page is unaffected. */
export function Failed({ error, retry, what = 'This part' }: { error: unknown; retry?: () => void; what?: string }) {
  return (
    <div className="card failed" role="alert">
      <h3>{what} did not load</h3>
      <p className="dim">{statusText(error)}</p>
      {retry && <Button size="sm" onClick={retry}>Try again</Button>}
      {isApiError(error) && error.traceId && (
        <details className="small dim">
          <summary>Details for support</summary>
          <span className="mono">{error.traceId}</span>
        </details>
      )}
    </div>
  );
}
