import { CASE_REASON_WORDS } from '@tknest/contracts/api';
import { Filters, choicesOf } from '../../../shared/ui/filters/filters';
import { useListFilters, type ListFilters } from '../../../shared/use-list-filters';

const NAMES = ['search', 'reason'] as const;
const REASONS = choicesOf('All reasons', Object.entries(CASE_REASON_WORDS));

export const useQueueFilters = () => useListFilters(NAMES);

/** Whole words of a name, a wallet, or how a case begins; and why cases are here. */
export const QueueFilters = (filters: ListFilters<(typeof NAMES)[number]>) => (
  <Filters
    of={filters}
    search={{ label: 'Name, wallet or case' }}
    choices={[{ name: 'reason', label: 'Reason', data: REASONS }]}
  />
);
