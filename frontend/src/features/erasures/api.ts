import type { EraseRequest, ErasureView, ProposalAnswer, RetainedView } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';

export const erasuresApi = api.injectEndpoints({
  endpoints: (build) => ({
    erasures: build.query<ErasureView[], void>({ query: () => 'api/compliance/erasures', providesTags: ['Erasures'] }),
    erase: build.mutation<ErasureView | ProposalAnswer, EraseRequest & { wallet: string }>({
      query: ({ wallet, ...body }) => ({
        url: `api/compliance/erasures/${encodeURIComponent(wallet)}`,
        method: 'POST',
        body,
      }),
      onQueryStarted: thenAskAgain(['Erasures']),
    }),
    stopErasure: build.mutation<unknown, string>({
      query: (wallet) => ({ url: `api/compliance/erasures/${encodeURIComponent(wallet)}/stop`, method: 'POST' }),
      onQueryStarted: thenAskAgain(['Erasures']),
    }),
    /** Each request is recorded as a view, so it is never made automatically. */
    retained: build.query<RetainedView[], string>({
      query: (wallet) => `api/compliance/erasures/${encodeURIComponent(wallet)}/retained`,
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useErasuresQuery, useEraseMutation, useStopErasureMutation, useRetainedQuery } = erasuresApi;
