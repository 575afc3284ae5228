import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { keepDraft } from '../../shared/drafts';
import { useSessionQuery } from '../../shared/session/api';
import { keyOf, viewAsked } from '../use-view';

const HOMES = new Set(['/', '/dashboard', '/integrated-dashboard']);

/** Keeps the view that a home's address asks for (`/?role=`), for every other page and for the next visit. */
export function useKeepView(): void {
  const { data: session } = useSessionQuery();
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const asked = HOMES.has(pathname) ? viewAsked(params) : undefined;
  const key = keyOf(session);
  useEffect(() => {
    if (asked) keepDraft(key, asked);
  }, [asked, key]);
}
