import { IconSearch } from '@tabler/icons-react';
import { useTyped } from '../../../shared/use-typed';
import { Select, TextInput } from '../../../shared/ui/inputs/inputs';
import { choices, useListFilters, type ListFilters } from '../../../shared/use-list-filters';

const NAMES = ['search', 'type', 'kyc'] as const;
const TYPES = choices('All types', ['investor', 'property_owner', 'admin', 'auditor']);
const KYC = choices('Any KYC status', ['verified', 'pending', 'rejected', 'not_started']);

export const useUserFilters = () => useListFilters(NAMES);

/** Wallet, type and KYC status. */
export function UserFilters({ value, set }: Pick<ListFilters<(typeof NAMES)[number]>, 'value' | 'set'>) {
  const [search, type] = useTyped(value.search, (to) => set('search', to));
  return (
    <div className="filters compact" role="search">
      <TextInput
        className="filters-search"
        aria-label="Wallet"
        type="search"
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder="Wallet"
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
        aria-label="KYC status"
        placeholder="No such status"
        data={KYC}
        value={value.kyc}
        allowDeselect={false}
        onChange={(to) => set('kyc', to ?? 'all')}
      />
    </div>
  );
}
