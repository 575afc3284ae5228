import { Navigate, useLocation, type Location } from 'react-router';
import { useSessionQuery } from '../shared/session/api';
import { signInFrom } from '../shared/session/identity';
import { Landing } from '../features/access/pages/landing';
import { useTitle } from '../shared/use-title';
import { HOMES, pageOf } from './pages';
import { useView } from './use-view';

const InvestorHome = pageOf(HOMES.investor);
const LandlordHome = pageOf(HOMES.landlord);

/**
 * Addresses that need a session: a dashboard, a property, a payment that waits for a signature. A visitor signs in and
 * returns to them.
 */
const isSomebodys = ({ pathname, search }: Location): boolean =>
  pathname !== '/' || ['payment', 'buy'].some((name) => new URLSearchParams(search).has(name));

/** `/`: the landing page for visitors, the home dashboard for somebody who is signed in. */
export function Root() {
  const { data: session } = useSessionQuery();
  const view = useView();
  const location = useLocation();
  const signedIn = Boolean(session?.walletAddress);
  useTitle(
    !signedIn
      ? 'Fund property. Get paid from rent.'
      : view === 'landlord'
        ? 'Property Management'
        : 'Browse Properties',
  );
  if (!signedIn && isSomebodys(location)) return <Navigate to={signInFrom(location)} replace />;
  if (!signedIn) return <Landing />;
  if (session?.userRole === 'compliance') return <Navigate to="/compliance" replace />;
  return view === 'landlord' ? <LandlordHome /> : <InvestorHome />;
}
