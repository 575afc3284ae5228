import { PAGE_PARAM } from './ui/pager/pager';
import { useSearchChange } from './use-search-change';

/**
 * Filters are in the address: they can be linked, and a reload keeps them. By default, `search` is empty and every
 * other filter is `all`.
 * @param otherwise other defaults
 */
export function useListFilters<Name extends string>(
  names: readonly Name[],
  otherwise: Partial<Readonly<Record<Name, string>>> = {},
) {
  const [params, changeSearch] = useSearchChange();
  const unset = (name: Name) => otherwise[name] ?? (name === 'search' ? '' : 'all');
  const value = Object.fromEntries(names.map((name) => [name, params.get(name) ?? unset(name)])) as Record<
    Name,
    string
  >;
  const change = (how: (params: URLSearchParams) => void) => {
    changeSearch(
      (before) => {
        before.delete(PAGE_PARAM);
        how(before);
      },
      { replace: true },
    );
  };
  return {
    value,
    active: names.some((name) => value[name] !== unset(name)),
    set: (name: Name, to: string) =>
      change((params) => (to === unset(name) ? params.delete(name) : params.set(name, to))),
    clear: () => change((params) => names.forEach((name) => params.delete(name))),
  };
}
export type ListFilters<Name extends string> = ReturnType<typeof useListFilters<Name>>;

/** The filters as a call's parameters, without those that select everything. */
export const searchOf = (value: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams(Object.entries(value).filter(([, text]) => text.trim() !== '' && text !== 'all'));
