import type { MarketPropertyView } from '@tknest/contracts/api';
import { api } from '../api/base-api';
import { byCursor, paged, type Paged } from '../api/paging';

/** What is asked of the marketplace; without an answer yet, nothing. */
export interface MarketFilter {
  search?: string;
  sort?: string;
  available?: boolean;
  ids?: string;
  limit?: number;
}
export const marketApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The marketplace, as everybody sees it. */
    marketplace: build.infiniteQuery<Paged<MarketPropertyView>, MarketFilter, string>({
      infiniteQueryOptions: byCursor,
      query: ({ queryArg: { available, ...rest }, pageParam }) => ({
        url: 'api/market',
        params: { ...rest, ...(available ? { available: 'true' } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
      }),
      transformResponse: paged<MarketPropertyView>,
      providesTags: ['Properties', { type: 'Properties', id: 'LIST' }],
    }),
  }),
});

export const { useMarketplaceInfiniteQuery } = marketApi;
