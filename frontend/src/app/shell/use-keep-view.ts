import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useSessionQuery } from '../../shared/session/api';
import { VIEW } from '../../shared/storage/keys';
import { viewAsked, viewOf } from '../use-view';

const HOMES = new Set(['/', '/dashboard', '/integrated-dashboard']);

/** Keeps the view that a home's address asks for (`/?role=`), for every other page and for the next visit. */
export function useKeepView(): void {
  const { data: session } = useSessionQuery();
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const asked = HOMES.has(pathname) ? viewAsked(params) : undefined;
  const of = viewOf(session);
  useEffect(() => {
    if (asked) VIEW.write(asked, of);
  }, [asked, of]);
}
