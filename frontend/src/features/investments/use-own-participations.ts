import { useMemo } from 'react';
import { useSessionQuery } from '../access/api';
import { useParticipationsQuery } from '../payments/api';

/**
 * The purchases of whoever is signed in. An owner is answered with what others bought of theirs: that is no income of
 * the owner's.
 */
export function useOwnParticipations() {
  const { data: session } = useSessionQuery();
  const { data, error, refetch } = useParticipationsQuery();
  const wallet = session?.walletAddress;
  const own = useMemo(
    () => (wallet ? data?.filter(({ tokenHolderId }) => tokenHolderId === wallet) : undefined),
    [data, wallet],
  );
  return { data: own, error, refetch };
}
