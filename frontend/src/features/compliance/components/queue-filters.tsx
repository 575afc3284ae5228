import { useState } from 'react';
import { CASE_REASON_WORDS } from '@tknest/contracts/rules';
import { Filters, choicesOf } from '../../../shared/ui/filters/filters';
import { useListFilters } from '../../../shared/use-list-filters';

const REASONS = choicesOf('All reasons', Object.entries(CASE_REASON_WORDS));

/** The reason is in the address. Typed text may be a name, and stays on the page. */
export function useQueueFilters() {
  const { value, active, set, clear } = useListFilters(['reason']);
  const [search, setSearch] = useState('');
  return {
    value: { ...value, search },
    active: active || search !== '',
    set: (name: 'search' | 'reason', to: string) => {
      if (name === 'search') setSearch(to);
      set('reason', name === 'search' ? value.reason : to);
    },
    clear: () => {
      setSearch('');
      clear();
    },
  };
}

/** Searches whole words of a name, a wallet, or the beginning of a case's id; and filters by reason. */
export const QueueFilters = (filters: ReturnType<typeof useQueueFilters>) => (
  <Filters
    of={filters}
    search={{ label: 'Name, wallet or case' }}
    choices={[{ name: 'reason', label: 'Reason', data: REASONS }]}
  />
);
