import type { KycRecord, KycSubmitResult } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';

export const identityApi = api.injectEndpoints({
  endpoints: (build) => ({
    kycRecord: build.query<KycRecord, void>({ query: () => ({ url: 'api/kyc/status' }), providesTags: ['Kyc'] }),
    submitKyc: build.mutation<KycSubmitResult, { form: FormData; key: string }>({
      query: ({ form, key }) => ({ url: 'api/kyc/submit', method: 'POST', body: form, idempotencyKey: key }),
      onQueryStarted: thenAskAgain(['Kyc', 'Session', 'Documents']),
    }),
  }),
});

export const { useKycRecordQuery, useSubmitKycMutation } = identityApi;
