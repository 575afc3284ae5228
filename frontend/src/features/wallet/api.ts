import type { CapabilityView, TrustStatusView } from '@tknest/contracts/api';
import { api } from '../../shared/api/base-api';

export const walletApi = api.injectEndpoints({
  endpoints: (build) => ({
    trustStatus: build.query<TrustStatusView, string>({
      query: (wallet) => ({ url: `api/rlusd/trust-status/${encodeURIComponent(wallet)}` }),
      providesTags: ['Trust'],
    }),
    capability: build.query<CapabilityView, { wallet: string; amount: number }>({
      query: ({ wallet, amount }) => ({
        url: `api/rlusd/validate-capability/${encodeURIComponent(wallet)}/${amount}`,
      }),
      providesTags: ['Trust'],
    }),
  }),
});

export const { useTrustStatusQuery, useCapabilityQuery } = walletApi;
