import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type {
  AssignCaseRequest,
  ComplianceCaseRow,
  ComplianceCaseTab,
  ComplianceCaseView,
  DecideCaseRequest,
  LinkWalletRequest,
  NoteCaseRequest,
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
      // A searched name is never in a URL, because URLs get logged by intermediaries.
      query: ({ search, ...rest }) =>
        search
          ? { url: 'api/compliance/cases/search', method: 'POST', body: { ...rest, search } }
          : { url: 'api/compliance/cases', params: rest },
      transformResponse: paged<ComplianceCaseRow>,
      providesTags: ['Cases'],
    }),
    /** Each request is recorded as a view, so it is never made automatically. */
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
    assignCase: build.mutation<ComplianceCaseView, AssignCaseRequest & { id: string }>({
      query: ({ id, ...body }) => ({
        url: `api/compliance/cases/${encodeURIComponent(id)}/assign`,
        method: 'POST',
        body,
      }),
      onQueryStarted: showAnswer,
      invalidatesTags: ['Cases'],
    }),
    noteCase: build.mutation<ComplianceCaseView, NoteCaseRequest & { id: string }>({
      query: ({ id, ...body }) => ({
        url: `api/compliance/cases/${encodeURIComponent(id)}/notes`,
        method: 'POST',
        body,
      }),
      onQueryStarted: showAnswer,
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

interface Asked {
  dispatch: ThunkDispatch<any, unknown, UnknownAction>;
  queryFulfilled: PromiseLike<{ data: ComplianceCaseView }>;
}
/**
 * The answer to the officer's own act is shown directly, because fetching the case again would be recorded as another
 * view.
 */
async function showAnswer({ id }: { id: string }, { dispatch, queryFulfilled }: Asked): Promise<void> {
  const data = await Promise.resolve(queryFulfilled).then(
    (answer) => answer.data,
    () => undefined,
  );
  if (data) dispatch(complianceApi.util.updateQueryData('complianceCase', id, () => data));
}

export const {
  useComplianceCasesQuery,
  useComplianceCaseQuery,
  useAssignCaseMutation,
  useDecideCaseMutation,
  useNoteCaseMutation,
  useLinkWalletMutation,
  useRevealFieldMutation,
  useRefreshListMutation,
  useSanctionsListQuery,
} = complianceApi;
