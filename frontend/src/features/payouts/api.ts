import type { PayoutView } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';

export type Control = 'pause' | 'resume' | 'retry';

export const payoutOfficeApi = api.injectEndpoints({
  endpoints: (build) => ({
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

export const { useControlPayoutMutation } = payoutOfficeApi;
