import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { isApiError } from '../shared/api/problem';
import { lastFailed } from '../shared/api/last-trace';
import { Button } from '../shared/ui/button/button';
import { Empty } from '../shared/ui/states/states';
import { forgetFailed } from './pages';

/**
 * A failed page does not affect the rest of the app. After a deployment, chunks of the older build are gone, which a
 * reload fixes.
 */
export function PageFailed() {
  const error = useRouteError();
  useEffect(forgetFailed, []);
  const traceId = (isApiError(error) && error.traceId) || lastFailed.traceId;
  return (
    <>
      <Empty
        as="h1"
        title="This page did not load"
        text="Nothing was lost. Reload the page, and tell us if it happens again."
        action={
          <Button look="filled" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      />
      <details className="small dim">
        <summary>Details for support</summary>
        <span className="mono">{textOf(error)}</span>
        {traceId && <p className="mono">Reference: {traceId}</p>}
      </details>
    </>
  );
}

function textOf(error: unknown): string {
  if (isApiError(error)) return error.detail;
  return error instanceof Error ? error.message : String(error);
}

/** The same if the frame itself failed. */
export const RouteFailed = () => (
  <main className="content">
    <PageFailed />
  </main>
);
