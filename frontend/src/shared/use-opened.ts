import { useSearchChange } from './use-search-change';

/**
 * What the address opens over the page. Back does not reopen what was closed. @param name the search parameter's name
 */
export function useOpened(name: string): { asked: string; close(): void } {
  const [params, change] = useSearchChange();
  const close = () => change((now) => now.delete(name), { replace: true });
  return { asked: params.get(name) ?? '', close };
}
