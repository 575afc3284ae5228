import type { SignInLinks, WalletLoginStatus } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';

/** A sign-in's state. The session's token is only in the cookie, and never in a store. */
export type LoginStatus = Omit<WalletLoginStatus, 'sessionToken'>;

export const accessApi = api.injectEndpoints({
  endpoints: (build) => ({
    enterDemo: build.mutation<null, string>({
      query: (code) => ({ url: 'api/demo-access', method: 'POST', body: { code } }),
    }),
    beginLogin: build.mutation<SignInLinks, 'investor' | 'landlord'>({
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
  }),
});

export const {
  useEnterDemoMutation,
  useBeginLoginMutation,
  useLoginStatusQuery,
  useLogoutMutation,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
} = accessApi;
