import type { PortfolioView, TransactionView } from '@tknest/contracts/api';
import { api } from '../api/base-api';
import { byCursor, paged, type Paged } from '../api/paging';

export interface PurchaseFilter {
  /** One's own purchases, whatever the role: an owner is answered with what others bought otherwise. */
  mine?: boolean;
  search?: string;
  limit?: number;
}

export const portfolioApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Everything that was bought, added up by the server. */
    portfolio: build.query<PortfolioView, void>({
      query: () => ({ url: 'api/portfolio' }),
      // Holdings have their loan's next due day.
      providesTags: ['Participations', { type: 'Loans', id: 'LIST' }],
    }),
    purchases: build.infiniteQuery<Paged<TransactionView>, PurchaseFilter, string>({
      infiniteQueryOptions: byCursor,
      query: ({ queryArg: { mine, ...rest }, pageParam }) => ({
        url: 'api/transactions',
        params: { ...rest, ...(mine ? { mine: 'true' } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
      }),
      transformResponse: paged<TransactionView>,
      providesTags: ['Participations'],
    }),
  }),
});

export const { usePortfolioQuery, usePurchasesInfiniteQuery } = portfolioApi;
