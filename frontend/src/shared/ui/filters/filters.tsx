import { IconSearch } from '@tabler/icons-react';
import { wordsOf } from '../../format/format';
import type { ListFilters } from '../../use-list-filters';
import { useTyped } from '../../use-typed';
import { Select, TextInput } from '../inputs/inputs';
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

/** What a list is narrowed by: words that are typed, and one choice each of what else there is. */
export function Filters<Name extends string>({ of, search, choices }: Props<Name | 'search'>) {
  const [typed, type] = useTyped(of.value.search, (to) => of.set('search', to));
  return (
    <div className="filters compact" role="search">
      <TextInput
        className="filters-search"
        aria-label={search.label}
        type="search"
        leftSection={<IconSearch size={16} aria-hidden />}
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

/** What there is to choose from, everything first. @param values a value, or a value and how it is called */
export const choicesOf = (
  all: string,
  values: readonly (string | readonly [string, string])[],
): [all: Choice, ...Choice[]] => [
  { value: 'all', label: all },
  ...values.map((value) =>
    typeof value === 'string' ? { value, label: wordsOf(value) } : { value: value[0], label: value[1] },
  ),
];
