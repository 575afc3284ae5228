import { Navigate } from 'react-router';
import { useSessionQuery } from '../shared/session/api';
import { Landing } from '../features/access/pages/landing';
import { useTitle } from '../shared/use-title';
import { HOMES, pageOf } from './pages';
import { useView } from './use-view';

const InvestorHome = pageOf(HOMES.investor);
const LandlordHome = pageOf(HOMES.landlord);

/** `/`: the landing page for visitors, the home dashboard for somebody who is signed in. */
export function Root() {
  const { data: session } = useSessionQuery();
  const view = useView();
  const signedIn = Boolean(session?.walletAddress);
  useTitle(
    !signedIn
      ? 'Fund property. Get paid from rent.'
      : view === 'landlord'
        ? 'Property Management'
        : 'Browse Properties',
  );
  if (!signedIn) return <Landing />;
  if (session?.userRole === 'compliance') return <Navigate to="/compliance" replace />;
  return view === 'landlord' ? <LandlordHome /> : <InvestorHome />;
}
