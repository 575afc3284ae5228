import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * Opens the dialog of a payment through the page's address, so that a reload or another device goes on where one was.
 * What was closed is not opened again by Back.
 */
export function usePaymentDialog() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const go = (id: string | null, at: string, replace: boolean) => {
    const search = new URLSearchParams(params);
    if (id) search.set('payment', id);
    else search.delete('payment');
    void navigate({ pathname: at, search: search.toString() }, { preventScrollReset: true, replace });
  };
  return {
    paymentId: params.get('payment'),
    /** @param at the page that it opens over, in the place of a drawer; this one where left out */
    open: (id: string, at?: string) => go(id, at ?? pathname, at !== undefined),
    /** Another payment takes this one's place. */
    again: (id: string) => go(id, pathname, true),
    close: () => go(null, pathname, true),
  };
}
