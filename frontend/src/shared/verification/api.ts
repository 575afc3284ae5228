import type { KycProvider, KycRecord, KycStarted, OwnCaseView } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../api/base-api';

export interface Begin {
  userRole: 'investor' | 'landlord';
  walletAddress: string;
  /** The recommended provider if left out. */
  provider?: KycProvider;
}

export const verificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    kycRecord: build.query<KycRecord, void>({ query: () => ({ url: 'api/kyc/status' }), providesTags: ['Kyc'] }),
    /** What officers ask the user. */
    ownCases: build.query<OwnCaseView[], void>({ query: () => 'api/kyc/cases', providesTags: ['Cases'] }),
    startKyc: build.mutation<KycStarted, Begin>({
      query: ({ provider, ...body }) =>
        provider
          ? { url: 'api/kyc/start', method: 'POST', body: { ...body, provider, verificationLevel: 'enhanced' } }
          : { url: 'api/kyc/initialize', method: 'POST', body },
      onQueryStarted: thenAskAgain(['Kyc']),
    }),
  }),
});

export const { useKycRecordQuery, useOwnCasesQuery, useStartKycMutation } = verificationApi;
