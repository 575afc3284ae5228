import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * Opens the dialog of a payment through the page's address, so that it continues after a reload or on another device.
 * Back does not reopen a closed dialog.
 */
export function usePaymentDialog() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const go = (id: string | null, replace: boolean, closes: readonly string[] = []) => {
    const search = new URLSearchParams(params);
    closes.forEach((name) => search.delete(name));
    if (id) search.set('payment', id);
    else search.delete('payment');
    void navigate({ pathname, search: search.toString() }, { replace });
  };
  return {
    paymentId: params.get('payment'),
    /** @param closes the search parameters of the drawer that it replaces */
    open: (id: string, closes?: readonly string[]) => go(id, closes !== undefined, closes),
    /** Another payment replaces this one. */
    again: (id: string) => go(id, true),
    close: () => go(null, true),
  };
}
