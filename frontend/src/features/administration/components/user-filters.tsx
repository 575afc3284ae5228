import { Filters, choicesOf } from '../../../shared/ui/filters/filters';
import { useListFilters, type ListFilters } from '../../../shared/use-list-filters';

const NAMES = ['search', 'type', 'kyc'] as const;
const TYPES = choicesOf('All types', ['investor', 'property_owner', 'admin', 'auditor']);
const KYC = choicesOf('Any KYC status', ['verified', 'pending', 'rejected', 'not_started']);

export const useUserFilters = () => useListFilters(NAMES);

/** Wallet, type and KYC status. */
export const UserFilters = (filters: ListFilters<(typeof NAMES)[number]>) => (
  <Filters
    of={filters}
    search={{ label: 'Wallet' }}
    choices={[
      { name: 'type', label: 'Type', data: TYPES },
      { name: 'kyc', label: 'KYC status', data: KYC },
    ]}
  />
);
