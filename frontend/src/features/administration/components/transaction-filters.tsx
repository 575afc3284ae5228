import { IconSearch } from '@tabler/icons-react';
import { DATE_RANGES_DAYS, TRANSACTION_TYPES } from '@tknest/contracts/api';
import { useTyped } from '../../../shared/use-typed';
import { Select, TextInput } from '../../../shared/ui/inputs/inputs';
import { choices, useListFilters, type ListFilters } from '../../../shared/use-list-filters';

const RANGES: Record<string, string> = { 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' };
const NAMES = ['search', 'type', 'days', 'status'] as const;

const TYPES = choices('All types', TRANSACTION_TYPES);
const DAYS = [
  ...DATE_RANGES_DAYS.map((days) => ({ value: String(days), label: RANGES[days]! })),
  { value: 'all', label: 'All time' },
];
const STATUSES = choices('Any status', ['completed', 'processing', 'pending', 'failed']);

export const useTransactionFilters = () => useListFilters(NAMES);

/** Text, type, date range and status (D2 §2.10). */
export function TransactionFilters({ value, set }: Pick<ListFilters<(typeof NAMES)[number]>, 'value' | 'set'>) {
  const [search, type] = useTyped(value.search, (to) => set('search', to));
  return (
    <div className="filters compact" role="search">
      <TextInput
        className="filters-search"
        aria-label="Search"
        type="search"
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder="Description, wallet or property"
        value={search}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Select
        aria-label="Type"
        placeholder="No such type"
        data={TYPES}
        value={value.type}
        allowDeselect={false}
        onChange={(to) => set('type', to ?? 'all')}
      />
      <Select
        aria-label="Date range"
        placeholder="No such range"
        data={DAYS}
        value={value.days}
        allowDeselect={false}
        onChange={(to) => set('days', to ?? 'all')}
      />
      <Select
        aria-label="Status"
        placeholder="No such status"
        data={STATUSES}
        value={value.status}
        allowDeselect={false}
        onChange={(to) => set('status', to ?? 'all')}
      />
    </div>
  );
}
