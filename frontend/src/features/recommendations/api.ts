import type { MarketAnalysis, OwnPropertyFigures, Recommendations } from '@tknest/contracts/api';
import { api, type CallMeta } from '../../shared/api/base-api';

export interface MarketPage {
  analysis: MarketAnalysis;
  next: string | null;
}
/** How many of the user's properties can be chosen from. */
const OWN_MAX = 200;

export const recommendationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    market: build.infiniteQuery<MarketPage, void, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.next ?? undefined },
      query: ({ pageParam }) => ({ url: 'api/ai/market', params: pageParam ? { cursor: pageParam } : {} }),
      transformResponse: (analysis: MarketAnalysis, meta: unknown) => ({
        analysis,
        next: (meta as CallMeta | undefined)?.nextCursor ?? null,
      }),
      providesTags: ['Market'],
    }),
    recommendations: build.query<Recommendations, void>({
      query: () => ({ url: 'api/ai/recommendations' }),
      providesTags: ['Market'],
    }),
    ownFigures: build.query<OwnPropertyFigures[], void>({
      query: () => ({ url: 'api/ai/own-properties', params: { limit: OWN_MAX } }),
      providesTags: ['Market'],
    }),
  }),
});

export const { useMarketInfiniteQuery, useRecommendationsQuery, useOwnFiguresQuery } = recommendationsApi;
