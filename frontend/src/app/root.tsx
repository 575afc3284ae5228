import { Navigate, useLocation } from 'react-router';
import { useSessionQuery } from '../shared/session/api';
import { Landing } from '../features/access/pages/landing';
import { useTitle } from '../shared/use-title';
import { HOMES, pageOf } from './pages';
import { useView } from './use-view';

const InvestorHome = pageOf(HOMES.investor);
const LandlordHome = pageOf(HOMES.landlord);

const DASHBOARDS = new Set(['/dashboard', '/integrated-dashboard']);

/** `/`: the landing page for visitors, the home dashboard for somebody who is signed in. */
export function Root() {
  const { data: session } = useSessionQuery();
  const view = useView();
  const { pathname, search } = useLocation();
  const signedIn = Boolean(session?.walletAddress);
  useTitle(
    !signedIn
      ? 'Fund property. Get paid from rent.'
      : view === 'landlord'
        ? 'Property Management'
        : 'Browse Properties',
  );
  // A dashboard is somebody's: a visitor signs in, in the role that the address names, and comes back to it.
  if (!signedIn && DASHBOARDS.has(pathname))
    return <Navigate to={`/auth?from=${encodeURIComponent(pathname + search)}`} replace />;
  if (!signedIn) return <Landing />;
  if (session?.userRole === 'compliance') return <Navigate to="/compliance" replace />;
  return view === 'landlord' ? <LandlordHome /> : <InvestorHome />;
}
