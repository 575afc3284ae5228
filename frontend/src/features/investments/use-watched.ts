import type { WatchlistView } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';
import { useSessionQuery } from '../../shared/session/api';
import { can } from '../../shared/session/can';
import { useSearchChange } from '../../shared/use-search-change';

const { useWatchlistQuery, useWatchMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    watchlist: build.query<WatchlistView, void>({
      query: () => ({ url: 'api/watchlist' }),
      providesTags: ['Watchlist'],
    }),
    watch: build.mutation<WatchlistView, { propertyId: number; watched: boolean }>({
      query: (body) => ({ url: 'api/watchlist', method: 'POST', body }),
      onQueryStarted: thenAskAgain(['Watchlist', 'Notifications']),
    }),
  }),
});

const ONLY = 'watched';

/** What somebody who is signed in watches; visitors watch nothing. */
export function useWatched() {
  const { data: session } = useSessionQuery();
  const mayWatch = can(session?.userRole, 'pay');
  const { data } = useWatchlistQuery(undefined, { skip: !mayWatch });
  const [watch, { isLoading: busy }] = useWatchMutation();
  const [params, change] = useSearchChange();
  const ids = data?.ids ?? [];
  const only = mayWatch && params.get(ONLY) === 'true';
  return {
    mayWatch,
    ids,
    busy,
    /** Whether the list shows only what is watched. */
    only,
    toggleOnly: () => change((now) => (only ? now.delete(ONLY) : now.set(ONLY, 'true')), { replace: true }),
    toggle: (propertyId: number) => watch({ propertyId, watched: !ids.includes(propertyId) }),
  };
}
