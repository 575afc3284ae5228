import { useSearchParams } from 'react-router';

export const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'apr', label: 'Highest APR' },
  { value: 'price', label: 'Lowest token price' },
  { value: 'term', label: 'Shortest term' },
];
const NAMES = ['search', 'sort', 'available'] as const;

/** What is looked for stands in the address, so that it can be linked and Back undoes it. */
export function useMarketFilters() {
  const [params, setParams] = useSearchParams();
  const sort = SORTS.find(({ value }) => value === params.get('sort'))?.value ?? 'newest';
  const set = (name: (typeof NAMES)[number], value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const clear = () =>
    setParams(
      (before) => {
        NAMES.forEach((name) => before.delete(name));
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
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
