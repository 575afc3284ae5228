import { useSearchChange } from '../../shared/use-search-change';

export const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'apr', label: 'Highest APR' },
  { value: 'price', label: 'Lowest token price' },
  { value: 'term', label: 'Shortest term' },
];
const NAMES = ['search', 'sort', 'available'] as const;

/** Filters are in the address, so that they can be linked and Back undoes them. */
export function useMarketFilters() {
  const [params, change] = useSearchChange();
  const sort = SORTS.find(({ value }) => value === params.get('sort'))?.value ?? 'newest';
  const set = (name: (typeof NAMES)[number], value: string) =>
    change((now) => (value ? now.set(name, value) : now.delete(name)), { replace: true, preventScrollReset: true });
  const clear = () =>
    change((now) => NAMES.forEach((name) => now.delete(name)), { replace: true, preventScrollReset: true });
  const search = params.get('search') ?? '';
  const available = params.get('available') === 'true';
  return {
    search,
    sort,
    available,
    active: [search !== '', sort !== 'newest', available].filter(Boolean).length,
    set,
    clear,
  };
}
