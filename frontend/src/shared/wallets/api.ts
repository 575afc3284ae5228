import type { TrustStatusView, WalletInfoView } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../api/base-api';

export const walletsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A wallet's public data on the ledger, available to anybody. */
    walletInfo: build.query<WalletInfoView, string>({
      query: (wallet) => ({ url: `api/wallets/${encodeURIComponent(wallet)}` }),
      providesTags: ['Trust'],
    }),
    /** The RLUSD trust line and balance of the session's wallet. */
    ownTrustStatus: build.query<TrustStatusView, void>({
      query: () => ({ url: 'api/rlusd/trust-status' }),
      providesTags: ['Trust', 'Payments'],
    }),
    /** Tops a wallet up from the sandbox's faucet. */
    demoFunding: build.mutation<WalletInfoView, string>({
      query: (wallet) => ({ url: `api/wallets/${encodeURIComponent(wallet)}/demo-funding`, method: 'POST' }),
      onQueryStarted: thenAskAgain(['Trust', 'Payments']),
    }),
  }),
});

export const { useWalletInfoQuery, useLazyWalletInfoQuery, useOwnTrustStatusQuery, useDemoFundingMutation } =
  walletsApi;
