import { usePropertyQuery } from '../../../shared/properties/api';

/** A property by its name; by its number until that is known. */
export function PropertyName({ id }: { id: number | null }) {
  const { data } = usePropertyQuery(id ?? 0, { skip: id === null });
  if (id === null) return <span aria-label="none">—</span>;
  return <>{data?.name ?? `Property #${id}`}</>;
}
