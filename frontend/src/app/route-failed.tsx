import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { isApiError } from '../shared/api/problem';
import { lastFailed } from '../shared/api/base-api';
import { Button, ButtonLink } from '../shared/ui/button/button';
import { Boundary } from '../shared/ui/states/boundary';
import { Empty } from '../shared/ui/states/states';
import { Wordmark } from '../shared/ui/wordmark/wordmark';
import { useTitle } from '../shared/use-title';
import { forgetFailed } from './pages';

/**
 * A failed page does not affect the rest of the app. After a deployment, chunks of the older build are gone, which a
 * reload fixes.
 */
function PageFailed({ error }: { error: unknown }) {
  useEffect(forgetFailed, []);
  useTitle('This page did not load');
  const traceId = (isApiError(error) && error.traceId) || lastFailed.traceId;
  return (
    <>
      <Empty
        as="h1"
        title="This page did not load"
        text="Nothing was lost. Reload the page, and tell us if it happens again."
        action={
          <>
            <div className="row">
              <Button look="filled" onClick={() => location.reload()}>
                Reload
              </Button>
              <ButtonLink to="/">Home</ButtonLink>
            </div>
            <details className="small dim">
              <summary>Details for support</summary>
              <span className="mono">{textOf(error)}</span>
              {traceId && <p className="mono">Reference: {traceId}</p>}
            </details>
          </>
        }
      />
    </>
  );
}

function textOf(error: unknown): string {
  if (isApiError(error)) return error.detail;
  return error instanceof Error ? error.message : String(error);
}

/** What fails in it is replaced by a card until one goes elsewhere. @param isFrame where nothing stands around it */
export function WithFailure({ isFrame = false, children }: { isFrame?: boolean; children: ReactNode }) {
  const failed = (error: unknown) => {
    const card = <PageFailed error={error} />;
    return isFrame ? (
      <main className="content stack">
        <Wordmark />
        {card}
      </main>
    ) : (
      card
    );
  };
  return (
    <Boundary at={useLocation()} failed={failed}>
      {children}
    </Boundary>
  );
}
