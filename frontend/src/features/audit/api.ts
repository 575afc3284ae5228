import type { AuditPage, ReadModelView, ReconciliationView } from '@tknest/contracts/api';
import { api } from '../../shared/api/base-api';

export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    auditEvents: build.query<AuditPage, { after?: string; limit?: number; stream?: string; type?: string }>({ query: (params) => ({ url: 'api/audit/events', params }), providesTags: ['Log'] }),
    readModels: build.query<ReadModelView[], void>({ query: () => ({ url: 'api/admin/read-models/rebuild' }), providesTags: ['Log'] }),
    reconciliation: build.query<ReconciliationView, void>({ query: () => ({ url: 'api/admin/reconciliation' }), providesTags: ['Log', 'Cases'] }),
    compareNow: build.mutation<ReconciliationView, void>({ query: () => ({ url: 'api/admin/reconciliation', method: 'POST' }), invalidatesTags: ['Log', 'Cases'] }),
  }),
});

export const { useAuditEventsQuery, useReadModelsQuery, useReconciliationQuery, useCompareNowMutation } = auditApi;
