import type {
  ComplianceCaseRow,
  ComplianceCaseTab,
  ComplianceCaseView,
  ComplianceSummary,
  DecideCaseRequest,
  LinkWalletRequest,
  RevealedField,
  RevealFieldRequest,
  SanctionsListView,
} from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';
import { paged, type Paged } from '../../shared/api/paging';

export interface QueueQuestion {
  show: ComplianceCaseTab;
  reason?: string;
  search?: string;
  cursor?: string;
}

export const complianceApi = api.injectEndpoints({
  endpoints: (build) => ({
    complianceCases: build.query<Paged<ComplianceCaseRow>, QueueQuestion>({
      // A name that is looked for stands in no address: those are kept on the way.
      query: ({ search, ...rest }) =>
        search
          ? { url: 'api/compliance/cases/search', method: 'POST', body: { ...rest, search } }
          : { url: 'api/compliance/cases', params: rest },
      transformResponse: paged<ComplianceCaseRow>,
      providesTags: ['Cases'],
    }),
    complianceSummary: build.query<ComplianceSummary, void>({
      query: () => 'api/compliance/summary',
      providesTags: ['Cases'],
    }),
    /** Each time it is asked for is a look that the record keeps: it is never asked for by itself. */
    complianceCase: build.query<ComplianceCaseView, string>({
      query: (id) => `api/compliance/cases/${encodeURIComponent(id)}`,
      keepUnusedDataFor: 0,
    }),
    decideCase: build.mutation<ComplianceCaseView, DecideCaseRequest & { id: string }>({
      query: ({ id, ...body }) => ({
        url: `api/compliance/cases/${encodeURIComponent(id)}/decide`,
        method: 'POST',
        body,
      }),
      onQueryStarted: thenAskAgain(['Cases']),
    }),
    revealField: build.mutation<RevealedField, RevealFieldRequest & { id: string }>({
      query: ({ id, ...body }) => ({
        url: `api/compliance/cases/${encodeURIComponent(id)}/reveal`,
        method: 'POST',
        body,
      }),
    }),
    linkWallet: build.mutation<ComplianceCaseView, LinkWalletRequest & { id: string }>({
      query: ({ id, ...body }) => ({
        url: `api/compliance/cases/${encodeURIComponent(id)}/wallets`,
        method: 'POST',
        body,
      }),
      onQueryStarted: thenAskAgain(['Cases']),
    }),
    sanctionsList: build.query<SanctionsListView, void>({
      query: () => 'api/compliance/list',
      providesTags: ['SanctionsList'],
    }),
    refreshList: build.mutation<SanctionsListView, void>({
      query: () => ({ url: 'api/compliance/list/refresh', method: 'POST' }),
      onQueryStarted: thenAskAgain(['SanctionsList', 'Cases']),
    }),
  }),
});
export const {
  useComplianceCasesQuery,
  useComplianceCaseQuery,
  useComplianceSummaryQuery,
  useDecideCaseMutation,
  useLinkWalletMutation,
  useRevealFieldMutation,
  useRefreshListMutation,
  useSanctionsListQuery,
} = complianceApi;
