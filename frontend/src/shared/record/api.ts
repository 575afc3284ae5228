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
    /** The public key of the record's checkpoints, as signed notes write it. */
    logKey: build.query<string, void>({
      query: () => ({ url: 'api/log/key' }),
      transformResponse: (key: string) => key.trim(),
    }),
  }),
});

export const { useAuditEventsQuery, useLogKeyQuery } = recordApi;

/** The event log's page, beginning with a position. */
export const logAddress = (position: string): string =>
  `/audit/events?after=${String(Math.max(0, Number(position) - 1)).padStart(position.length, '0')}`;
