import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * A drawer with its own address over a list that keeps its filters. Closing goes back to the previous list; after
 * following a link, the list replaces the drawer. @param list the list's address @param isOpen whether the current
 * address is a drawer's
 */
export function useDrawer(list: string, isOpen: boolean) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const state = useLocation().state as { overList?: boolean } | null;
  // The second click of a double click comes before the drawer opens, and must not open it twice.
  const opening = useRef(isOpen);
  useEffect(() => void (opening.current = isOpen), [isOpen]);
  const at = (place: string) => (params.size > 0 ? `${place}?${params}` : place);
  const open = (place: string) => {
    if (opening.current) return;
    opening.current = true;
    void navigate(at(place), { state: { ...state, overList: true } });
  };
  return {
    open,
    close: () => void (state?.overList ? navigate(-1) : navigate(at(list), { replace: true })),
  };
}
