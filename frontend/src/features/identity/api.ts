import type {
  KycDocumentView,
  KycSubmitResult,
  OwnConsentsView,
  OwnErasureView,
  TestVerificationRequest,
  TestVerificationResult,
} from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';

export const identityApi = api.injectEndpoints({
  endpoints: (build) => ({
    submitKyc: build.mutation<KycSubmitResult, { form: FormData; key: string; onProgress?(share: number): void }>({
      query: ({ form, key, onProgress }) => ({
        url: 'api/kyc/submit',
        method: 'POST',
        body: form,
        idempotencyKey: key,
        onProgress,
      }),
      onQueryStarted: thenAskAgain(['Kyc', 'Session', 'Documents']),
    }),
    testVerification: build.mutation<TestVerificationResult, TestVerificationRequest>({
      query: (body) => ({ url: 'api/kyc/test-verification', method: 'POST', body: { ...body, isTestMode: true } }),
    }),
    ownDocuments: build.query<KycDocumentView[], void>({
      query: () => 'api/kyc/documents',
      providesTags: ['Documents'],
    }),
    ownConsents: build.query<OwnConsentsView, void>({ query: () => 'api/kyc/consents', providesTags: ['Documents'] }),
    ownErasure: build.query<OwnErasureView, void>({ query: () => 'api/kyc/erasure', providesTags: ['Erasures'] }),
    stopOwnErasure: build.mutation<OwnErasureView, void>({
      query: () => ({ url: 'api/kyc/erasure/stop', method: 'POST', body: {} }),
      onQueryStarted: thenAskAgain(['Erasures']),
    }),
    askForErasure: build.mutation<{ requestedAt: string }, void>({
      query: () => ({ url: 'api/kyc/erasure', method: 'POST', body: {} }),
      onQueryStarted: thenAskAgain(['Erasures']),
    }),
  }),
});

export const {
  useSubmitKycMutation,
  useTestVerificationMutation,
  useOwnDocumentsQuery,
  useOwnConsentsQuery,
  useOwnErasureQuery,
  useAskForErasureMutation,
  useStopOwnErasureMutation,
} = identityApi;
