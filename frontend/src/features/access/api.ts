import type {
  InterestRatesView,
  PlatformConfigView,
  SessionView,
  SignRequestLinks,
  UserInfoView,
  WalletLoginStatus,
} from '@tknest/contracts/api';
import { api } from '../../shared/api/base-api';

export const accessApi = api.injectEndpoints({
  endpoints: (build) => ({
    session: build.query<SessionView, void>({ query: () => ({ url: 'api/session' }), providesTags: ['Session'] }),
    userInfo: build.query<UserInfoView, void>({ query: () => ({ url: 'api/user/info' }), providesTags: ['Session'] }),
    platformConfig: build.query<PlatformConfigView, void>({ query: () => ({ url: 'api/platform/config' }) }),
    enterDemo: build.mutation<null, string>({
      query: (code) => ({ url: 'api/demo-access', method: 'POST', body: { code } }),
    }),
    beginLogin: build.mutation<SignRequestLinks, 'investor' | 'landlord'>({
      query: (userRole) => ({ url: 'api/auth/xumm-login', method: 'POST', body: { userRole } }),
    }),
    loginStatus: build.query<WalletLoginStatus, string>({
      query: (payloadUuid) => ({ url: `api/auth/xumm-status/${payloadUuid}` }),
    }),
    logout: build.mutation<null, void>({ query: () => ({ url: 'api/auth/logout', method: 'POST' }) }),
    /** The last validated ledger the platform has seen; an error while it is not ready. */
    ledger: build.query<{ connected: boolean; validated: number }, void>({
      query: () => ({ url: 'api/health/ready' }),
      transformResponse: ({ ledger }: { ledger: { connected: boolean; validated: number } }) => ledger,
    }),
    interestRates: build.query<InterestRatesView, void>({
      query: () => ({ url: 'api/interest-rates' }),
      keepUnusedDataFor: 1_800,
    }),
  }),
});

export const {
  useSessionQuery,
  useUserInfoQuery,
  usePlatformConfigQuery,
  useEnterDemoMutation,
  useBeginLoginMutation,
  useLoginStatusQuery,
  useLogoutMutation,
  useLedgerQuery,
  useInterestRatesQuery,
} = accessApi;
