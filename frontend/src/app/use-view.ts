import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { keepDraft, readText } from '../shared/drafts';
import { useSessionQuery, type Who } from '../shared/session/api';

export type View = 'landlord' | 'investor';

const VIEWS: Record<string, View> = {
  landlord: 'landlord',
  property_owner: 'landlord',
  investor: 'investor',
  rent_recipient: 'investor',
};
const HOMES = new Set(['/', '/dashboard', '/integrated-dashboard']);

/** Of this wallet in this role: whoever signs in as the other begins with the other's view. */
const keyOf = (session: Who | undefined) => `view:${session?.walletAddress}:${session?.userRole}`;

/**
 * Which of the two views somebody looks at: the one that the address asks for, else the one that was chosen last, else
 * their own role's. It chooses the view only.
 */
export function useView(): View {
  const { data: session } = useSessionQuery();
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  // A property is looked at where it can be bought, whoever looks.
  if (pathname.startsWith('/properties/')) return 'investor';
  const asked = VIEWS[params.get('role') ?? ''] ?? VIEWS[readText(keyOf(session)) ?? ''];
  return asked ?? (session?.userRole === 'landlord' ? 'landlord' : 'investor');
}

/** Keeps the view that a home's address asks for (`/?role=`), for every other page and for the next visit. */
export function useKeepView(): void {
  const { data: session } = useSessionQuery();
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const asked = HOMES.has(pathname) ? VIEWS[params.get('role') ?? ''] : undefined;
  const key = keyOf(session);
  useEffect(() => {
    if (asked) keepDraft(key, asked);
  }, [asked, key]);
}
