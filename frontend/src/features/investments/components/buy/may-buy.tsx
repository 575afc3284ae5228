import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { isLandlordOf, type Owned, can } from '../../../../shared/session/can';
import { useSessionQuery, type Who } from '../../../../shared/session/api';
import { useAppDispatch } from '../../../../shared/store/store';
import { Button, ButtonLink } from '../../../../shared/ui/button/button';
import { Note } from '../../../../shared/ui/note/note';
import { showToast } from '../../../../shared/ui/toast/toast.slice';
import { soldOutWords, type Sold } from '../../../../shared/properties/sold-out-words';

/** REQ-1.6.2. */
export const OWNERS_CANNOT = 'Property owners cannot invest in their own properties';

/** Why the button is disabled if the payment names another wallet than the session's. */
export const NOT_OWN = 'Only the wallet that you are signed in with can pay here.';

/** Landlords cannot buy tokens of their own property, and landlords' sessions cannot buy at all (REQ-1.5.25). */
export const isOwner = (session: Who | undefined, property: Owned): boolean =>
  !!session?.walletAddress && (session.userRole === 'landlord' || isLandlordOf(session, property));

/** Says why, and links to the dashboard. */
export function useDenyOwner(): () => void {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  return () => {
    dispatch(showToast({ title: 'Access Denied', text: OWNERS_CANNOT, tone: 'bad' }));
    void navigate('/dashboard', { replace: true });
  };
}

/**
 * Shown instead of the Buy button if buying is unavailable: no tokens are left, or a sign-in or verification is needed
 * first.
 * @param from the address to return to after the sign-in
 * @returns null if nothing prevents buying; the page itself tells owners
 */
export function useObstacle(property: Sold & Owned, from: string): ReactNode {
  const { data: session } = useSessionQuery();
  const role = session?.userRole;
  if (property.tokensAvailable === 0)
    return (
      <Button size="lg" wide disabled>
        {soldOutWords(property).button}
      </Button>
    );
  if (!session?.walletAddress)
    return (
      <ButtonLink to={`/auth?from=${encodeURIComponent(from)}`} look="filled" size="lg" wide>
        Sign in to buy
      </ButtonLink>
    );
  if (isOwner(session, property)) return null;
  if (!can(role, 'purchase'))
    return <Note tone="off">This session is read-only. To buy, sign in with a wallet as Rent Recipient.</Note>;
  if (role === 'investor' && session.kycStatus !== 'verified')
    return (
      <ButtonLink to="/kyc?role=investor" look="filled" size="lg" wide>
        Verify identity first
      </ButtonLink>
    );
  return null;
}
