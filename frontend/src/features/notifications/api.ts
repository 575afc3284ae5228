import type {
  NoticeTopic,
  NoticeView,
  NotificationPreferencesView,
  NotificationView,
  UnreadView,
} from '@tknest/contracts/api';
import { api } from '../../shared/api/base-api';
import { byCursor, paged, type Paged } from '../../shared/api/paging';
import { noticesApi } from '../../shared/notices/api';

const PAGE = 30;

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    notifications: build.infiniteQuery<Paged<NotificationView>, NoticeView, string>({
      infiniteQueryOptions: byCursor,
      query: ({ queryArg: show, pageParam }) => ({
        url: 'api/notifications',
        params: { limit: PAGE, ...(show === 'all' ? {} : { show }), ...(pageParam ? { cursor: pageParam } : {}) },
      }),
      transformResponse: paged<NotificationView>,
      providesTags: ['Notifications'],
    }),
    /** The count is updated immediately; the list shows them as read after the next fetch. */
    markRead: build.mutation<UnreadView, { ids: string[] } | { all: true; through?: string }>({
      query: (body) => ({ url: 'api/notifications/read', method: 'POST', body }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const { data } = await Promise.resolve(queryFulfilled).catch(() => ({ data: undefined }));
        if (data) dispatch(noticesApi.util.updateQueryData('unread', undefined, () => data));
      },
      invalidatesTags: (_, error) => (error ? [] : ['Notifications']),
    }),
    notificationPreferences: build.query<NotificationPreferencesView, void>({
      query: () => ({ url: 'api/notifications/preferences' }),
    }),
    prefer: build.mutation<NotificationPreferencesView, { topic: NoticeTopic; show?: boolean; mail?: boolean }>({
      query: (body) => ({ url: 'api/notifications/preferences', method: 'POST', body }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const { data } = await Promise.resolve(queryFulfilled).catch(() => ({ data: undefined }));
        if (data) dispatch(notificationsApi.util.updateQueryData('notificationPreferences', undefined, () => data));
      },
      invalidatesTags: (_, error) => (error ? [] : ['Notifications']),
    }),
  }),
});

export const {
  useNotificationsInfiniteQuery,
  useMarkReadMutation,
  useNotificationPreferencesQuery,
  usePreferMutation,
} = notificationsApi;
