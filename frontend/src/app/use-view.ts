import { useSearchParams, useLocation } from 'react-router';
import { useSessionQuery, type Who } from '../shared/session/api';
import { VIEW } from '../shared/storage/keys';
import { useEffect } from 'react';

export type View = 'landlord' | 'investor';

/** A map, because an address may contain `constructor`. */
const VIEWS: ReadonlyMap<string | null, View> = new Map([
  ['landlord', 'landlord'],
  ['property_owner', 'landlord'],
  ['investor', 'investor'],
  ['rent_recipient', 'investor'],
]);
/** The view named by `role` in an address. */
export const viewAsked = (params: URLSearchParams): View | undefined => VIEWS.get(params.get('role'));

/** The stored view of this wallet in this role: after signing in with the other role, the other view comes first. */
export const viewOf = (session: Who | undefined) => `${session?.walletAddress}:${session?.userRole}`;

/** The view named in the address, otherwise the one chosen last, otherwise that of the user's role. */
export function viewFor(session: Who | undefined, params: URLSearchParams): View {
  const asked = viewAsked(params) ?? VIEW.read(viewOf(session));
  return asked ?? (session?.userRole === 'landlord' ? 'landlord' : 'investor');
}

/** The current view. It only affects the view. */
export function useView(): View {
  const { data: session } = useSessionQuery();
  const [params] = useSearchParams();
  return viewFor(session, params);
}

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
