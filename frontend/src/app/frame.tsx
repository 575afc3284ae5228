import { lazy, Suspense, use, useCallback, useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { usePlatformConfigQuery, useSessionQuery } from '../shared/session/api';
import { keepFocus } from '../shared/focus/keep-focus';
import { Gate } from './gate/gate';
import { useFirstScreen } from '../shared/session/first-screen';
import { leaving, useIdentity, signInFrom } from '../shared/session/identity';
import { useGate } from './gate/use-gate';
import { useAppDispatch } from '../shared/store/store';
import { Failed, Skeleton } from '../shared/ui/states/states';
import { showToast } from '../shared/ui/toast/toast.slice';
import { HandleContext } from './page-handle';
import { useAhead } from './use-ahead';
import { useView } from './use-view';
import { pageOf, prefetch, prefetchFiles, SHELL, WIDGETS } from './pages';
import { useRememberSignedIn } from './first-screen';

const Widgets = pageOf(WIDGETS);
const VisitorFeed = lazy(() => import('./visitor-feed'));
const Shell = pageOf(SHELL);

/** Decides what surrounds a page: the access code page, nothing, or the shell for a signed-in user. */
export function Frame() {
  const session = useSessionQuery();
  const config = usePlatformConfigQuery();
  const first = useFirstScreen();
  const { open } = useGate();
  const { inside, outside, widgets, live } = use(HandleContext);
  const location = useLocation();
  const signedIn = Boolean(session.data?.walletAddress);
  useRememberSignedIn(session.data ? signedIn : null);
  const navigate = useNavigate();
  useIdentity(session.data, () => void navigate('/', { replace: true }));
  useEffect(keepFocus, []);
  const view = useView();
  useAhead(
    useCallback((href: string) => prefetch(href, view), [view]),
    useCallback((hrefs: readonly string[]) => void prefetchFiles(hrefs, view).catch(() => undefined), [view]),
  );
  /** Key of the subtree, so that no data or input passes from one wallet's session to another's. */
  const whose = session.data?.walletAddress ?? 'nobody';
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (signedIn || outside) wasSignedIn.current = signedIn;
    if (signedIn) leaving.now = false;
  }, [signedIn, outside]);
  // Once the session is known, a brief outage of the server must not replace the page.
  if (session.isError && !session.data)
    return (
      <main className="content">
        <Failed error={session.error} retry={() => void session.refetch()} what="The page" />
      </main>
    );
  // The prerendered content stays until the session is known.
  if (!first && (session.isLoading || config.isLoading))
    return (
      <main className="content" aria-busy="true">
        <h1 className="sr-only">Loading</h1>
        <Skeleton height={32} width={200} />
      </main>
    );
  const guarded = config.data ? config.data.demoGate : first === 'gate';
  const away = signInFrom(location);
  if (!signedIn && wasSignedIn.current && !outside)
    return leaving.now ? <Navigate to="/auth" replace /> : <SessionEnded to={away} />;
  if (!signedIn && guarded && !open) return <Gate />;
  if (!signedIn && inside) return <Navigate to={away} replace />;
  const fallback = (
    <main className="content" aria-busy="true">
      <h1 className="sr-only">Loading</h1>
      <Skeleton height={320} />
    </main>
  );
  if (outside)
    return (
      <Suspense fallback={fallback}>
        <Widgets>
          <Outlet key={whose} />
        </Widgets>
      </Suspense>
    );
  if (!signedIn)
    return (
      <Suspense fallback={fallback}>
        {widgets ? (
          <Widgets>
            <Outlet />
            {live && (
              <Suspense fallback={null}>
                <VisitorFeed />
              </Suspense>
            )}
          </Widgets>
        ) : (
          <Outlet />
        )}
      </Suspense>
    );
  return (
    <Suspense fallback={fallback}>
      <Widgets>
        <Shell key={whose} />
      </Widgets>
    </Suspense>
  );
}

/** Shown when a session has ended on a page, to sign in and continue there. */
function SessionEnded({ to }: { to: string }) {
  const dispatch = useAppDispatch();
  useEffect(
    () =>
      void dispatch(
        showToast({
          title: 'Your session has ended',
          text: 'Sign in again to continue where you left off. What you typed into forms is kept.',
          tone: 'wait',
        }),
      ),
    [dispatch],
  );
  return <Navigate to={to} replace />;
}
