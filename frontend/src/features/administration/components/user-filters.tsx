import { USER_ORDERS } from '@tknest/contracts/rules';
import { Filters, choicesOf } from '../../../shared/ui/filters/filters';
import { useListFilters, type ListFilters } from '../../../shared/use-list-filters';

const NAMES = ['search', 'type', 'kyc', 'sort'] as const;
const TYPES = choicesOf('All types', ['investor', 'property_owner', 'admin', 'auditor']);
const WORDS = { recent: 'last sign-in', wallet: 'wallet', invested: 'investments', earned: 'earnings' };
const KYC = choicesOf('Any KYC status', ['verified', 'pending', 'rejected', 'not_started']);

const [LATEST, ...ORDERS] = USER_ORDERS;
const sortedBy = (order: (typeof USER_ORDERS)[number], value: string = order) => ({
  value,
  label: `Sort by ${WORDS[order]}`,
});

export const useUserFilters = () => useListFilters(NAMES);

/** Wallet, type, KYC status and order. */
export const UserFilters = (filters: ListFilters<(typeof NAMES)[number]>) => (
  <Filters
    of={filters}
    search={{ label: 'Wallet' }}
    choices={[
      { name: 'type', label: 'Type', data: TYPES },
      { name: 'kyc', label: 'KYC status', data: KYC },
      { name: 'sort', label: 'Sorted', data: [sortedBy(LATEST, 'all'), ...ORDERS.map((order) => sortedBy(order))] },
    ]}
  />
);
