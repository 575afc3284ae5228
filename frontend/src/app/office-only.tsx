import { lazy, Suspense, type ReactNode } from 'react';
import { useMatches } from 'react-router';
import { useSessionQuery } from '../shared/session/api';
import { can, type Action } from '../shared/session/can';

/** Few people ever see it, so it is not part of the first load. */
const OfficeClosed = lazy(() => import('./office-closed'));

/** Guards an office page by the permission of its route. Others see who may use the page, and no request is sent. */
export function OfficeOnly({ children }: { children: ReactNode }) {
  const { data: session } = useSessionQuery();
  const may = (useMatches().at(-1)?.handle as { may?: Action } | undefined)?.may;
  if (!session) return null;
  if (!may || can(session.userRole, may)) return children;
  return (
    <Suspense>
      <OfficeClosed may={may} />
    </Suspense>
  );
}
