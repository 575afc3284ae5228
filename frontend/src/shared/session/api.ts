import type {
  ComplianceSummary,
  OfficeWaitingView,
  OpenSessionView,
  PlatformConfigView,
  SessionView,
  SignInLinks,
  UserInfoView,
  WalletLoginStatus,
} from '@tknest/contracts/api';
import { api, thenAskAgain, antiForgery } from '../api/base-api';

/** The two roles that users choose themselves (REQ-1.6.1). */
export type Role = 'landlord' | 'investor';

/** The role named by a text; investor if it names none. */
export const asRole = (text: string | null | undefined): Role => (text === 'landlord' ? 'landlord' : 'investor');

/** The session as stored in the store, without any token. */
export type Who = Omit<SessionView, 'csrfToken'>;

/** A sign-in's state. The session's token is only in the cookie, and never in a store. */
export type LoginStatus = Omit<WalletLoginStatus, 'sessionToken'>;

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    session: build.query<Who, void>({
      query: () => 'api/session',
      transformResponse: ({ csrfToken, ...who }: SessionView) => {
        antiForgery.token = csrfToken;
        return who;
      },
      providesTags: ['Session'],
    }),
    /** The user's sessions, including this browser's, and when each one ends. */
    sessions: build.query<OpenSessionView[], void>({
      query: () => ({ url: 'api/sessions', inPlace: true }),
      providesTags: ['Session'],
    }),
    enterDemo: build.mutation<null, string>({
      query: (code) => ({ url: 'api/demo-access', method: 'POST', body: { code } }),
    }),
    beginLogin: build.mutation<SignInLinks, Role>({
      query: (userRole) => ({ url: 'api/auth/xumm-login', method: 'POST', body: { userRole } }),
    }),
    loginStatus: build.query<LoginStatus, string>({
      query: (payloadUuid) => ({ url: `api/auth/xumm-status/${encodeURIComponent(payloadUuid)}` }),
      transformResponse: ({ authenticated, walletAddress, cancelled, expired }: WalletLoginStatus) => ({
        authenticated,
        walletAddress,
        cancelled,
        expired,
      }),
    }),
    endOtherSessions: build.mutation<null, void>({
      query: () => ({ url: 'api/sessions/end-others', method: 'POST' }),
      onQueryStarted: thenAskAgain(['Session']),
    }),
    endSession: build.mutation<null, string>({
      query: (id) => ({ url: `api/sessions/${encodeURIComponent(id)}/end`, method: 'POST' }),
      onQueryStarted: thenAskAgain(['Session']),
    }),
    logout: build.mutation<null, void>({ query: () => ({ url: 'api/auth/logout', method: 'POST' }) }),
    userInfo: build.query<UserInfoView, void>({ query: () => 'api/user/info', providesTags: ['Session'] }),
    platformConfig: build.query<PlatformConfigView, void>({ query: () => 'api/platform/config' }),
    /** What waits for a person in the office: for its menu and its home. */
    officeWaiting: build.query<OfficeWaitingView, void>({
      query: () => 'api/admin/waiting',
      providesTags: ['Cases', 'Proposals', 'ReadModels'],
    }),
    /** What waits at the case desk, and how long it takes: for an officer's menu and the queue. */
    complianceSummary: build.query<ComplianceSummary, void>({
      query: () => 'api/compliance/summary',
      providesTags: ['Cases'],
    }),
    /** The last validated ledger the platform has seen; an error while it is not ready. */
    ledger: build.query<{ connected: boolean; validated: number }, void>({
      query: () => 'api/health/ready',
      transformResponse: ({ ledger }: { ledger: { connected: boolean; validated: number } }) => ledger,
    }),
  }),
});

export const {
  useBeginLoginMutation,
  useComplianceSummaryQuery,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useEnterDemoMutation,
  useLedgerQuery,
  useLoginStatusQuery,
  useLogoutMutation,
  useOfficeWaitingQuery,
  usePlatformConfigQuery,
  useSessionQuery,
  useSessionsQuery,
  useUserInfoQuery,
} = sessionApi;
