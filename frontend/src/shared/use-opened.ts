import { useLocation, useNavigate } from 'react-router';
import { useSearchChange, type OPENS_HERE } from './use-search-change';

/**
 * What the address opens over the page. Back does not reopen what was closed, and what a link of the page opened leaves
 * no second entry of the page. @param name the search parameter's name
 */
export function useOpened(name: string): { asked: string; close(): void } {
  const [params, change] = useSearchChange();
  const navigate = useNavigate();
  const state = useLocation().state as Partial<typeof OPENS_HERE> | null;
  const close = () => (state?.opensHere ? void navigate(-1) : change((now) => now.delete(name), { replace: true }));
  return { asked: params.get(name) ?? '', close };
}
