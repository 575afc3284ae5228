import { DATE_RANGES_DAYS, TRANSACTION_TYPES } from '@tknest/contracts/rules';
import { Filters, choicesOf } from '../../../shared/ui/filters/filters';
import { useListFilters, type ListFilters } from '../../../shared/use-list-filters';

const RANGES: Record<(typeof DATE_RANGES_DAYS)[number], string> = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  365: '1 year',
};
const NAMES = ['search', 'type', 'days', 'status'] as const;

const TYPES = choicesOf('All types', TRANSACTION_TYPES);
const [ALL_TIME, ...DAYS] = choicesOf(
  'All time',
  DATE_RANGES_DAYS.map((days) => [String(days), RANGES[days]]),
);
const STATUSES = choicesOf('Any status', ['completed', 'processing', 'pending', 'failed']);

export const useTransactionFilters = () => useListFilters(NAMES);

/** Text, type, date range and status (REQ-2.2.10.3, REQ-2.2.10.4). */
export const TransactionFilters = (filters: ListFilters<(typeof NAMES)[number]>) => (
  <Filters
    of={filters}
    search={{ label: 'Search', placeholder: 'Description, wallet or property' }}
    choices={[
      { name: 'type', label: 'Type', data: TYPES },
      { name: 'days', label: 'Date range', data: [...DAYS, ALL_TIME] },
      { name: 'status', label: 'Status', data: STATUSES },
    ]}
  />
);
