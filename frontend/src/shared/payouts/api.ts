import type { EscrowView, PayoutLineView, PayoutView, UnclaimedView } from '@tknest/contracts/api';
import { api } from '../api/base-api';
import { paged, type Paged } from '../api/paging';

export interface PayoutFilter {
  propertyId?: number;
  search?: string;
  status?: string;
  /** Business dates, both included. */
  from?: string;
  to?: string;
  cursor?: string;
  limit?: number;
}

/** The first page of the home's payouts, a year of one property; its parts share one request. */
export const LATEST_PAYOUTS: PayoutFilter = { limit: 12 };

/** Payouts, and unclaimed shares: holders see their own, landlords those of their properties, the office all. */
export const payoutsApi = api.injectEndpoints({
  endpoints: (build) => ({
    escrow: build.query<EscrowView, void>({ query: () => ({ url: 'api/admin/escrow' }), providesTags: ['Payouts'] }),
    payouts: build.query<Paged<PayoutView>, PayoutFilter>({
      query: (params) => ({ url: 'api/payouts', params }),
      transformResponse: paged<PayoutView>,
      providesTags: ['Payouts'],
    }),
    payout: build.query<PayoutView, string>({
      query: (id) => ({ url: `api/payouts/${encodeURIComponent(id)}` }),
      providesTags: (_, __, id) => ['Payouts', { type: 'Payouts', id }],
    }),
    payoutLines: build.query<Paged<PayoutLineView>, { id: string; cursor?: string; limit?: number }>({
      query: ({ id, ...params }) => ({ url: `api/payouts/${encodeURIComponent(id)}/lines`, params }),
      transformResponse: paged<PayoutLineView>,
      providesTags: (_, __, { id }) => ['Payouts', { type: 'Payouts', id }],
    }),
    unclaimed: build.query<Paged<UnclaimedView>, { cursor?: string }>({
      query: (params) => ({ url: 'api/payouts/unclaimed', params }),
      transformResponse: paged<UnclaimedView>,
      providesTags: ['Payouts'],
    }),
  }),
});

export const { useEscrowQuery, usePayoutsQuery, usePayoutQuery, usePayoutLinesQuery, useUnclaimedQuery } = payoutsApi;
