import type { PropertyView } from '@tknest/contracts/api';
import { LISTING } from '@tknest/contracts/rules';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isApiError } from '../../../../shared/api/problem';
import { useShown } from '../../../../shared/api/use-shown';
import { usePolling } from '../../../../shared/attention/use-attended';
import { usePropertyQuery } from '../../../../shared/properties/api';
import { useSessionQuery } from '../../../../shared/session/api';
import { signInFrom } from '../../../../shared/session/sign-in-link';
import { Shown } from '../../../../shared/ui/shown/shown';
import { Skeleton } from '../../../../shared/ui/states/states';
import style from './buy.module.css';

const FRESH_MS = 10_000;

interface Props {
  /** The id in the address; null if there is none. */
  id: string | null;
  /** Shown for a property that cannot be bought. */
  missing: ReactNode;
  children(property: PropertyView, wallet: string): ReactNode;
}

/**
 * The property in the address, for signed-in users. A wrong link is reported to everybody; with a correct one, visitors
 * sign in and return to exactly this page.
 */
export function PropertyAsked({ id, missing, children }: Props) {
  const named = id !== null && LISTING.idPattern.test(id);
  const shown = useShown(usePropertyQuery(Number(id), { skip: !named, ...usePolling(FRESH_MS) }));
  const { data: session } = useSessionQuery();
  const location = useLocation();
  const wallet = session?.walletAddress;
  if (!named || (isApiError(shown.error) && shown.error.status === 404)) return <Whole>{missing}</Whole>;
  if (shown.data && !wallet) return <Navigate to={signInFrom(location)} replace />;
  return (
    <Whole>
      <Shown of={shown} what="The property" skeleton={<Skeleton height={480} />}>
        {(property) => wallet && children(property, wallet)}
      </Shown>
    </Whole>
  );
}

/** Without a session there is no shell with the main landmark. */
function Whole({ children }: { children: ReactNode }) {
  const { data: session } = useSessionQuery();
  return session?.walletAddress ? children : <main className={`content ${style.whole}`}>{children}</main>;
}
