import { CASE_REASON_WORDS } from '@tknest/contracts/api';
import { IconSearch } from '@tabler/icons-react';
import { useTyped } from '../../../shared/use-typed';
import { useListFilters, type ListFilters } from '../../../shared/use-list-filters';
import { Select, TextInput } from '../../../shared/ui/inputs/inputs';

const NAMES = ['search', 'reason'] as const;
const REASONS = [
  { value: 'all', label: 'All reasons' },
  ...Object.entries(CASE_REASON_WORDS).map(([value, label]) => ({ value, label })),
];

export const useQueueFilters = () => useListFilters(NAMES);

/** Whole words of a name, a wallet, or how a case begins; and why cases are here. */
export function QueueFilters({ value, set }: Pick<ListFilters<(typeof NAMES)[number]>, 'value' | 'set'>) {
  const [search, type] = useTyped(value.search, (to) => set('search', to));
  return (
    <div className="filters compact" role="search">
      <TextInput
        className="filters-search"
        aria-label="Name, wallet or case"
        type="search"
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder="Name, wallet or case"
        value={search}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Select
        aria-label="Reason"
        placeholder="No such reason"
        data={REASONS}
        value={value.reason}
        allowDeselect={false}
        onChange={(to) => set('reason', to ?? 'all')}
      />
    </div>
  );
}
