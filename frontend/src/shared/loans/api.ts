import type { LoanView } from '@tknest/contracts/api';
import { api } from '../api/base-api';

/** A property's loan, for its owner, the office and the auditor. */
export const loansApi = api.injectEndpoints({
  endpoints: (build) => ({
    loan: build.query<LoanView, number>({
      query: (propertyId) => ({ url: `api/loan/${propertyId}` }),
      providesTags: (_, __, id) => ['Loans', { type: 'Loans', id }],
    }),
  }),
});

export const { useLoanQuery } = loansApi;
