import { useSearchChange } from '../../shared/use-search-change';

/** What the address opens over the page. What was closed is not opened again by Back. @param name of its parameter */
export function useOpened(name: string): { asked: string; close(): void } {
  const [params, change] = useSearchChange();
  const close = () => change((now) => now.delete(name), { replace: true, preventScrollReset: true });
  return { asked: params.get(name) ?? '', close };
}
