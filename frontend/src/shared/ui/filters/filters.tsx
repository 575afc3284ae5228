import { IconSearch } from '@tabler/icons-react';
import { wordsOf } from '../../format/format';
import type { ListFilters } from '../../use-list-filters';
import { useTyped } from '../../use-typed';
import { PlainInput } from '../inputs/plain';
import { Select } from '../inputs/select';
import '../../styles/lists.css';

interface Choice {
  value: string;
  label: string;
}
interface Props<Name extends string> {
  of: Pick<ListFilters<Name>, 'value' | 'set'>;
  /** Text input; its label is shown inside the empty field. */
  search: { label: string; placeholder?: string };
  choices: readonly { name: Name; label: string; data: Choice[] }[];
}

/** The filters of a list: a text field, and a select for each other filter. */
export function Filters<Name extends string>({ of, search, choices }: Props<Name | 'search'>) {
  const [typed, type] = useTyped(of.value.search, (to) => of.set('search', to));
  return (
    <div className="filters compact" role="search">
      <PlainInput
        className="filters-search"
        aria-label={search.label}
        type="search"
        before={<IconSearch size={16} aria-hidden />}
        placeholder={search.placeholder ?? search.label}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {choices.map(({ name, label, data }) => (
        <Select
          key={name}
          aria-label={label}
          placeholder={`${label}: unknown`}
          data={data}
          value={of.value[name]}
          allowDeselect={false}
          onChange={(to) => of.set(name, to ?? 'all')}
        />
      ))}
    </div>
  );
}

/** The options of a select, "all" first. @param values a value, or a value and its label */
export const choicesOf = (
  all: string,
  values: readonly (string | readonly [string, string])[],
): [all: Choice, ...Choice[]] => [
  { value: 'all', label: all },
  ...values.map((value) =>
    typeof value === 'string' ? { value, label: wordsOf(value) } : { value: value[0], label: value[1] },
  ),
];
