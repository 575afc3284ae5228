import type { UnreadView } from '@tknest/contracts/api';
import { api } from '../api/base-api';

export const noticesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** How many notifications are unread, for the bell of every page. */
    unread: build.query<UnreadView, void>({
      query: () => ({ url: 'api/notifications/unread' }),
      providesTags: ['Notifications'],
    }),
  }),
});

export const { useUnreadQuery } = noticesApi;

/** `3`, or `more than 99`: the server does not count further. */
export const countInWords = (count: number): string => (count > 99 ? 'more than 99' : String(count));
