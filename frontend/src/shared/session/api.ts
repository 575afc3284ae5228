import type { OpenSessionView, PlatformConfigView, SessionView, UserInfoView } from '@tknest/contracts/api';
import { api } from '../api/base-api';
import { antiForgery } from '../api/anti-forgery';

/** Who is there, as the store knows it: without anything that opens a door. */
export type Who = Omit<SessionView, 'csrfToken'>;

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    session: build.query<Who, void>({
      query: () => ({ url: 'api/session' }),
      transformResponse: ({ csrfToken, ...who }: SessionView) => {
        antiForgery.token = csrfToken;
        return who;
      },
      providesTags: ['Session'],
    }),
    /** Where one is signed in, this browser among them, and when each session ends by itself. */
    sessions: build.query<OpenSessionView[], void>({
      query: () => ({ url: 'api/sessions', inPlace: true }),
      providesTags: ['Session'],
    }),
    userInfo: build.query<UserInfoView, void>({ query: () => ({ url: 'api/user/info' }), providesTags: ['Session'] }),
    platformConfig: build.query<PlatformConfigView, void>({ query: () => ({ url: 'api/platform/config' }) }),
    /** The last validated ledger the platform has seen; an error while it is not ready. */
    ledger: build.query<{ connected: boolean; validated: number }, void>({
      query: () => ({ url: 'api/health/ready' }),
      transformResponse: ({ ledger }: { ledger: { connected: boolean; validated: number } }) => ledger,
    }),
  }),
});

export const { useSessionQuery, useSessionsQuery, useUserInfoQuery, usePlatformConfigQuery, useLedgerQuery } =
  sessionApi;
