import { useDeferredValue } from 'react';
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

/** Fills whole rows of one, two, three or four cards, so that the list's pages join without a gap. */
const PAGE = 24;

/** What the marketplace asks for at an address without filters. */
export const ALL_LISTINGS = { sort: UNSET.sort, available: false, limit: PAGE };

/** What the marketplace asks for; while somebody types, the previous text. */
export function useMarketAsked() {
  const { search, sort, available } = useMarketFilters();
  return { search: useDeferredValue(search) || undefined, sort, available, limit: PAGE };
}
