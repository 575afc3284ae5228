import type {
  AdminPropertyView,
  AdminUserView,
  CaseView,
  MonthView,
  FailedEventView,
  PlatformStatsView,
  ProposalAnswer,
  ProposalView,
  SignatureLinks,
  UsedControlView,
  WalletStandingView,
} from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';
import { paged, type Paged } from '../../shared/api/paging';

export interface UserFilter {
  search?: string;
  type?: string;
  kyc?: string;
  sort?: string;
  cursor?: string;
}
export interface PropertyFilter {
  search?: string;
  status?: string;
  sort?: string;
  cursor?: string;
}

type UserControl = 'suspend' | 'reinstate' | 'revoke-verification' | 'end-sessions';

export const administrationApi = api.injectEndpoints({
  endpoints: (build) => ({
    allProperties: build.query<Paged<AdminPropertyView>, PropertyFilter>({
      query: (params) => ({ url: 'api/admin/all-properties', params }),
      transformResponse: paged<AdminPropertyView>,
      providesTags: ['Properties', { type: 'Properties', id: 'LIST' }],
    }),
    allUsers: build.query<Paged<AdminUserView>, UserFilter>({
      query: (params) => ({ url: 'api/admin/all-users', params }),
      transformResponse: paged<AdminUserView>,
      providesTags: ['Kyc', 'Purchases'],
    }),
    platformStats: build.query<PlatformStatsView, void>({
      query: () => ({ url: 'api/admin/platform-stats' }),
      providesTags: ['AdminLog'],
    }),
    growth: build.query<MonthView[], void>({ query: () => ({ url: 'api/admin/growth' }), providesTags: ['AdminLog'] }),
    cases: build.query<Paged<CaseView>, { status: string; cursor?: string }>({
      query: (params) => ({ url: 'api/admin/cases', params }),
      transformResponse: paged<CaseView>,
      providesTags: ['Cases'],
    }),
    oneCase: build.query<CaseView, string>({
      query: (id) => ({ url: `api/admin/cases/${encodeURIComponent(id)}` }),
      providesTags: (_, __, id) => ['Cases', { type: 'Cases', id }],
    }),
    standing: build.query<WalletStandingView, string>({
      query: (wallet) => ({ url: `api/admin/users/${encodeURIComponent(wallet)}` }),
      providesTags: ['Kyc'],
    }),
    usedControls: build.query<UsedControlView[], string>({
      query: (wallet) => ({ url: `api/admin/users/${encodeURIComponent(wallet)}/controls` }),
      providesTags: ['Kyc'],
    }),
    controlUser: build.mutation<
      unknown,
      { wallet: string; what: UserControl; body: { reason: string; role?: string } }
    >({
      query: ({ wallet, what, body }) => ({
        url: `api/admin/users/${encodeURIComponent(wallet)}/${what}`,
        method: 'POST',
        body,
      }),
      onQueryStarted: thenAskAgain(['Kyc']),
    }),
    refundFee: build.mutation<unknown, { paymentId: string; reason: string }>({
      query: ({ paymentId, reason }) => ({
        url: `api/admin/payments/${encodeURIComponent(paymentId)}/refund-fee`,
        method: 'POST',
        body: { reason },
      }),
      onQueryStarted: thenAskAgain(['Cases', 'AdminLog']),
    }),
    proposals: build.query<Paged<ProposalView>, { cursor?: string }>({
      query: (params) => ({ url: 'api/admin/proposals', params }),
      transformResponse: paged<ProposalView>,
      providesTags: ['Proposals'],
    }),
    approveProposal: build.mutation<SignatureLinks, string>({
      query: (id) => ({ url: `api/admin/proposals/${encodeURIComponent(id)}/approve`, method: 'POST' }),
      onQueryStarted: thenAskAgain(['Proposals']),
    }),
    endProposal: build.mutation<unknown, { id: string; how: 'refuse' | 'withdraw'; reason: string }>({
      query: ({ id, how, reason }) => ({
        url: `api/admin/proposals/${encodeURIComponent(id)}/${how}`,
        method: 'POST',
        body: { reason },
      }),
      onQueryStarted: thenAskAgain(['Proposals']),
    }),
    failedEvents: build.query<Paged<FailedEventView>, { cursor?: string }>({
      query: (params) => ({ url: 'api/admin/failed-events', params }),
      transformResponse: paged<FailedEventView>,
      providesTags: ['Log'],
    }),
    releaseFailedEvents: build.mutation<{ released: number; stuck: number }, string>({
      query: (consumer) => ({ url: 'api/admin/failed-events/release', method: 'POST', body: { consumer } }),
      onQueryStarted: thenAskAgain(['Log', 'ReadModels']),
    }),
    resolveCase: build.mutation<CaseView | ProposalAnswer, { id: string; resolution: string; note: string }>({
      query: ({ id, ...body }) => ({ url: `api/admin/cases/${encodeURIComponent(id)}/resolve`, method: 'POST', body }),
      onQueryStarted: thenAskAgain(['Cases']),
    }),
  }),
});

export const {
  useAllPropertiesQuery,
  useAllUsersQuery,
  usePlatformStatsQuery,
  useGrowthQuery,
  useCasesQuery,
  useOneCaseQuery,
  useResolveCaseMutation,
  useProposalsQuery,
  useApproveProposalMutation,
  useEndProposalMutation,
  useStandingQuery,
  useUsedControlsQuery,
  useControlUserMutation,
  useRefundFeeMutation,
  useFailedEventsQuery,
  useReleaseFailedEventsMutation,
} = administrationApi;
