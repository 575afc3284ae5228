import { IconSearch } from '@tabler/icons-react';
import { wordsOf } from '../../../shared/format/format';
import { useTyped } from '../../../shared/use-typed';
import { Select, TextInput } from '../../../shared/ui/inputs/inputs';
import { useListFilters, type ListFilters } from './use-list-filters';

const TYPING_MS = 250;
const NAMES = ['search', 'type', 'kyc'] as const;
const choices = (all: string, values: readonly string[]) => [{ value: 'all', label: all }, ...values.map((value) => ({ value, label: wordsOf(value) }))];
const TYPES = choices('All types', ['investor', 'property_owner', 'admin', 'auditor']);
const KYC = choices('Any KYC status', ['verified', 'pending', 'rejected', 'not_started']);

export const useUserFilters = () => useListFilters(NAMES);

/** Wallet, type and KYC status. */
export function UserFilters({ value, set }: Pick<ListFilters<(typeof NAMES)[number]>, 'value' | 'set'>) {
  const [search, type] = useTyped(value.search, (to) => set('search', to), TYPING_MS);
  return (
    <div className="filters compact" role="search">
      <TextInput className="filters-search" aria-label="Wallet" type="search" leftSection={<IconSearch size={16} aria-hidden />} placeholder="Wallet" value={search} onChange={(event) => type(event.currentTarget.value)} />
      <Select aria-label="Type" placeholder="No such type" data={TYPES} value={value.type} allowDeselect={false} onChange={(to) => set('type', to ?? 'all')} />
      <Select aria-label="KYC status" placeholder="No such status" data={KYC} value={value.kyc} allowDeselect={false} onChange={(to) => set('kyc', to ?? 'all')} />
    </div>
  );
}
