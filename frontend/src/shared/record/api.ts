import type { AuditPage } from '@tknest/contracts/api';
import { api } from '../api/base-api';

export const recordApi = api.injectEndpoints({
  endpoints: (build) => ({
    auditEvents: build.query<AuditPage, { after?: string; limit?: number; stream?: string; type?: string }>({
      query: (params) => ({ url: 'api/audit/events', params }),
      providesTags: ['Log'],
    }),
  }),
});

export const { useAuditEventsQuery } = recordApi;
