import type { ActivityView } from '@tknest/contracts/api';
import { api } from '../../shared/api/base-api';
import { byCursor, paged, type Paged } from '../../shared/api/paging';

/** The filters of the call; one that is left out does not filter. */
export type ActivityAsked = Record<string, string>;

export const activityApi = api.injectEndpoints({
  endpoints: (build) => ({
    activity: build.infiniteQuery<Paged<ActivityView>, ActivityAsked, string>({
      infiniteQueryOptions: byCursor,
      query: ({ queryArg, pageParam }) => ({
        url: 'api/activity',
        params: { ...queryArg, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
      transformResponse: paged<ActivityView>,
      providesTags: ['Activity'],
    }),
  }),
});

export const { useActivityInfiniteQuery } = activityApi;
