import type { AuditPage } from '@tknest/contracts/api';
import { api } from '../api/base-api';

/** Filters of the log; `from` and `to` are times, `to` is exclusive. */
export type LogPart = Partial<Record<'stream' | 'type' | 'actor' | 'wallet' | 'from' | 'to', string>>;

export const recordApi = api.injectEndpoints({
  endpoints: (build) => ({
    auditEvents: build.query<AuditPage, LogPart & { after?: string; limit?: number }>({
      query: (params) => ({ url: 'api/audit/events', params }),
      providesTags: ['Log'],
    }),
  }),
});

export const { useAuditEventsQuery } = recordApi;
