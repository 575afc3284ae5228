import type { PortfolioView, TransactionView } from '@tknest/contracts/api';
import { api } from '../api/base-api';
import { byCursor, paged, type Paged } from '../api/paging';

export interface PurchaseFilter {
  /** The user's own purchases, whatever the role; otherwise landlords get other people's purchases. */
  mine?: boolean;
  search?: string;
  limit?: number;
}

/** The user's own purchases; without this parameter, landlords get others' purchases of their properties. */
export const OWN: PurchaseFilter = { mine: true };

export const portfolioApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Totals over all purchases, computed by the server. */
    portfolio: build.query<PortfolioView, void>({
      query: () => ({ url: 'api/portfolio' }),
      // Holdings have their loan's next due day.
      providesTags: ['Purchases', 'Payouts', { type: 'Loans', id: 'LIST' }],
    }),
    purchases: build.infiniteQuery<Paged<TransactionView>, PurchaseFilter, string>({
      infiniteQueryOptions: byCursor,
      query: ({ queryArg: { mine, ...rest }, pageParam }) => ({
        url: 'api/transactions',
        params: { ...rest, ...(mine ? { mine: 'true' } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
      }),
      transformResponse: paged<TransactionView>,
      providesTags: ['Purchases'],
    }),
  }),
});

export const { usePortfolioQuery, usePurchasesInfiniteQuery } = portfolioApi;
