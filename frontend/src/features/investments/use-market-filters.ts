import { useListFilters } from '../../shared/use-list-filters';

export const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'apr', label: 'Highest APR' },
  { value: 'price', label: 'Lowest token price' },
  { value: 'term', label: 'Shortest term' },
];
const UNSET = { search: '', sort: 'newest', available: 'false' };

/** Filters and sort order of the marketplace. `active`: the number of active filters. */
export function useMarketFilters() {
  const { value, set, clear } = useListFilters(['search', 'sort', 'available'] as const, UNSET);
  const { search } = value;
  const sort = SORTS.some((one) => one.value === value.sort) ? value.sort : UNSET.sort;
  const available = value.available === 'true';
  const active = [search !== '', sort !== UNSET.sort, available].filter(Boolean).length;
  return { search, sort, available, active, set, clear };
}
