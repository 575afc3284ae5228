import type { PayoutView, ProposalAnswer, RevenueOrdered, RevenueView } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';

export type Control = 'pause' | 'resume' | 'retry';

export const payoutOfficeApi = api.injectEndpoints({
  endpoints: (build) => ({
    revenue: build.query<RevenueView, void>({ query: () => ({ url: 'api/admin/revenue' }), providesTags: ['Payouts'] }),
    withdrawRevenue: build.mutation<RevenueOrdered | ProposalAnswer, { amount: string; key: string }>({
      query: ({ key, ...body }) => ({
        url: 'api/admin/revenue/withdrawals',
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
      onQueryStarted: thenAskAgain(['Payouts', 'Proposals']),
    }),
    cancelRevenue: build.mutation<{ success: true }, string>({
      query: (id) => ({ url: `api/admin/revenue/withdrawals/${encodeURIComponent(id)}/cancel`, method: 'POST' }),
      onQueryStarted: thenAskAgain(['Payouts']),
    }),
    controlPayout: build.mutation<PayoutView, { id: string; control: Control; reason: string }>({
      query: ({ id, control, reason }) => ({
        url: `api/payouts/${encodeURIComponent(id)}/${control}`,
        method: 'POST',
        body: { reason },
      }),
      onQueryStarted: thenAskAgain(['Payouts']),
    }),
  }),
});

export const { useControlPayoutMutation, useRevenueQuery, useWithdrawRevenueMutation, useCancelRevenueMutation } =
  payoutOfficeApi;
