import type { TrustLinePayloadView, TrustLineRequestView } from '@tknest/contracts/api';
import { api } from '../api/base-api';

export const trustLineApi = api.injectEndpoints({
  endpoints: (build) => ({
    createTrustLine: build.mutation<TrustLineRequestView, { walletAddress: string; trustLimit: number; key: string }>({
      query: ({ key, ...body }) => ({
        url: 'api/rlusd/create-trust-line',
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
    }),
    trustLinePayload: build.query<TrustLinePayloadView, string>({
      query: (payloadUuid) => ({ url: `api/rlusd/trust-status-payload/${encodeURIComponent(payloadUuid)}` }),
    }),
  }),
});

export const { useCreateTrustLineMutation, useTrustLinePayloadQuery } = trustLineApi;
