import type {
  AnchorView,
  BooksView,
  ReadModelView,
  ReconciliationView,
  RecordVerificationView,
  TimelineView,
} from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';

export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    timeline: build.query<TimelineView, void>({ query: () => ({ url: 'api/audit/timeline' }), providesTags: ['Log'] }),
    books: build.query<BooksView, { position?: string; at?: string; property?: number }>({
      query: (params) => ({ url: 'api/audit/books', params }),
    }),
    verification: build.query<RecordVerificationView, void>({
      query: () => ({ url: 'api/audit/verification' }),
      providesTags: ['Verification'],
    }),
    beginCheck: build.query<RecordVerificationView, 'chain' | 'read-models'>({
      query: (check) => ({ url: `api/audit/verification/${check}`, method: 'POST' }),
      onQueryStarted: thenAskAgain(['Verification']),
    }),
    anchors: build.query<AnchorView[], void>({ query: () => ({ url: 'api/audit/anchors' }), providesTags: ['Log'] }),
    anchorNow: build.mutation<AnchorView, void>({
      query: () => ({ url: 'api/audit/anchors', method: 'POST' }),
      onQueryStarted: thenAskAgain(['Log']),
    }),
    readModels: build.query<ReadModelView[], void>({
      query: () => ({ url: 'api/admin/read-models/rebuild' }),
      providesTags: ['Log'],
    }),
    rebuild: build.mutation<ReadModelView[], string | void>({
      query: (name) => ({ url: 'api/admin/read-models/rebuild', method: 'POST', body: name ? { name } : {} }),
      onQueryStarted: thenAskAgain(['Log']),
    }),
    reconciliation: build.query<ReconciliationView, void>({
      query: () => ({ url: 'api/admin/reconciliation' }),
      providesTags: ['Log', 'Cases'],
    }),
    compare: build.mutation<ReconciliationView, { full: boolean }>({
      query: (body) => ({ url: 'api/admin/reconciliation', method: 'POST', body }),
      onQueryStarted: thenAskAgain(['Log', 'Cases']),
    }),
  }),
});

export const {
  useBooksQuery,
  useTimelineQuery,
  useVerificationQuery,
  useAnchorsQuery,
  useAnchorNowMutation,
  useReadModelsQuery,
  useRebuildMutation,
  useReconciliationQuery,
  useLazyBeginCheckQuery,
  useCompareMutation,
} = auditApi;
