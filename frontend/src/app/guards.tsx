import { type ReactNode, lazy, Suspense, use } from 'react';
import { usePlatformConfigQuery, useSessionQuery } from '../shared/session/api';
import { NOT_FOUND, pageOf } from './pages';
import { can } from '../shared/session/can';
import { HandleContext } from './page-handle';

export const NotFound = pageOf(NOT_FOUND);

/** Renders a page of the sandbox; without a sandbox, its address is a 404. */
export function SandboxOnly({ children }: { children: ReactNode }) {
  const { data: config, isLoading } = usePlatformConfigQuery();
  if (isLoading) return null;
  return config?.sandbox === false ? <NotFound /> : children;
}

/** Few people ever see it, so it is not part of the first load. */
const OfficeClosed = lazy(() => import('./office-closed'));

/** Guards an office page by the permission of its route. Others see who may use the page, and no request is sent. */
export function OfficeOnly({ children }: { children: ReactNode }) {
  const { data: session } = useSessionQuery();
  const { may } = use(HandleContext);
  if (!session) return null;
  if (!may || can(session.userRole, may)) return children;
  return (
    <Suspense>
      <OfficeClosed may={may} />
    </Suspense>
  );
}
