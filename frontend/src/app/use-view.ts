import { useLocation, useSearchParams } from 'react-router';
import { useSessionQuery } from '../shared/session/api';

export type View = 'landlord' | 'investor';

/**
 * Which of the two home views somebody looks at: their own role's, unless the address asks for the other. It chooses
 * the view only.
 */
export function useView(): View {
  const { data: session } = useSessionQuery();
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const asked = params.get('role');
  // A property is looked at where it can be bought, whoever looks.
  if (pathname.startsWith('/properties/')) return 'investor';
  if (asked === 'landlord' || asked === 'property_owner') return 'landlord';
  if (asked === 'investor' || asked === 'rent_recipient') return 'investor';
  return session?.userRole === 'landlord' ? 'landlord' : 'investor';
}
