import type { AdminTransactionView } from '@tknest/contracts/api';
import { api } from '../api/base-api';
import { paged, type Paged } from '../api/paging';

interface TransactionFilter {
  search?: string;
  type?: string;
  status?: string;
  days?: string;
  cursor?: string;
  limit?: number;
}

export const transactionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Everybody's transactions, for the office. */
    allTransactions: build.query<Paged<AdminTransactionView>, TransactionFilter>({
      query: (params) => ({ url: 'api/admin/all-transactions', params }),
      transformResponse: paged<AdminTransactionView>,
      providesTags: ['AdminLog'],
    }),
  }),
});

export const { useAllTransactionsQuery } = transactionsApi;
