import { PROPERTY_ORDERS, PROPERTY_STATES } from '@tknest/contracts/rules';
import { Filters, choicesOf } from '../../../shared/ui/filters/filters';
import { useListFilters, type ListFilters } from '../../../shared/use-list-filters';

const NAMES = ['search', 'status', 'sort'] as const;
const STATES = choicesOf('Any status', PROPERTY_STATES);
const WORDS = { newest: 'by newest', name: 'by name', rent: 'by monthly rent', invested: 'by total investment' };
const [NEWEST, ...ORDERS] = PROPERTY_ORDERS;
const sortedBy = (order: (typeof PROPERTY_ORDERS)[number], value: string = order) => ({
  value,
  label: `Sort ${WORDS[order]}`,
});

export const usePropertyFilters = () => useListFilters(NAMES);

/** Text, status and order. */
export const PropertyFilters = (filters: ListFilters<(typeof NAMES)[number]>) => (
  <Filters
    of={filters}
    search={{ label: 'Search properties', placeholder: 'Name, address, landlord or number' }}
    choices={[
      { name: 'status', label: 'Status', data: STATES },
      { name: 'sort', label: 'Sorted', data: [sortedBy(NEWEST, 'all'), ...ORDERS.map((order) => sortedBy(order))] },
    ]}
  />
);
