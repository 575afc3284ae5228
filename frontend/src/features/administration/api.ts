import type {
  AdminPropertyView,
  AdminTransactionView,
  AdminUserView,
  CaseView,
  MonthView,
  PlatformStatsView,
} from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';
import { paged, type Paged } from '../../shared/api/paging';

export interface UserFilter {
  search?: string;
  type?: string;
  kyc?: string;
  cursor?: string;
}
export interface TransactionFilter {
  search?: string;
  type?: string;
  status?: string;
  days?: string;
  cursor?: string;
  limit?: number;
}

export const administrationApi = api.injectEndpoints({
  endpoints: (build) => ({
    allTransactions: build.query<Paged<AdminTransactionView>, TransactionFilter>({
      query: (params) => ({ url: 'api/admin/all-transactions', params }),
      transformResponse: paged<AdminTransactionView>,
      providesTags: ['AdminLog'],
    }),
    allProperties: build.query<Paged<AdminPropertyView>, { cursor?: string }>({
      query: (params) => ({ url: 'api/admin/all-properties', params }),
      transformResponse: paged<AdminPropertyView>,
      providesTags: ['Properties'],
    }),
    allUsers: build.query<Paged<AdminUserView>, UserFilter>({
      query: (params) => ({ url: 'api/admin/all-users', params }),
      transformResponse: paged<AdminUserView>,
      providesTags: ['Kyc', 'Participations'],
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
    resolveCase: build.mutation<CaseView, { id: string; resolution: string; note: string }>({
      query: ({ id, ...body }) => ({ url: `api/admin/cases/${encodeURIComponent(id)}/resolve`, method: 'POST', body }),
      onQueryStarted: thenAskAgain(['Cases']),
    }),
  }),
});

export const {
  useAllTransactionsQuery,
  useAllPropertiesQuery,
  useAllUsersQuery,
  usePlatformStatsQuery,
  useGrowthQuery,
  useCasesQuery,
  useOneCaseQuery,
  useResolveCaseMutation,
} = administrationApi;
